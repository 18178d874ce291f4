/** Moves in words: for advice, and for screen readers where a button shows pictures. */

import { takenBy } from '../../state/board.js';
import { cardAt } from '../../state/moves.js';
import { t } from '../../texts/index.js';
import { cardGives, cardLabel } from './parts.js';

/** @typedef {import('../../state/moves.js').Move} Move */
/** @typedef {{ table: import('../../state/types.js').Table, hand: import('../../state/types.js').HandCard[],
 *   catalogue: import('../../state/catalogue.js').Catalogue }} Sight */

/** @param {string} letters */
const gems = (letters) => [...letters].map((letter) => t(`gem.${letter}`)).join(', ');

/** @param {Move} move @param {Sight} sight */
export function wordsOf(move, sight) {
  switch (move.kind) {
    case 'take': return t('do.take', { what: gems(move.letters) });
    case 'line': return t('do.take', { what: takenAt(move, sight) });
    case 'privilege': case 'match': return t(`do.${move.kind}`, { what: takenAt(move, sight) });
    case 'return': case 'colour': case 'steal': return t(`do.${move.kind}`, { what: gems(move.letter) });
    case 'gold-for': return t('do.goldFor', { what: gems(move.letter) });
    case 'gold-at': return t('do.goldAt', { what: move.space });
    case 'buy': case 'reserve': return t(`do.${move.kind}`, { what: cardWords(move.place, sight) });
    case 'noble': return t('do.noble', { what: nobleWords(move.slot, sight) });
    case 'royal': return t('do.royal', { what: royalWords(sight.catalogue, move.number) });
    case 'other': return move.notation;
    default: return t(`do.${move.kind}`);
  }
}

/** A decision for the button that confirms it: a card by its place, and by what the table shows of it.
 * @param {Move} move @param {Sight} sight */
export function wordsWithPlace(move, sight) {
  if (move.kind !== 'buy' && move.kind !== 'reserve') return wordsOf(move, sight);
  const id = cardAt(sight.table, sight.hand, move.place);
  const what = id === null ? t('unseen', { level: move.place[0] }) : cardGives(sight.catalogue.card(id));
  return t(`do.${move.kind}`, { what: `${move.place}: ${what}` });
}

/** A royal card by what it gives. @param {import('../../state/catalogue.js').Catalogue} catalogue
 * @param {number} number */
export function royalWords(catalogue, number) {
  const { points, ability } = catalogue.royal(`R${number}`);
  const text = t(`royal.${ability && ability !== 'none' ? ability : 'none'}`);
  return t('royal.gives', { points: t('points', { count: points }), text });
}

/** @param {Move} move @param {Sight} sight */
const takenAt = (move, { table }) => (table.board ? gems(takenBy(table.board, move)) : '');

/** @param {string} place @param {Sight} sight */
function cardWords(place, { table, hand, catalogue }) {
  const id = cardAt(table, hand, place);
  return id === null ? t('unseen', { level: place[0] }) : cardLabel(catalogue.card(id));
}

/** @param {number} slot @param {Sight} sight */
function nobleWords(slot, { table }) {
  const id = table.nobles?.[slot] ?? null;
  return id === null ? String(slot + 1) : t(`noble.${id}`);
}
