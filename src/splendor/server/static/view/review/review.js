/** The page of a review: the table, the chances along the game, the account, one decision, all moves. */

import { html, useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { nextSlip } from '../../state/after/review.js';
import { learn, t } from '../../texts/index.js';
import { faceOf } from '../faces.js';
import { ForkDialog } from '../after/replay_fork.js';
import { useKeptFocus } from '../shared/arrows.js';
import { untilLoaded } from '../shared/loading.js';
import { Refusal } from '../shared/refusal.js';
import { Key, Who } from '../shared/parts.js';
import { useSheets } from '../shared/sheet.js';
import { viewModel } from '../shared/view_model.js';
import { Account } from './account.js';
import { Chart } from './chart.js';
import { Decision } from './decision.js';
import { Moves, Progress } from './moves.js';
import { opened } from './past.js';
import { Seal } from './signs.js';

/** @typedef {import('./past.js').ReviewTable} ReviewTable */

/** @param {{ id: string }} props */
export function ReviewPage({ id }) {
  const past = useMemo(() => opened(id), [id]);
  const [speaks, setSpeaks] = useState(false);
  const styled = useSheets('review', 'review_table', 'review_small');
  useEffect(() => {
    learn('review').then(() => setSpeaks(true));
    past.open();
    return () => past.close();
  }, [past]);
  useKeptFocus();
  useAddress(past);
  useKeys(past);
  const title = speaks ? t('review') : '';
  if (past.wrong.value) return html`<${Wrong} why=${past.wrong.value} id=${id} />`;
  if (!speaks || !styled || !past.news.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  if (past.eyes.value === null) return html`<${WhoseEyes} past=${past} title=${title} />`;
  return html`<${Shown} past=${past} />`;
}

/** @param {{ why: string, id: string }} props */
const Wrong = ({ why, id }) => html`<main class="page"><h1>${t('over.review')}</h1><p role="alert">${why}</p>
  <p><a href="/t/${id}">${t('replay.toTable')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** A spectator chooses whose game it is. @param {{ past: ReviewTable, title: string }} props */
function WhoseEyes({ past, title }) {
  const { names, shade, initials } = viewModel(past);
  return html`<main class="page eyes" tabindex="-1"><h1>${title}</h1><h2>${t('review.eyes')}</h2><p>${t('review.eyes.about')}</p>
    <ul>${names.map((name, seat) => html`<li><button type="button" class="btn" onClick=${() => past.choose_eyes(seat)}>
      <${Who} seat=${shade(seat)} name=${name} letter=${initials[seat]} /> ${name}</button></li>`)}</ul></main>`;
}

/** @param {{ past: ReviewTable }} props */
function Shown({ past }) {
  const game = past.news.value?.table?.game;
  const Table = useFit(game);
  const [help, setHelp] = useState(false);
  const tab = past.tab.value;
  return html`<main class="rview of-${faceOf(game).game} tab-${tab}" tabindex="-1"><${Bar} past=${past} onHelp=${() => setHelp(true)} />
    <div class="leftc">${Table ? html`<${Table} past=${past} />` : html`<p role="status">${t('loading')}</p>`}<${Chart} past=${past} /></div>
    <div class="rightc"><${Tabs} past=${past} />
      <${Account} past=${past} />${past.lay.value ? html`<p class="showlay">${t('review.lay.about')}</p>` : null}
      <${Decision} past=${past} /><${Moves} past=${past} /></div>
    <${Foot} past=${past} />
    <${ForkDialog} past=${past} /><${Refusal} live=${past} />${help ? html`<${Keys} onClose=${() => setHelp(false)} />` : null}</main>`;
}

/** The table of a game beside a review. @param {string | undefined} game */
function useFit(game) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    untilLoaded(faceOf(game).fit).then((module) => setFound(() => module.FitTable));
  }, [game]);
  return found;
}

// The bar

/** @param {{ past: ReviewTable, onHelp: () => void }} props */
function Bar({ past, onHelp }) {
  const { names, order } = viewModel(past);
  const points = past.replay.value?.result?.points ?? past.news.value?.table?.places.map((place) => place.points) ?? [];
  const score = order.length === 2
    ? html`${names[order[0]]} ${points[order[0]]} <small>:</small> ${points[order[1]]} ${names[order[1]]}`
    : order.map((seat) => `${names[seat]} ${points[seat]}`).join(' · ');
  return html`<header class="top"><a class="brand" href="/">${t('brand')}</a><h1 class="turn">${t('review')} <span class="visually-hidden">${score}</span></h1>
    <span class="vs" aria-hidden="true">${score}</span><${Player} past=${past} /><${NextSlip} past=${past} />
    <nav aria-label=${t('review')}><${Knew} past=${past} />
      <a class="btn go learn" href="/learn/${past.id}?as=${past.eyes.value}">${t('review.learn')}</a>
      <button type="button" class="btn help" onClick=${onHelp} aria-label=${t('review.keys')}>?</button>
      <a class="btn" href="/t/${past.id}">${t('over.show')}</a></nav></header>`;
}

/** @param {{ past: ReviewTable }} props */
function Player({ past }) {
  const at = past.at.value;
  const last = past.turns.value.length - 1;
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ to) => html`
    <button type="button" aria-label=${t(name)} disabled=${to < 0 || to > last || to === at} onClick=${() => past.goTurn(to)}>
      <svg viewBox="0 0 16 16" aria-hidden="true"><path d=${sign} /></svg></button>`;
  return html`<span class="ctl">${button('M2 2h2v12H2zM14 2v12L5 8z', 'review.first', 0)}${button('M12 2v12L3 8z', 'review.previous', at - 1)}
    ${button('M4 2v12l9-6z', 'review.forward', at + 1)}${button('M12 2h2v12h-2zM2 2v12l9-6z', 'review.last', last)}</span>`;
}

/** @param {ReviewTable} past @param {number} step */
function slipFrom(past, step) {
  const own = nextSlip(past.turns.value, past.at.value, step, past.eyes.value);
  return own ?? nextSlip(past.turns.value, past.at.value, step, null);
}

/** @param {{ past: ReviewTable }} props */
function NextSlip({ past }) {
  const to = slipFrom(past, 1);
  if (to === null) return null;
  const label = past.turns.value[to].judged?.label ?? 'mistake';
  return html`<button type="button" class="btn nextslip" onClick=${() => past.goTurn(to)}><${Seal} label=${label} /> ${t('review.nextSlip')} <kbd>N</kbd></button>`;
}

/** @param {{ past: ReviewTable }} props */
function Knew({ past }) {
  const lay = past.lay.value !== null;
  const choose = (/** @type {boolean} */ wanted) => {
    if (wanted !== lay) past.toggleLay();
  };
  return html`<span class="seg knew" role="group" aria-label=${t('review.shows')}>
    <button type="button" aria-pressed=${lay ? 'false' : 'true'} onClick=${() => choose(false)}>${t('review.knew')}</button>
    <button type="button" aria-pressed=${lay ? 'true' : 'false'} onClick=${() => choose(true)}>${t('review.lay')}</button></span>`;
}

// On a phone

const TABS = ['move', 'moves', 'account'];

/** @param {{ past: ReviewTable }} props */
const Tabs = ({ past }) => html`<div class="tabs" role="group" aria-label=${t('review.tabs')}>${TABS.map((tab) => html`
  <button type="button" aria-pressed=${past.tab.value === tab ? 'true' : 'false'} onClick=${() => { past.tab.value = tab; }}>${t(`review.tab.${tab}`)}</button>`)}
  <${Progress} past=${past} /></div>`;

/** @param {{ past: ReviewTable }} props */
function Foot({ past }) {
  const at = past.at.value;
  const turn = past.turn.value;
  const slip = turn?.judged?.label && turn.seat === past.eyes.value;
  return html`<footer class="rfoot"><button type="button" class="btn" aria-label=${t('review.previous')} disabled=${at <= 0} onClick=${() => past.goTurn(at - 1)}>◀</button>
    <button type="button" class="btn" aria-label=${t('review.forward')} disabled=${at >= past.turns.value.length - 1} onClick=${() => past.goTurn(at + 1)}>▶</button>
    <${NextSlip} past=${past} />
    ${slip ? html`<a class="btn go" href="/learn/${past.id}?as=${turn.seat}#${turn.first}">${t('review.try')}</a>` : null}</footer>`;
}

// Keys

/** @param {ReviewTable} past @returns {Object<string, () => void>} */
const actions = (past) => ({
  ArrowLeft: () => past.goTurn(past.at.value - 1),
  ArrowRight: () => past.goTurn(past.at.value + 1),
  Home: () => past.goTurn(0),
  End: () => past.goTurn(past.turns.value.length - 1),
  n: () => past.goTurn(slipFrom(past, 1) ?? past.at.value),
  N: () => past.goTurn(slipFrom(past, -1) ?? past.at.value),
  ' ': () => past.stepLine(1),
  b: () => past.stepLine(-1),
  l: () => past.playLine(),
  k: () => past.toggleLay(),
  t: () => press('.dec .acts .go'),
  p: () => press('.dec .acts .onward'),
  m: () => focus('.moves2 .ml .cur'),
  '?': () => press('.top .help'),
});

/** @param {string} selector */
function press(selector) {
  const found = document.querySelector(`.rview ${selector}`);
  if (found instanceof HTMLElement) found.click();
}

/** @param {string} selector */
function focus(selector) {
  const found = document.querySelector(`.rview ${selector}`);
  if (found instanceof HTMLElement) found.focus();
}

/** Whether a key means something to the element that has the focus; the current move only says where one is.
 * @param {KeyboardEvent} event */
function isBusy({ key, target, ctrlKey, metaKey, altKey }) {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  const pressed = key === ' ' && target.closest('button:not(.cur), a, summary');
  return Boolean(pressed || target.closest('input, select, textarea, dialog[open]'));
}

/** @param {ReviewTable} past */
function useKeys(past) {
  useEffect(() => {
    const down = (/** @type {KeyboardEvent} */ event) => {
      const act = actions(past)[event.key];
      if (!act || isBusy(event) || past.eyes.value === null) return;
      event.preventDefault();
      act();
      if (document.activeElement?.closest('.ml')) requestAnimationFrame(() => focus('.moves2 .ml .cur'));
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, [past]);
}

const KEYS = [
  [['←', '→'], 'turn'], [['Home', 'End'], 'ends'], [['N'], 'slip'], [['key.shift', 'N'], 'slipBack'], [['key.space'], 'line'], [['B'], 'back'], [['L'], 'playLine'],
  [['K'], 'lay'], [['T'], 'try'], [['P'], 'play'], [['M'], 'moves'], [['?'], 'help'],
];

/** @param {{ onClose: () => void }} props */
function Keys({ onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog class="menu" ref=${dialog} aria-labelledby="rkeys-title" onClose=${onClose}><h2 id="rkeys-title">${t('review.keys')}</h2>
    <dl class="keylist">${KEYS.map(([keys, what]) => html`<dt>${/** @type {string[]} */ (keys).map((key) => html`<${Key} of=${key} /> `)}</dt><dd>${t(`review.key.${what}`)}</dd>`)}</dl>
    <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>${t('close')}</button></dialog>`;
}

/** Keeps the address in step with the turn and the reader. @param {ReviewTable} past */
function useAddress(past) {
  const ply = past.ply.value;
  const eyes = past.eyes.value;
  useEffect(() => {
    if (eyes === null) return;
    const own = past.seats.value[0] === eyes ? '' : `?as=${eyes}`;
    history.replaceState(history.state, '', `${location.pathname}${own}#${ply}`);
  }, [ply, eyes]);
}
