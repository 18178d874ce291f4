/** The page of the analysis board: the table, a bar with the chances, moves with their lines, and the tree of tries. */

import { html, useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { learn, t } from '../../texts/index.js';
import { faceOf } from '../faces.js';
import { useKeptFocus } from '../shared/arrows.js';
import { untilLoaded } from '../shared/loading.js';
import { SavePuzzle } from '../review/save.js';
import { Key } from '../shared/parts.js';
import { Refusal } from '../shared/refusal.js';
import { useSheets } from '../shared/sheet.js';
import { AllMoves, Best, Why } from './best.js';
import { AnalysisBoard } from './board.js';
import { OpenDialog, PlayOnDialog } from './dialogs.js';
import { Drawn, Lines, Picked } from './lines.js';
import { Meter } from './meter.js';
import { SetupPanels, SetupPlace } from './setup.js';

const SHEETS = ['review', 'review_table', 'review_small', 'analysis', 'analysis_setup', 'analysis_small'];

/** @param {{ id: string }} props of a finished table; empty for a position of its own */
export function AnalysisPage({ id }) {
  const live = useMemo(() => new AnalysisBoard(id), [id]);
  const [speaks, setSpeaks] = useState(false);
  const styled = useSheets(...SHEETS);
  useEffect(() => {
    untilLoaded(() => Promise.all([learn('analysis'), learn('review')])).then(() => {
      setSpeaks(true);
      return live.start(decodeURIComponent(location.hash.slice(1)));
    });
    live.engine.follow();
    return () => live.close();
  }, [live]);
  useKeptFocus();
  useAddress(live);
  useKeys(live);
  if (live.wrong.value) return html`<${Wrong} why=${live.wrong.value} />`;
  if (!speaks || !styled || !live.news.value || !live.catalogue.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return html`<${Shown} live=${live} />`;
}

/** @param {{ why: string }} props */
const Wrong = ({ why }) => html`<main class="page"><h1>${t('analysis')}</h1><p role="alert">${why}</p>
  <p><a href="/analysis">${t('analysis.new')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** @param {{ live: AnalysisBoard }} props */
function Shown({ live }) {
  const game = live.news.value?.table?.game;
  const Table = useFit(game);
  const [dialog, setDialog] = useState('');
  const setup = live.setup.active.value;
  const close = () => setDialog('');
  return html`<main class="rview analysis of-${faceOf(game).game} tab-${live.tab.value} ${setup ? 'setting' : ''}" tabindex="-1">
    <${Bar} live=${live} onDialog=${setDialog} />
    <${Meter} live=${live} />
    <div class="leftc">${Table ? html`<${Table} past=${live} />` : html`<p role="status">${t('loading')}</p>`}</div>
    <div class="rightc">${setup ? html`<${SetupPanels} live=${live} />` : html`<${Tabs} live=${live} />
      <${Best} live=${live} /><${Why} live=${live} /><${AllMoves} live=${live} />`}
      <${Buttons} live=${live} onDialog=${setDialog} /></div>
    <div class="lower">${setup ? html`<${SetupPlace} live=${live} />` : html`<${Picked} live=${live} /><${Drawn} live=${live} /><${Lines} live=${live} />`}</div>
    <${Refusal} live=${live} />
    ${dialog === 'open' ? html`<${OpenDialog} live=${live} onClose=${close} />` : null}
    ${dialog === 'play' ? html`<${PlayOnDialog} live=${live} onClose=${close} />` : null}
    ${dialog === 'keys' ? html`<${Keys} onClose=${close} />` : null}</main>`;
}

/** The table of a game in this size. @param {string | undefined} game */
function useFit(game) {
  const [found, setFound] = useState(/** @type {{ game?: string, Table: any }} */ ({ Table: null }));
  useEffect(() => {
    untilLoaded(faceOf(game).fit).then((module) => setFound({ game, Table: module.FitTable }));
  }, [game]);
  return found.game === game ? found.Table : null;
}

// The bar

/** @param {{ live: AnalysisBoard, onDialog: (name: string) => void }} props */
function Bar({ live, onDialog }) {
  const round = live.board.value?.table.round ?? 1;
  return html`<header class="top"><a class="brand" href="/">${t('brand')}</a><h1 class="turn">${t('analysis')}</h1>
    <span class="vs">${t('analysis.round', { round })}</span>${live.setup.active.value ? null : html`<${Player} live=${live} />`}
    <nav aria-label=${t('analysis')}><${Knew} live=${live} />
      <button type="button" class="btn" onClick=${() => onDialog('open')}>${t('analysis.open')}</button>
      ${live.id ? html`<a class="btn rev" href="/review/${live.id}#${live.node.value?.ply ?? 0}">${t('over.review')}</a>` : null}
      <button type="button" class="btn help" onClick=${() => onDialog('keys')} aria-label=${t('review.keys')}>?</button></nav></header>`;
}

/** @param {{ live: AnalysisBoard }} props */
function Player({ live }) {
  const { parent } = live.node.value;
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {boolean} */ dead, /** @type {() => unknown} */ act) => html`
    <button type="button" aria-label=${t(name)} disabled=${dead} onClick=${act}><svg viewBox="0 0 16 16" aria-hidden="true"><path d=${sign} /></svg></button>`;
  const last = !live.tree.value.some((node) => node.parent === live.at.value);
  return html`<span class="ctl">${button('M2 2h2v12H2zM14 2v12L5 8z', 'review.first', parent === null, () => live.toEnd(-1))}
    ${button('M12 2v12L3 8z', 'review.previous', parent === null, () => live.back())}
    ${button('M4 2v12l9-6z', 'review.forward', last, () => live.forward())}
    ${button('M12 2h2v12h-2zM2 2v12l9-6z', 'review.last', last, () => live.toEnd(1))}</span>`;
}

/** @param {{ live: AnalysisBoard }} props */
function Knew({ live }) {
  const choose = (/** @type {boolean} */ open) => () => {
    live.open.value = open;
  };
  if (live.setup.active.value) return null;
  return html`<span class="seg knew" role="group" aria-label=${t('review.shows')}>
    <button type="button" aria-pressed=${live.open.value ? 'false' : 'true'} onClick=${choose(false)}>${t('analysis.knew')}</button>
    <button type="button" aria-pressed=${live.open.value ? 'true' : 'false'} onClick=${choose(true)}>${t('analysis.open.all')}</button></span>`;
}

// On a phone

/** @param {{ live: AnalysisBoard }} props */
const Tabs = ({ live }) => html`<div class="tabs" role="group" aria-label=${t('review.tabs')}>${['best', 'all', 'lines'].map((tab) => html`
  <button type="button" aria-pressed=${live.tab.value === tab ? 'true' : 'false'} onClick=${() => { live.tab.value = tab; }}>${t(`analysis.tab.${tab}`)}</button>`)}</div>`;

/** @param {{ live: AnalysisBoard, onDialog: (name: string) => void }} props */
function Buttons({ live, onDialog }) {
  const setup = live.setup.active.value;
  const over = !live.board.value || live.board.value.result !== undefined;
  return html`<div class="panel buttons"><button type="button" class="btn back" aria-label=${t('review.previous')} disabled=${setup || live.node.value?.parent === null} onClick=${() => live.back()}>◀</button>
    <button type="button" class="btn fwd" aria-label=${t('review.forward')} disabled=${setup || !live.tree.value.some((node) => node.parent === live.at.value)} onClick=${() => live.forward()}>▶</button>
    <button type="button" class="btn go" disabled=${setup || over} onClick=${() => onDialog('play')}>${t('fork')}</button>
    <button type="button" class="btn onward" onClick=${() => (setup ? live.setup.leave() : live.setup.enter())}>${t(setup ? 'analysis.setup.back' : 'analysis.setup')}</button>
    <${Copy} live=${live} />
    ${setup ? null : html`<${SavePuzzle} what=${{ text: live.board.value?.view ?? '' }} disabled=${over} />`}</div>`;
}

/** @param {{ live: AnalysisBoard }} props */
function Copy({ live }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const text = live.setup.active.value ? live.setup.text.value : live.board.value?.view ?? '';
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    setSaid(t(done ? 'copied' : 'analysis.copy.not'));
    setTimeout(() => setSaid(''), 2000);
  };
  return html`<button type="button" class="btn copy" onClick=${copy}><span aria-live="polite">${said || t('analysis.copy')}</span></button>`;
}

// Keys

/** @param {AnalysisBoard} live @returns {Object<string, () => unknown>} */
const actions = (live) => ({
  ArrowLeft: () => live.back(),
  ArrowRight: () => live.forward(),
  ArrowUp: () => live.beside(-1),
  ArrowDown: () => live.beside(1),
  Home: () => live.toEnd(-1),
  End: () => live.toEnd(1),
  1: () => playRank(live, 0),
  2: () => playRank(live, 1),
  3: () => playRank(live, 2),
  e: () => { live.engine.toggle(); },
  d: () => live.dealAgain(),
  u: () => (live.setup.active.value ? live.setup.leave() : live.setup.enter()),
  c: () => press('.buttons .copy'),
  k: () => { live.open.value = !live.open.value; },
  p: () => press('.buttons .go'),
  o: () => press('.top nav > .btn'),
  Enter: () => live.matches.value[0] && live.tryMove(live.matches.value[0].text),
  Escape: () => live.clear(),
  '?': () => press('.top .help'),
});

/** @param {AnalysisBoard} live @param {number} rank */
function playRank(live, rank) {
  const found = live.engine.thought.value?.moves[rank];
  return found && live.engine.on.value ? live.tryMove(found.move) : undefined;
}

/** @param {string} selector */
function press(selector) {
  const found = document.querySelector(`.analysis ${selector}`);
  if (found instanceof HTMLElement) found.click();
}

/** Whether a key means something to the element that has the focus. Once something is picked, Enter plays it, also where the
 * focus is still on the table. @param {KeyboardEvent} event @param {AnalysisBoard} live */
function isBusy({ key, target, ctrlKey, metaKey, altKey }, live) {
  if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return true;
  if (key === 'Enter' && live.matches.value.length && target.closest('.fit')) return false;
  const pressed = [' ', 'Enter'].includes(key) && target.closest('button, a, summary');
  return Boolean(pressed || target.closest('input, select, textarea, dialog[open]'));
}

/** @param {AnalysisBoard} live */
function useKeys(live) {
  useEffect(() => {
    const down = (/** @type {KeyboardEvent} */ event) => {
      const act = actions(live)[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || isBusy(event, live) || !live.node.value?.board) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', down);
    return () => removeEventListener('keydown', down);
  }, [live]);
}

const KEYS = [
  [['←', '→'], 'along'], [['↑', '↓'], 'between'], [['Home', 'End'], 'ends'], [['1', '2', '3'], 'play'], [['Enter'], 'enter'], [['E'], 'engine'],
  [['D'], 'deal'], [['K'], 'lay'], [['U'], 'setup'], [['C'], 'copy'], [['O'], 'open'], [['P'], 'playOn'], [['?'], 'help'],
];

/** @param {{ onClose: () => void }} props */
function Keys({ onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog class="menu" ref=${dialog} aria-labelledby="akeys-title" onClose=${onClose}><h2 id="akeys-title">${t('review.keys')}</h2>
    <dl class="keylist">${KEYS.map(([keys, what]) => html`<dt>${/** @type {string[]} */ (keys).map((key) => html`<${Key} of=${key} /> `)}</dt><dd>${t(`analysis.key.${what}`)}</dd>`)}</dl>
    <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>${t('close')}</button></dialog>`;
}

/** Keeps the address in step, so that it can be shared: the decision of a game, or the first position as text.
 * @param {AnalysisBoard} live */
function useAddress(live) {
  const node = live.node.value;
  const first = live.tree.value[0];
  useEffect(() => {
    if (!node) return;
    const text = live.id ? String(live.node.value.ply) : encodeURIComponent(first.board?.view ?? '');
    const page = live.id ? `/analysis/${live.id}` : '/analysis';
    if (live.id && node.own) return;
    history.replaceState(history.state, '', `${page}#${text}`);
  }, [live.id, node?.id, first?.board]);
}
