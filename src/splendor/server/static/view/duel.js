/** The table of Splendor Duel: pyramid, board, royal cards, two panels. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { openOptions, reopened } from '../state/duel.js';
import { placeName } from '../state/moves.js';
import { newPlaces } from '../state/story.js';
import { t } from '../texts/index.js';
import { BoardBox } from './duel_board.js';
import { buyCard, lookDuel, reserveCard } from './duel_look.js';
import { Panel } from './duel_panel.js';
import { useLongPress } from './duel_press.js';
import { Royals } from './duel_royals.js';
import { CardButton, Deck, Picture } from './parts.js';

/** @typedef {import('./duel_look.js').DuelLook} DuelLook */
/** @typedef {import('./duel_look.js').Mode} Mode */

/** `side` is what stands in the right column: the log, the chat.
 * @param {{ live: import('./live.js').LiveTable, side: any }} props */
export function DuelTable({ live, side }) {
  const [mode, setMode] = useState(/** @type {Mode} */ (null));
  const [line, setLine] = useState(/** @type {string[] | null} */ (null));
  const [open, setOpen] = useState('');
  useEffect(() => setMode(null), [live.draft.value.state]);
  useEscape(() => setMode(null));
  const seen = lookDuel(live, mode, setMode);
  if (line) seen.shown = { ...reopened(seen.draft), spaces: line };
  const toggle = (/** @type {string} */ what) => setOpen(open === what ? '' : what);
  const [first, second] = seen.order;
  return html`<${Pyramid} ...${seen} />
    <${BoardBox} seen=${seen} setLine=${setLine} onLog=${() => toggle('log')} isLogOpen=${open === 'log'} />
    <aside class="right"><${Royals} ...${seen} /><div class="sidebox ${open === 'log' ? 'open' : ''}">${side}</div></aside>
    <div class="panels"><${Panel} seat=${first} seen=${seen} />
      <${Panel} seat=${second} seen=${seen} isOpen=${open === 'panel'} onOpen=${() => toggle('panel')} /></div>`;
}

/** Esc ends what was begun with a click on a privilege or a gold. @param {() => void} act */
function useEscape(act) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && act();
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

// The pyramid

/** @param {DuelLook} seen */
function Pyramid(seen) {
  const { table, live, lens, me, names, mode } = seen;
  const before = live.before.value;
  const old = before?.table?.game === 'duel' && before.state !== seen.news.state ? before.table.pyramid : table.pyramid;
  const fresh = newPlaces(old, table.pyramid);
  const press = useLongPress();
  const looking = lens !== null && lens !== me;
  return html`<main class="pyramid mat ${looking ? 'lens' : ''} ${mode?.kind === 'gold' ? 'reserving' : ''}"
      aria-label=${t('pyramid')} onKeyDown=${reserveKey} ...${press}>
    ${looking ? html`<p class="lensnote" role="status"><${Picture} id="eye" /> ${t('lensOf', { name: names[lens] })}</p>` : null}
    ${[3, 2, 1].map((level) => html`<div class="prow row${level}">
      <${PyramidDeck} level=${level} seen=${seen} />
      ${table.pyramid[level - 1].map((id, slot) => html`
        <${PyramidCard} key=${id ?? `empty${slot}`} id=${id} place=${placeName(level, slot)} fresh=${fresh} seen=${seen} />`)}
      </div>`)}</main>`;
}

/** The key R reserves the card that has the focus. @param {KeyboardEvent} event */
function reserveKey(event) {
  if (event.key !== 'r' && event.key !== 'R' || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target.closest('.card, .deck') : null;
  target?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
}

/** @param {{ level: number, seen: DuelLook }} props */
function PyramidDeck({ level, seen }) {
  const place = `${level}`;
  return html`<${Deck} level=${level} count=${seen.table.decks[level - 1]} live=${openOptions(seen.draft).includes(`r${place}`)}
    staged=${seen.draft.moves.includes(`r${place}`)} onReserve=${() => reserveCard(seen, place)} />`;
}

/** @param {{ id: import('../state/types.js').CardId | null, place: string, fresh: Set<string>, seen: DuelLook }} props */
function PyramidCard({ id, place, fresh, seen }) {
  const { catalogue, eyes, draft } = seen;
  return html`<${CardButton} card=${id === null ? null : catalogue.card(id)} place=${eyes} place_name=${place}
    isNew=${fresh.has(place)} staged=${draft.moves.some((move) => move === `b${place}` || move === `r${place}`)}
    onBuy=${() => buyCard(seen, place)} onReserve=${() => reserveCard(seen, place)} />`;
}
