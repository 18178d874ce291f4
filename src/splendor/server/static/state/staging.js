/**
 * What is staged and not yet confirmed: a plain description, changed only by these pure functions.
 *
 * A draft begins with the legal moves that the server sent. Complete decisions stand in `moves`, and
 * `next` are those that may follow them, as the server answered. Tokens picked for a take (`letters`), for a
 * line of the board (`spaces`), to be returned (`returns`), and gems for which gold stands (`gold`) become
 * moves when the draft is sent. `selected` are own tokens with which somebody is going to pay. `chosen` is the place of
 * the card that was clicked, whether or not it can be bought, and `reserving` says that a gold was clicked and the card
 * to reserve follows. `after` is what the server says of all of it together.
 */

import { movesOf, parseMove } from './moves.js';

/**
 * @typedef {{ legal: string[], ends: boolean, shows: boolean }} After
 * @typedef {{ state: number, legal: string[], moves: string[], next: string[], letters: string,
 *   spaces: string[], returns: string[], gold: string[], selected: string, chosen: string, reserving: boolean,
 *   after: After | null,
 *   owed?: number, opening?: { moves: string[], legal: string[] } }} Draft `owed`: how many tokens must be returned,
 *   where it is known; `opening`: what stood before the action, privileges used, and what could be done then
 */

const ORDER = 'WUGRKPJ';

/** Nothing staged yet. @param {number} state @param {string[]} legal @returns {Draft} */
export const nothing = (state, legal) => ({
  state, legal, moves: [], next: [], letters: '', spaces: [], returns: [], gold: [], selected: '',
  chosen: '', reserving: false, after: null,
});

/** @param {Draft} draft */
export const isEmpty = (draft) =>
  !draft.moves.length && !draft.letters && !draft.spaces.length && !draft.returns.length;

/** Whether nothing is staged and nothing was clicked that could be. @param {Draft} draft */
export const isIdle = (draft) => isEmpty(draft) && !draft.chosen && !draft.reserving;

/** Choose a card or a deck, in place of what was staged. @param {Draft} draft @param {string} place @returns {Draft} */
export const choosing = (draft, place) => ({ ...nothing(draft.state, draft.legal), chosen: place });

/** Begin a reservation by its gold. @param {Draft} draft @returns {Draft} */
export const beginReservation = (draft) => ({ ...nothing(draft.state, draft.legal), reserving: true });

/** The decisions among which the next one is chosen. @param {Draft} draft */
export const options = (draft) => (draft.moves.length ? draft.next : draft.legal);

/** The decisions that may follow everything staged, as far as the server has answered. @param {Draft} draft */
export const following = (draft) => draft.after?.legal ?? options(draft);

/** @param {string} letters */
export const sorted = (letters) => [...letters].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('');

/** Whether letters are contained in others, counting repetitions. @param {string} part @param {string} whole */
export function isWithin(part, whole) {
  const left = [...whole];
  return [...part].every((letter) => {
    const at = left.indexOf(letter);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** Add a decision. Partial selections are dropped; gold chosen for an earlier purchase stays.
 * @param {Draft} draft @param {string} move */
export const withMove = (draft, move) => ({
  ...draft, moves: [...draft.moves, move], letters: '', spaces: [], returns: [],
  gold: isPurchase(move) ? [] : draft.gold, after: null,
});

/** Turn partial selections into decisions, so that another one can follow. @param {Draft} draft
 * @returns {Draft} */
export const settled = (draft) => ({
  ...draft, moves: [...draft.moves, takeOf(draft) || lineOf(draft), ...returnsOf(draft)].filter((move) => move),
  letters: '', spaces: [], returns: [], after: null,
});

/** @param {string} move */
const isPurchase = (move) => parseMove(move).kind === 'buy';

/** The draft without its last decision or partial selection. @param {Draft} whole @returns {Draft} */
export function withoutLast(whole) {
  const draft = { ...whole, chosen: '', reserving: false };
  if (draft.returns.length) return { ...draft, returns: draft.returns.slice(0, -1), after: null };
  if (draft.letters || draft.spaces.length) return { ...draft, letters: '', spaces: [], after: null };
  const gold = draft.moves.slice(-1).some(isPurchase) ? [] : draft.gold;
  return { ...draft, moves: draft.moves.slice(0, -1), gold, after: null };
}

// Tokens of the supply

/** The tokens that can still be added to those picked. @param {Draft} draft @returns {Set<string>} */
export function addable(draft) {
  const found = new Set();
  for (const { letters: whole } of movesOf(options(draft), 'take')) {
    for (const letter of whole) {
      if (isWithin(draft.letters + letter, whole)) found.add(letter);
    }
  }
  return found;
}

/**
 * Pick a token of the supply; where no more of the colour can be added, put them back.
 * @param {Draft} draft @param {string} letter @returns {Draft}
 */
export function pickToken(draft, letter) {
  const bare = { ...draft, returns: [], chosen: '', reserving: false, after: null };
  if (addable(bare).has(letter)) return { ...bare, letters: sorted(draft.letters + letter) };
  return { ...bare, letters: draft.letters.replaceAll(letter, '') };
}

/** The move that the picked tokens make, if they make one. @param {Draft} draft */
export const takeOf = (draft) =>
  movesOf(options(draft), 'take').find((move) => move.letters === draft.letters)?.text ?? '';

// Spaces of the board

/** The spaces that can be picked next. @param {Draft} draft @returns {string[]} */
export function reachable(draft) {
  const found = fitting(draft, draft.spaces).flatMap((line) => line.spaces);
  return [...new Set(found)].filter((space) => !draft.spaces.includes(space));
}

/** The lines that go through all these spaces. @param {Draft} draft @param {string[]} spaces */
const fitting = (draft, spaces) =>
  movesOf(options(draft), 'line').filter((line) => spaces.every((space) => line.spaces.includes(space)));

/**
 * Pick a space, or put it back. Picking both ends of a line picks its middle as well.
 * @param {Draft} draft @param {string} space @returns {Draft}
 */
export function pickSpace(draft, space) {
  const bare = { ...draft, returns: [], chosen: '', reserving: false, after: null };
  if (draft.spaces.includes(space)) return withoutSpace(bare, space);
  return pickLine(bare, [...draft.spaces, space], space);
}

/** Put a space back; where the rest is no line, all of them. @param {Draft} draft @param {string} space */
function withoutSpace(draft, space) {
  const left = { ...draft, spaces: draft.spaces.filter((each) => each !== space) };
  return lineOf(left) ? left : { ...left, spaces: [] };
}

/** Pick all these spaces at once, as by dragging over them. @param {Draft} draft @param {string[]} spaces
 * @param {string} last where the pointer is: the line begins anew there when they are on none
 * @returns {Draft} */
function pickLine(draft, spaces, last) {
  const lines = fitting(draft, spaces);
  if (!lines.length) return { ...draft, spaces: fitting(draft, [last]).length ? [last] : [], after: null };
  const shortest = lines.reduce((a, b) => (b.spaces.length < a.spaces.length ? b : a));
  const exact = lines.some((line) => line.spaces.length === spaces.length);
  return { ...draft, spaces: exact ? spaces : shortest.spaces, after: null };
}

/** The move that the picked spaces make, if they make one. @param {Draft} draft */
export const lineOf = (draft) =>
  fitting(draft, draft.spaces).find((line) => line.spaces.length === draft.spaces.length)?.text ?? '';

// Own tokens: to pay with, to return, gold in place of gems

/**
 * Select one more own token to pay with; after the last one, none again.
 * @param {Draft} draft @param {string} letter @param {number} held @returns {Draft}
 */
export function selectToken(draft, letter, held) {
  const count = [...draft.selected].filter((each) => each === letter).length;
  const others = draft.selected.replaceAll(letter, '');
  return { ...draft, selected: sorted(others + letter.repeat(count < held ? count + 1 : 0)) };
}

/** Whether tokens must be returned. @param {Draft} draft */
export const mustReturn = (draft) => movesOf(draft.after?.legal ?? options(draft), 'return').length > 0;

/**
 * Return a token. Where the number owed is known, the server is asked once all are chosen: it wants them in the order
 * of their kinds, people click in any order.
 * @param {Draft} draft @param {string} letter @param {number} [owed] @returns {Draft}
 */
export const returnToken = (draft, letter, owed = draft.owed) =>
  ({ ...draft, returns: [...draft.returns, letter], owed, after: null });

/** @param {Draft} draft @param {string} letter @returns {Draft} */
export function keepToken(draft, letter) {
  const at = draft.returns.indexOf(letter);
  return { ...draft, returns: draft.returns.filter((_, index) => index !== at), after: null };
}

/**
 * All moves of a draft, in the order of the rules: gold choices and returned tokens by their kinds, whatever the order
 * of the clicks.
 * @param {Draft} draft @returns {string[]}
 */
export function movesToSend(draft) {
  const whole = [...draft.moves, takeOf(draft) || lineOf(draft)].filter((move) => move);
  const paid = whole.flatMap((move) => withGold(move, draft.gold));
  return draft.returns.length < (draft.owed ?? 0) ? paid : [...paid, ...returnsOf(draft)];
}

/** The tokens to be returned as moves, by their kinds. @param {Draft} draft */
const returnsOf = (draft) => [...sorted(draft.returns.join(''))].map((letter) => `-${letter}`);

/** @param {string} move @param {string[]} gold @returns {string[]} */
function withGold(move, gold) {
  const parsed = parseMove(move);
  if (parsed.kind !== 'buy' || !gold.length) return [move];
  return [`b${parsed.place}+`, ...[...sorted(gold.join(''))].map((letter) => `J=${letter}`), 'pay'];
}

/** Whether the draft can be confirmed. @param {Draft} draft */
export const isComplete = (draft) => draft.after !== null && (draft.after.ends || draft.after.shows);

// Keeping a draft while the page reloads

/** A draft as text. @param {Draft} draft */
export function saved({ state, moves, next, letters, spaces, returns, gold, selected, chosen, owed }) {
  return JSON.stringify({ state, moves, next, letters, spaces, returns, gold, selected, chosen, owed });
}

/** The draft of a text, where it belongs to this state; null where it does not, or where another version wrote it.
 * @param {string | null} text @param {number} state @param {string[]} legal @returns {Draft | null} */
export function restored(text, state, legal) {
  try {
    const found = JSON.parse(text || 'null');
    const draft = { ...nothing(state, legal), ...found };
    const lists = [draft.moves, draft.next, draft.spaces, draft.returns, draft.gold];
    const texts = [draft.letters, draft.selected, draft.chosen];
    const isOurs = lists.every(Array.isArray) && texts.every((each) => typeof each === 'string');
    return found?.state === state && isOurs && !isIdle(draft) ? draft : null;
  } catch {
    return null;
  }
}
