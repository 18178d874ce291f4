/**
 * What moves on the screen when news come: tokens and cards fly from where they lay to where they lie now. It
 * looks up things by their data attributes and knows nothing of what a move means beyond that.
 */

import { parseMove } from '../state/moves.js';
import { mayMove } from '../view/prefs.js';
import { soundOf } from './sound.js';

/** @typedef {import('../state/types.js').News} News */
/** @typedef {{ from: DOMRect, look: Element, to: string }} Flight */

const FLIGHT = 420; // milliseconds
const APART = 60; // between two tokens
const EASE = 'cubic-bezier(.2, .8, .2, 1)';
const MOST = 12; // flights at once: who comes back after long sees the table at once

/**
 * Look at the screen as it is before the news are drawn; the answer, called afterwards, lets things fly.
 * @param {News} news @param {import('../view/live.js').LiveTable} live
 * @returns {(() => void) | null}
 */
export function flights(news, live) {
  if (!live.news.value) return null;
  const moved = (news.events ?? []).filter((event) => event.kind === 'moved');
  const found = moved.flatMap((event) =>
    (event.moves ?? []).flatMap((text, index) => flightsOf(text, event, index)));
  return () => {
    for (const event of moved) soundOf(event.moves ?? [], live.isMyTurn.value);
    if (mayMove() && found.length <= MOST) found.forEach((flight, index) => fly(flight, index * APART));
  };
}

/** @param {string} text @param {import('../state/types.js').Told} event @param {number} index @returns {Flight[]} */
function flightsOf(text, event, index) {
  const move = parseMove(text);
  const seat = `[data-seat="${event.seat}"]`;
  switch (move.kind) {
    case 'take':
      return [...move.letters].flatMap((letter) =>
        flightFrom(`[data-pile="${letter}"] .disc`, `${seat} [data-gem="${letter}"]`));
    case 'line':
      return move.spaces.flatMap((space) => flightFrom(`[data-space="${space}"] .disc`, `${seat} .cols`));
    case 'return':
      return flightFrom(`${seat} [data-gem="${move.letter}"] .disc`, `[data-pile="${move.letter}"]`);
    case 'privilege':
    case 'gold-at':
    case 'match':
      return flightFrom(`[data-space="${move.space}"] .disc`, `${seat} .cols`);
    case 'buy':
      return flightFrom(cardSelector(event.cards?.[index]), `${seat} .cols`);
    case 'reserve':
      return flightFrom(cardSelector(event.cards?.[index]) || `[data-deck="${move.place[0]}"]`, `${seat} :is(.hand, .hand-button)`);
    default:
      return [];
  }
}

/** @param {import('../state/types.js').CardId | null | undefined} card */
const cardSelector = (card) => (card === null || card === undefined ? '' : `[data-card="${card}"]`);

/** The first of these things that can be seen. @param {string} selector */
const shown = (selector) => [...document.querySelectorAll(selector)].find((thing) => thing.getClientRects().length) ?? null;

/** @param {string} selector @param {string} to @returns {Flight[]} */
function flightFrom(selector, to) {
  const look = selector ? shown(selector) : null;
  return look ? [{ from: look.getBoundingClientRect(), look: /** @type {Element} */ (look.cloneNode(true)), to }] : [];
}

/** @param {Flight} flight @param {number} delay */
function fly({ from, look, to }, delay) {
  const target = shown(to)?.getBoundingClientRect();
  if (!target || !(look instanceof HTMLElement)) return;
  look.removeAttribute('aria-label');
  look.setAttribute('aria-hidden', 'true');
  look.inert = true;
  look.classList.add('flying');
  document.body.append(look);
  const x = target.left + target.width / 2 - (from.left + from.width / 2);
  const y = target.top + target.height / 2 - (from.top + from.height / 2);
  const size = Math.min(1, Math.max(0.25, target.height / from.height));
  Object.assign(look.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px` });
  const steps = [
    { transform: 'none', opacity: 1 },
    { transform: `translate(${x / 2}px, ${y / 2 - 24}px) scale(${(1 + size) / 2})`, opacity: 1, offset: 0.5 },
    { transform: `translate(${x}px, ${y}px) scale(${size})`, opacity: 0.4 },
  ];
  look.animate(steps, { duration: FLIGHT, delay, easing: EASE, fill: 'backwards' }).finished.finally(() => look.remove());
}
