/** The table of Splendor Duel: pyramid, board, royal cards, two panels. */

import { html, useLayoutEffect, useState } from '../../vendor/preact.js';
import { comesNext, openOptions, reopened } from '../../state/duel/turn.js';
import { freshPlaces } from '../../state/log_lines.js';
import { placeName } from '../../state/moves.js';
import { privilegesToPay } from '../../state/duel/table.js';
import { t } from '../../texts/index.js';
import { moveByArrow, useArrows } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { useLongPress } from '../shared/long_press.js';
import { CardButton, Deck, Picture } from '../shared/parts.js';
import { TableDrawer } from '../table/table_drawers.js';
import { BoardBox } from './board.js';
import { DuelConfirm } from './confirm.js';
import { clickCard, duelViewModel, reserveCard } from './duel_view_model.js';
import { Panel } from './panel.js';
import { Royals } from './royals.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */
/** @typedef {import('./duel_view_model.js').Mode} Mode */
/** @typedef {import('../../state/types.js').CardId} CardId */

/** `side` is shown in the right column: the log, the chat.
 * @param {{ live: import('../shared/view_model.js').AnyTable, side: any }} props */
export function DuelTable({ live, side }) {
  const [mode, setMode] = useState(/** @type {Mode} */ (null));
  const [line, setLine] = useState(/** @type {string[] | null} */ (null));
  useLayoutEffect(() => setMode(null), [live.draft.value.state]); // before the next click, which may set it
  useKeys(live, () => setMode(null));
  const seen = duelViewModel(live, mode, setMode);
  if (line) seen.shown = { ...reopened(seen.draft), spaces: line };
  const [first, second] = seen.order;
  const panel = (/** @type {number} */ seat) => html`<${Panel} seat=${seat} at="open" seen=${seen} />`;
  return html`<${Pyramid} ...${seen} /><${BoardBox} seen=${seen} setLine=${setLine} />
    <${DuelConfirm} ...${seen} />
    <aside class="right"><${Royals} ...${seen} /><div class="talk">${drawer.name === 'log' ? null : side}</div></aside>
    <div class="panels"><${Panel} seat=${first} at="first" seen=${seen} />
      <${Panel} seat=${second} at="second" seen=${seen} /></div>
    <${TableDrawer} seen=${seen} side=${side} panel=${panel} />`;
}

const ELSEWHERE = 'input, textarea, select, dialog, .drawer, .log'; // where arrows have another meaning

/** Esc ends the mode of a clicked privilege or gold; arrows move over the table, except in a replay, where they go
 * from move to move. @param {import('../shared/view_model.js').AnyTable} live @param {() => void} end */
function useKeys(live, end) {
  useLayoutEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') end();
      const table = live.past ? null : document.querySelector('.duel .table');
      const elsewhere = event.target instanceof Element && event.target.closest(ELSEWHERE);
      if (!table || elsewhere || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (moveByArrow(event, table)) event.preventDefault();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

// The pyramid

/** @param {DuelViewModel} seen */
function Pyramid(seen) {
  const { table, lens, me, names, mode, shade, initials } = seen;
  const fresh = freshPlaces(seen.lines, me);
  const theirs = lens !== null && lens !== me;
  const classes = `${theirs ? `lens of-p${shade(lens)}` : ''} ${mode?.kind === 'gold' ? 'reserving' : ''}`;
  return html`<main class="pyramid mat ${classes}" aria-label=${t('pyramid')} ...${useArrows()} ...${useLongPress()}>
    ${[3, 2, 1].map((level) => html`<div class="prow row${level}" key=${level}>
      <${PyramidDeck} level=${level} seen=${seen} />
      ${table.pyramid[level - 1].map((id, slot) => html`<${PyramidCard} key=${id ?? `empty${slot}`} id=${id}
        place=${placeName(level, slot)} fresh=${fresh} seen=${seen} />`)}</div>`)}
    <p class="lensnote" role="status">${theirs ? html`
      <span class="who p${shade(lens)}" aria-hidden="true">${initials[lens]}</span>
      <${Picture} id="eye" /> ${t('lens.buyer', { name: names[lens] })}` : null}</p></main>`;
}

/** @param {{ level: number, seen: DuelViewModel }} props */
function PyramidDeck({ level, seen }) {
  const move = `r${level}`;
  return html`<${Deck} level=${level} count=${seen.table.decks[level - 1]}
    live=${openOptions(seen.draft).includes(move)} staged=${seen.draft.moves.includes(move)}
    onReserve=${(/** @type {boolean} */ twice) => reserveCard(seen, `${level}`, twice)} />`;
}

/** @param {{ id: CardId | null, place: string, fresh: Set<string>, seen: DuelViewModel }} props */
function PyramidCard({ id, place, fresh, seen }) {
  const { catalogue, buyer, draft, lens, me, table } = seen;
  const card = id === null ? null : catalogue.card(id);
  const theirs = lens !== null && lens !== me && card !== null;
  return html`<${CardButton} card=${card} place=${buyer} placeName=${place}
    isNew=${fresh.has(place)} isNext=${theirs && comesNext(table, lens, card)}
    privileges=${theirs ? privilegesToPay(table, lens, card) : undefined}
    staged=${draft.chosen === place || draft.moves.some((move) => move === `b${place}` || move === `r${place}`)}
    onBuy=${(/** @type {boolean} */ twice) => clickCard(seen, place, twice)} onReserve=${() => reserveCard(seen, place)} />`;
}
