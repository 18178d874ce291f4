/** The page of a replay: the table, a slider, keys, the choice of the viewer, and playing on from a position. */

import { html, useEffect, useMemo, useRef } from '../../vendor/preact.js';
import { onlookers, plyOf } from '../../state/after/replay.js';
import { linesOf } from '../../state/log_lines.js';
import { t } from '../../texts/index.js';
import { faceOf, tableClasses, useDrawing } from '../faces.js';
import { useKeptFocus } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { Words } from '../shared/log.js';
import { Refusal } from '../shared/refusal.js';
import { nameOf } from '../shared/names.js';
import { viewModel } from '../shared/view_model.js';
import { LogButton } from '../table/table_drawers.js';
import { ReplayBar, pressed, usePlaying } from './replay_bar.js';
import { ForkDialog, PlayOn } from './replay_fork.js';
import { ReplayLog } from './replay_log.js';
import { ReplayTable } from './replay_table.js';

/** @param {{ id: string }} props */
export function ReplayPage({ id }) {
  const past = useMemo(() => opened(id), [id]);
  useEffect(() => {
    past.load();
    return () => {
      past.close();
      drawer.close();
    };
  }, [past]);
  useKeptFocus();
  useAddress(past);
  useKeys(past);
  usePlaying(past);
  if (past.wrong.value) return html`<${Wrong} why=${past.wrong.value} id=${id} />`;
  if (!past.news.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return html`<${Shown} past=${past} />`;
}

/** @param {{ why: string, id: string }} props */
const Wrong = ({ why, id }) => html`<main class="page"><h1>${t('replay')}</h1><p role="alert">${why}</p>
  <p><a href="/t/${id}">${t('replay.toTable')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** @param {string} id */
function opened(id) {
  const seenBy = new URLSearchParams(location.search).get('as') ?? 'everybody'; // checked when the seats are known
  return new ReplayTable(id, seenBy, plyOf(location.hash));
}

/** @param {{ past: ReplayTable }} props */
function Shown({ past }) {
  const room = /** @type {import('../../state/types.js').Room} */ (past.room.value);
  const game = past.replay.value?.steps[0].table.game;
  const side = html`<${ReplayLog} past=${past} />`;
  const drawing = useDrawing(game);
  if (!drawing) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return html`<div class="replay ${faceOf(game).game}"><div class=${tableClasses(game, room)}>
    <${TitleBar} past=${past} />
    <${drawing.Table} live=${past} side=${side} />
    <${ForkDialog} past=${past} /><${Refusal} live=${past} /></div></div>`;
}

/** @param {{ past: ReplayTable }} props */
function TitleBar({ past }) {
  const { table, names, catalogue } = viewModel(past);
  const line = linesOf(past.events.value)[0];
  const said = line && line.seat !== null
    ? html`${names[line.seat]} <${Words} line=${line} catalogue=${catalogue} name=${names[line.seat]} />` : t('replay.deal');
  return html`<header class="top"><h1 class="visually-hidden">${t('replay')}</h1>
    <a class="brand" href="/">${t('brand')}</a>
    <span class="turn theirs"><i></i>${t('replay')} · ${t('round', { round: table.round })}</span>
    <${ReplayBar} past=${past} />
    <span class="hint" role="status">${said}</span>
    ${faceOf(table.game).hasLogButton ? html`<${LogButton} live=${past} kind="open-log" />` : null}
    <nav><${SeenBy} past=${past} /><${PlayOn} past=${past} />
      <a class="button" href="/review/${past.id}#${past.ply.value}">${t('over.review')}</a>
      <a class="button explore" href="/analysis/${past.id}#${past.ply.value}">${t('analysis')}</a>
      <a class="button" href="/t/${past.id}">${t('over.show')}</a></nav></header>`;
}

/** @param {{ past: ReplayTable }} props */
function SeenBy({ past }) {
  const seats = past.room.value?.seats ?? [];
  const nameOfWho = (/** @type {string} */ who) =>
    (/\d/.test(who) ? nameOf(seats, Number(who)) : t(`replay.as.${who}`));
  return html`<label class="seenby"><span>${t('replay.seenBy')}</span> <select value=${past.seenBy.value}
    onChange=${(/** @type {any} */ event) => past.look(event.target.value)}>
    ${onlookers(seats.length).map((who) => html`<option value=${who}>${nameOfWho(who)}</option>`)}</select></label>`;
}

/** Keeps the address in step with position and viewer, so that it can be shared; a changed address moves there.
 * @param {ReplayTable} past */
function useAddress(past) {
  const ply = past.ply.value;
  const seenBy = past.seenBy.value;
  const shown = useRef(-1);
  useEffect(() => {
    if (!past.replay.value) return;
    shown.current = ply;
    const search = seenBy === 'everybody' ? '' : `?as=${seenBy}`;
    history.replaceState(history.state, '', `${location.pathname}${search}#${ply}`);
  }, [past.replay.value !== null, ply, seenBy]);
  useEffect(() => {
    const follow = () => {
      const wanted = plyOf(location.hash);
      if (wanted !== shown.current) past.go(wanted);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [past]);
}

/** @param {ReplayTable} past */
function useKeys(past) {
  useEffect(() => {
    const press = (/** @type {KeyboardEvent} */ event) => pressed(past, event);
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [past]);
}
