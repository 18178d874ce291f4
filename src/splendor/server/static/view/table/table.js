/** The page of a table: title bar, the drawing of its game, log, chat and dialogs. */

import { html, useEffect, useMemo } from '../../vendor/preact.js';
import { lastTurnOf, turnsOfOthers } from '../../state/log_lines.js';
import * as staging from '../../state/staging.js';
import { botName, rulesName, t } from '../../texts/index.js';
import { Over } from '../after/over.js';
import { faceOf, tableClasses, useDrawing } from '../faces.js';
import { useKeptFocus } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { later } from '../shared/later.js';
import { Log, TurnWords } from '../shared/log.js';
import { Refusal } from '../shared/refusal.js';
import { eventsOf, othersOf } from '../shared/names.js';
import { turnAt } from '../shared/turns.js';
import { effectsOf, viewModel } from '../shared/view_model.js';
import { Chat, saidByOthers } from './chat.js';
import { Curtain } from './curtain.js';
import { Guide } from './guide.js';
import { KeysHelp, useKeys } from './keys.js';
import { LiveTable } from './live.js';
import { Menu } from './menu.js';
import { OwnResult } from './resigned.js';
import { Signs } from './signs.js';
import { LogButton } from './table_drawers.js';
import { Watching } from './watch.js';

const Coach = later(() => import('../training/coach.js'), 'Coach');
const Sure = later(() => import('../training/coach.js'), 'Sure');
const Training = later(() => import('../training/panel.js'), 'Training');
const Waiting = later(() => import('./waiting.js'), 'Waiting');

/** @param {{ id: string }} props */
export function TablePage({ id }) {
  const live = useTable(id);
  useKeys(live);
  useKeptFocus();
  useTitle(live);
  useCall(live);
  const news = live.news.value;
  const drawing = useDrawing(news?.table?.game);
  useEffect(() => { // now it is known what can be staged ahead
    if (drawing && live.catalogue.value && staging.isIdle(live.draft.value)) live.clear();
  }, [drawing, live.catalogue.value]);
  if (live.status.value === 'gone') {
    return html`<main class="page"><h1>${t('gone')}</h1><p><a href="/">${t('toLobby')}</a></p></main>`;
  }
  if (!news || !live.catalogue.value) return html`<${Moment} />`;
  if (!news.table) return html`<${Waiting} live=${live} />`;
  return drawing ? html`<${Playing} live=${live} room=${news.room} Game=${drawing.Table} />` : html`<${Moment} />`;
}

/** The connection to a table while its page is shown. @param {string} id */
function useTable(id) {
  const live = useMemo(() => new LiveTable(id), [id]);
  useEffect(() => {
    live.animate = (news) => effectsOf(news, live);
    return () => {
      live.close();
      drawer.close();
    };
  }, [live]);
  return live;
}

/** The table of a game that has begun. @param {{ live: LiveTable, room: import('../../state/types.js').Room,
 *   Game: any }} props */
function Playing({ live, room, Game }) {
  const { table, names, shade, catalogue } = viewModel(live);
  const side = html`${live.isTraining() ? html`<${Training} live=${live} />` : null}<${Log} events=${eventsOf(live)} names=${names} shade=${shade} catalogue=${catalogue} />
    <${Watching} live=${live} room=${room} /><${Chat} live=${live} />`;
  return html`<div class=${faceOf(table.game).game}>
    <div class=${tableClasses(table.game, room)}><${TitleBar} live=${live} />
    <${Game} live=${live} side=${side} />
    <${Refusal} live=${live} /><${Signs} live=${live} /><${Guide} live=${live} /><${Curtain} live=${live} />
    ${live.advice.value ? html`<${Coach} live=${live} />` : null}${live.doubt.value ? html`<${Sure} live=${live} />` : null}
    <${KeysHelp} game=${table.game} /><${OwnResult} live=${live} />
    ${room.status === 'over' ? html`<${Over} live=${live} />` : null}</div></div>`;
}

const Moment = () => html`<main class="page"><p role="status">${t('loading')}</p></main>`;

/** @param {{ live: LiveTable }} props */
function TitleBar({ live }) {
  const { names, table } = viewModel(live);
  const mine = live.isMyTurn.value;
  return html`<header class="top"><h1 class="visually-hidden">${rulesName(live.news.value?.room.rules ?? '')}</h1>
    <a class="brand" href="/">${t('brand')}</a>
    <${Announcer} live=${live} />
    <span class="turn ${mine ? '' : 'theirs'}" role="status"><i></i>
      <span><span class="round">${t('round', { round: table.round })} · </span>
        ${whoseTurn(live, names[table.active])}</span></span>
    <${Preparing} live=${live} />
    <span class="hint" aria-hidden="true"><${LastTurn} live=${live} /></span>
    ${live.status.value === 'open' ? null : html`<span class="offline" role="alert">${t('reconnecting')}</span>`}
    ${faceOf(table.game).hasLogButton ? html`<${LogButton} live=${live} kind="open-log" />` : null}
    <${Menu} live=${live} /></header>`;
}

/** How far the bots are, while the server compiles them: a person can play meanwhile.
 * @param {{ live: LiveTable }} props */
function Preparing({ live }) {
  const preparing = live.preparing.value;
  const hasBots = live.news.value?.room.seats.some(({ bot }) => bot);
  if (!preparing || !(hasBots || live.advice.value)) return null;
  const { part, percent, problem } = preparing;
  const long = t(`preparing.${problem || part}`, { percent });
  const short = t(problem ? `preparing.short.${problem}` : 'preparing.short', { percent });
  return html`<span class="preparing ${problem ?? ''}" role="progressbar" aria-label=${t('preparing')}
    aria-valuenow=${percent} aria-valuetext=${long} title=${`${long}. ${t('preparing.about')}`}
    style=${{ '--done': `${percent}%` }}><span class="long">${long}</span><span class="short">${short}</span></span>`;
}

/** @param {LiveTable} live @param {string} name */
function whoseTurn(live, name) {
  const { news, table, you } = viewModel(live);
  if (news.room.status === 'over') return t('gameOver');
  const { target } = table;
  const last = target !== undefined && table.places.some((place) => place.points >= target);
  const bot = you === table.active ? botName(news.room.seats[you].bot ?? '') : ''; // it plays for me
  const whose = live.isMyTurn.value ? t('yourMove') : t('moveOf', { name: bot || name });
  return last ? `${t('lastRound')} · ${whose}` : whose;
}

/** The last turn, in the title bar. @param {{ live: LiveTable }} props */
function LastTurn({ live }) {
  const { lines, names, catalogue } = viewModel(live);
  const seat = lines.find((line) => line.kind === 'moved')?.seat ?? null;
  if (seat === null) return null;
  return html`${names[seat]} <${TurnWords} lines=${lastTurnOf(lines, seat)} catalogue=${catalogue} name=${names[seat]} />`;
}

// The tab's title

/** @param {import('./live.js').LiveTable} live */
function useTitle(live) {
  const call = live.isMyTurn.value ? `${t('yourMove.title')} · ` : '';
  const title = t('title');
  useEffect(() => {
    const show = () => {
      document.title = (document.hidden ? call : '') + title;
    };
    show();
    addEventListener('visibilitychange', show);
    return () => removeEventListener('visibilitychange', show);
  }, [call, title]);
}

/** Calls me when it is my turn. @param {import('./live.js').LiveTable} live */
function useCall(live) {
  const news = live.news.value;
  const mine = live.isMyTurn.value;
  const plays = Boolean(news?.table) && live.seats.value.length > 0;
  useEffect(() => {
    if (news && plays) turnAt(live.id, mine, { rules: news.room.rules, others: othersOf(news) });
  }, [live, plays, mine]);
}

// The announcer

/** @param {{ live: import('./live.js').LiveTable }} props */
function Announcer({ live }) {
  const { lines, names, catalogue } = viewModel(live);
  const turns = turnsOfOthers(lines, live.seats.value);
  const said = saidByOthers(live).pop();
  return html`<span class="visually-hidden" role="log" aria-label=${t('announcer')}>
    ${turns.map((turn) => html`<span key="turn ${turn[turn.length - 1].seq}">${names[turn[0].seat ?? 0]}${' '}
      <${TurnWords} lines=${turn} catalogue=${catalogue} />. </span>`)}
    ${said ? html`<span key="said ${said.seq}">${said.name}: ${said.text}</span>` : null}</span>`;
}
