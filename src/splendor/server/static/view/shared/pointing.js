/** Words that name things on the table, a line of advice or of the log, light them up while somebody points at them. */

import { effect, signal } from '../../vendor/preact.js';
import { spacesOf } from '../../state/board.js';
import { cardAt } from '../../state/moves.js';

/** @typedef {import('../../state/moves.js').Move} Move */

/** Selectors of the things that are named now. */
export const pointed = signal(/** @type {string[]} */ ([]));

const NAMED = 'data-named';

/** Light up what is named: an attribute, which no component sets, so that none removes it. */
export const followPointing = () => effect(() => {
  for (const thing of document.querySelectorAll(`[${NAMED}]`)) thing.removeAttribute(NAMED);
  const [first, ...others] = pointed.value;
  if (!first) return;
  for (const thing of document.querySelectorAll([first, ...others].join())) thing.setAttribute(NAMED, '');
});

/** The listeners of an element that names things. @param {() => string[]} things their selectors */
export function pointing(things) {
  const point = () => {
    pointed.value = things();
  };
  const stop = () => {
    pointed.value = [];
  };
  return { onMouseEnter: point, onMouseLeave: stop, onFocusIn: point, onFocusOut: stop };
}

/** The things on the table that a move names. @param {Move} move
 * @param {{ table: import('../../state/types.js').Table, hand: import('../../state/types.js').HandCard[] }} seen
 * @param {import('../../state/types.js').CardId | null} [card] of a move that was played: its card may lie elsewhere now
 * @returns {string[]} selectors */
export function thingsOf(move, { table, hand }, card) {
  switch (move.kind) {
    case 'take': return [...new Set(move.letters)].map((letter) => `[data-pile="${letter}"]`);
    case 'buy': case 'reserve': {
      const id = card ?? cardAt(table, hand, move.place);
      return [id === null ? `[data-deck="${move.place[0]}"]` : `[data-card="${id}"]`];
    }
    case 'noble': return [`[data-noble="${table.nobles?.[move.slot] ?? ''}"]`];
    case 'royal': return [`[data-royal="${move.number}"]`];
    case 'fill': return ['.bagbox'];
    default: return spacesOf(move).map((space) => `[data-space="${space}"]`);
  }
}
