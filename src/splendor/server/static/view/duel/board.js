/** Duel's board with its spiral, the privileges above it, the bag, and lines that are dragged or clicked. */

import { html, useRef, useState } from '../../vendor/preact.js';
import {
  SPACES, SPIRAL, endsOf, holesToFill, middleOf, neighbour, spiralNumber, tokenAt,
} from '../../state/board.js';
import { dragged } from '../../state/duel/lines.js';
import {
  filledSpaces, lastSpaces, lineSpaces, nextDecisions, nextKind, openOptions, privilegeSpaces, reopened, spacesFor,
} from '../../state/duel/turn.js';
import { movesOf } from '../../state/moves.js';
import { total } from '../../state/price.js';
import { TOKENS } from '../../state/duel/table.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { drawer } from '../shared/drawer.js';
import { Disc, Gem, Name, Picture } from '../shared/parts.js';
import { pointed } from '../shared/pointing.js';
import { LogButton } from '../table/table_drawers.js';
import { act, clickSpace } from './duel_view_model.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */

const CENTRE = 'c3';

/** @param {{ seen: DuelViewModel, setLine: (line: string[] | null) => void }} props */
export const BoardBox = ({ seen, setLine }) => html`
  <section class="boardbox mat" aria-label=${t('boardBox')}>
    <div class="brow"><${TablePrivileges} count=${seen.table.privileges + privilegeSpaces(seen.draft).length} />
      <${Bag} ...${seen} /><${LogButton} live=${seen.live} kind="logbutton" /></div>
    <${Board} seen=${seen} setLine=${setLine} /></section>`;

/** @param {{ count: number }} props */
const TablePrivileges = ({ count }) => html`
  <span class="privs" role="img" aria-label=${t('privileges.table', { count })}>${[0, 1, 2].map((index) => html`
    <span class="priv ${index < count ? '' : 'gone'}"><${Picture} id="scroll" /></span>`)}</span>`;

/** @param {DuelViewModel} seen */
function Bag(seen) {
  const { table, draft } = seen;
  const count = total(table.bag);
  const rows = [...TOKENS].map((letter, kind) => ({ letter, count: table.bag[kind] }));
  const inside = rows.filter((row) => row.count);
  const words = inside.map((row) => `${row.count} ${t(`gem.${row.letter}`)}`).join(', ');
  const live = openOptions(draft).includes('fill');
  const only = live && !openOptions(draft).some((move) => move !== 'fill' && move[0] !== 'p');
  const staged = draft.moves.includes('fill');
  return html`<button type="button" aria-pressed=${staged ? 'true' : 'false'}
      class="bagbox ${live ? 'live' : 'dead'} ${only ? 'choice' : ''} ${staged ? 'staged' : ''}"
      onClick=${() => act(seen, 'fill')}>
    <${Name} is=${t('bag', { count, words })} /><${Picture} id="bag" /><b aria-hidden="true">${count}</b>
    <span class="need" aria-hidden="true">${inside.map((row) => html`
      <i><${Gem} of=${row.letter} />${row.count}</i>`)}</span></button>`;
}

// The board

/** @param {{ seen: DuelViewModel, setLine: (line: string[] | null) => void }} props */
function Board({ seen, setLine }) {
  const [at, setAt] = useState(CENTRE);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const drag = useDrag(seen, setLine);
  const states = cellStates(seen);
  const walk = (/** @type {KeyboardEvent} */ event) => {
    const next = neighbour(at, event.key);
    if (!next || next === at) return; // at the edge arrows lead to the things beside the board
    event.preventDefault();
    setAt(next);
    /** @type {HTMLElement | null | undefined} */ (box.current?.querySelector(`[data-space="${next}"]`))?.focus();
  };
  const clicked = (/** @type {Event} */ { target }) => {
    const space = spaceOf(target);
    if (space && !drag.isOver()) clickSpace(seen, space);
  };
  const isNamed = drawer.name === 'log' || Boolean(seen.live.advice?.value) || pointed.value.length > 0;
  return html`<div class="board ${isNamed ? 'coordinates' : ''}" role="group" aria-label=${t('board')} ref=${box} onKeyDown=${walk}
      onClick=${clicked} onFocusIn=${(/** @type {Event} */ { target }) => setAt(spaceOf(target) ?? at)}
      ...${drag.listeners}>
    ${SPACES.map((space) => html`
      <${Cell} key=${space} space=${space} focusable=${space === at} ...${states(space)} />`)}
    <svg class="under" viewBox="0 0 100 100" aria-hidden="true"><polyline class="spiral"
      points=${SPIRAL.map((space) => `${middleOf(space).x},${middleOf(space).y}`).join(' ')} /></svg>
    <${Bar} spaces=${lineSpaces(seen.shown)} /></div>`;
}

/** The ivory bar under the tokens of a line. @param {{ spaces: string[] }} props */
function Bar({ spaces }) {
  if (spaces.length < 2) return null;
  const [from, to] = endsOf(spaces).map(middleOf);
  return html`<svg class="under bar" viewBox="0 0 100 100" aria-hidden="true">
    <line class="drag0" x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} /></svg>`;
}

/** @typedef {{ token: string, names: string, pressed: boolean, words: string }} CellState */

/** The state of each space. @param {DuelViewModel} seen @returns {(space: string) => CellState} */
function cellStates(seen) {
  const { table, shown } = seen;
  const chosen = chosenSpaces(seen);
  const used = new Set(privilegeSpaces(shown));
  const clickable = liveSpaces(seen);
  const fills = new Set(holesToFill(table.board, table.bag));
  const fresh = freshSpaces(seen);
  const last = lastSpaces(seen.lines);
  return (space) => {
    const token = tokenAt(table.board, space);
    const on = chosen.has(space);
    const isLive = clickable.spaces.has(space);
    const names = [
      token ? '' : 'hole', token === 'J' ? 'gold' : '', on ? 'on' : '', used.has(space) ? 'used' : '',
      !token && fills.has(space) ? 'next' : '', !token && last.has(space) ? 'was' : '', fresh.has(space) ? 'fresh' : '',
      isLive || on ? 'live' : 'dead', isLive && clickable.dims ? 'choice' : '',
      clickable.dims && !isLive && !on && !used.has(space) ? 'dim' : '',
    ].filter((name) => name);
    return { token, names: names.join(' '), pressed: on || used.has(space), words: stateWords(names) };
  };
}

/** The spaces of the line, the gold or the gem that is chosen. @param {DuelViewModel} seen */
function chosenSpaces({ shown, mode }) {
  const taken = [...lineSpaces(shown), ...spacesFor(shown.moves, 'gold-at'), ...spacesFor(shown.moves, 'match')];
  return new Set(mode?.kind === 'gold' ? [...taken, mode.space] : taken);
}

/** The spaces that were just filled. @param {DuelViewModel} seen */
function freshSpaces({ live, news, table }) {
  const before = live.before.value;
  const old = before && before.state !== news.state ? before.table?.board : undefined;
  return filledSpaces(old, table.board, SPACES);
}

const SPOKEN = ['on', 'used', 'was', 'fresh', 'choice'];

/** @param {string[]} names */
const stateWords = (names) =>
  SPOKEN.filter((name) => names.includes(name)).map((name) => `, ${t(`cell.${name}`)}`).join('');

/** The spaces that can be clicked now, and whether all others are dimmed. @param {DuelViewModel} seen */
function liveSpaces({ shown, mode, stages, table }) {
  if (!stages) return { spaces: new Set(), dims: false };
  const kind = nextKind(shown);
  if (kind === 'gold-at' || kind === 'match') {
    return { spaces: new Set(spacesFor(nextDecisions(shown), kind)), dims: true };
  }
  if (mode?.kind === 'privilege') return { spaces: new Set(spacesFor(openOptions(shown), 'privilege')), dims: true };
  if (kind && kind !== 'return') return { spaces: new Set(), dims: false };
  if (shown.spaces.length) return { spaces: new Set(staging.reachable(shown)), dims: true };
  const lines = movesOf(openOptions(shown), 'line').flatMap((line) => line.spaces);
  const reserves = movesOf(openOptions(shown), 'reserve').length > 0;
  const golds = SPACES.filter((space) => reserves && tokenAt(table.board, space) === 'J');
  return { spaces: new Set([...lines, ...golds]), dims: false };
}

/** All properties are plain values and the board handles the events, so that most spaces are not rendered at a click.
 * @param {{ space: string, focusable: boolean } & CellState} props */
function Cell({ space, focusable, token, names, pressed, words }) {
  const what = token ? t(`gem.${token}`) : t('cell.empty', { number: spiralNumber(space) });
  return html`<button type="button" class="cell ${names}" data-space=${space} title=${space}
      tabindex=${focusable ? 0 : -1} aria-pressed=${pressed ? 'true' : 'false'}>
    <${Name} is=${`${space}: ${what}${words}`} />
    <small aria-hidden="true">${spiralNumber(space)}</small>
    ${token ? html`<${Disc} of=${token} />` : null}</button>`;
}

// Dragging a line

const CLICK = 80; // milliseconds in which the click at the end of a drag arrives

/** `drag` is where it began and the line so far, `endedAt` when the last one ended.
 * @typedef {{ seen: DuelViewModel, setLine: (line: string[] | null) => void,
 *   drag: { current: { from: string, line: string[] | null } | null }, endedAt: { current: number } }} Dragging */

/** @param {DuelViewModel} seen @param {(line: string[] | null) => void} setLine */
function useDrag(seen, setLine) {
  /** @type {Dragging} */
  const dragging = { seen, setLine, drag: useRef(null), endedAt: useRef(-Infinity) };
  const listeners = {
    onPointerDown: (/** @type {PointerEvent} */ event) => beginDrag(dragging, event),
    onPointerMove: (/** @type {PointerEvent} */ event) => goOnDragging(dragging, event),
    onPointerUp: (/** @type {PointerEvent} */ event) => endDrag(dragging, event),
    onPointerCancel() {
      dragging.drag.current = null;
      setLine(null);
    },
  };
  return { listeners, isOver: () => performance.now() - dragging.endedAt.current < CLICK };
}

/** @param {Dragging} dragging @param {PointerEvent} event */
function beginDrag({ seen, drag }, event) {
  const from = spaceAt(event);
  drag.current = from && event.button === 0 && mayDrag(seen) ? { from, line: null } : null;
}

/** @param {Dragging} dragging @param {PointerEvent} event */
function goOnDragging({ seen, setLine, drag }, event) {
  const to = drag.current ? spaceAt(event) : null;
  if (!drag.current || !to || (to === drag.current.from && !drag.current.line)) return;
  const line = dragged(reopened(seen.live.draft.value), drag.current.from, to);
  if (!line || line.join() === drag.current.line?.join()) return;
  if (!drag.current.line) capture(event);
  drag.current.line = line;
  setLine(line);
}

/** @param {Dragging} dragging @param {PointerEvent} event */
function endDrag({ seen, setLine, drag, endedAt }, event) {
  const { from, line } = drag.current ?? {};
  drag.current = null;
  if (!line && from && ![from, null].includes(spaceAt(event))) seen.live.explain(t('duel.why.line'));
  if (!line) return;
  endedAt.current = performance.now();
  setLine(null);
  seen.setMode(null);
  seen.live.stage({ ...reopened(seen.live.draft.value), selected: '', spaces: line });
}

/** @param {DuelViewModel} seen */
function mayDrag({ stages, mode, draft }) {
  const kind = nextKind(draft);
  return stages && mode?.kind !== 'privilege' && (!kind || kind === 'return');
}

/** Capture the pointer, so that the board receives its events everywhere. @param {PointerEvent} event */
function capture(event) {
  /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId);
}

/** The space under the pointer. @param {PointerEvent} event */
const spaceAt = (event) => spaceOf(document.elementFromPoint(event.clientX, event.clientY));

/** The space that something belongs to. @param {EventTarget | null} thing */
function spaceOf(thing) {
  const cell = thing instanceof Element ? thing.closest('.cell') : null;
  return cell instanceof HTMLElement ? cell.dataset.space ?? null : null;
}
