/** Which things fly from where to where for a list of events, and which sounds go with them. Pure functions. */

import { SPIRAL, spacesOf, tokenAt } from './board.js';
import { parseMove, spaceIndex } from './moves.js';

/** @typedef {import('./types.js').LogEvent} LogEvent */
/** @typedef {import('./moves.js').Move} Move */
/**
 * A place on the screen, of a seat or of the table. `of` says which one: a letter, a space, a card, a level…
 * @typedef {{ kind: 'pile' | 'space' | 'bag' | 'card' | 'deck' | 'noble' | 'royal' | 'scrolls' | 'token' | 'bought'
 *   | 'hand' | 'won', of?: string | number, seat?: number }} Spot
 * `look`: whether the flying thing is drawn like the thing at its start or like the one at its end.
 * @typedef {{ from: Spot, to: Spot, look: 'from' | 'to' }} Flight
 * @typedef {'tokens' | 'purchase' | 'reserve' | 'honour' | 'tap' | 'turn' | 'won' | 'lost'} Sound
 * The effects of one decision; `count` is the number of clicks in the sound of tokens.
 * @typedef {{ flights: Flight[], sound: Sound, count: number }} Step
 */

export const FLIGHT = 420; // milliseconds of one flight
export const APART = 60; // between two flights of a step
export const LONGEST = 3000; // until the last step begins
const PAUSE = 80; // for a step in which nothing flies

/** @param {LogEvent[]} events since the news before @param {import('./types.js').Table | null} before the table then
 * @returns {Step[]} */
export function stepsOf(events, before) {
  if (!before) return [];
  let board = before.board ?? '';
  return events.filter((event) => event.kind === 'moved').flatMap((event) => (event.moves ?? []).map((text, index) => {
    const move = parseMove(text);
    const step = stepOf(event, index, move, board);
    if (board) board = boardAfter(board, move, event.drawn?.[index] ?? '');
    return step;
  }));
}

/** @param {LogEvent} event @param {number} index @param {Move} move @param {string} board before the move
 * @returns {Step} */
function stepOf(event, index, move, board) {
  const seat = event.seat ?? 0;
  const noble = event.nobles?.[index] ?? null;
  const flights = [
    ...moveFlights(move, seat, board), ...cardFlights(move, seat, event.cards?.[index] ?? null),
    ...fillFlights(move, board, event.drawn?.[index] ?? ''), ...privilegeFlights(event.privileges?.[index] ?? []),
  ];
  if (noble !== null) flights.push(flight({ kind: 'noble', of: noble }, { kind: 'won', seat }));
  const count = move.kind === 'take' ? move.letters.length : move.kind === 'line' ? move.spaces.length : 1;
  return { flights, sound: noble === null ? soundOf(move) : 'honour', count };
}

/** @param {Spot} from @param {Spot} to @param {'from' | 'to'} look @returns {Flight} */
const flight = (from, to, look = 'from') => ({ from, to, look });

/** Tokens and royal cards. Without a board, tokens return to a pile and are drawn like it: opponents' panels may show no discs.
 * @param {Move} move @param {number} seat @param {string} board @returns {Flight[]} */
function moveFlights(move, seat, board) {
  const token = (/** @type {string} */ of, owner = seat) => /** @type {Spot} */ ({ kind: 'token', of, seat: owner });
  switch (move.kind) {
    case 'take': return [...move.letters].map((of) => flight({ kind: 'pile', of }, token(of)));
    case 'return': return [board ? flight(token(move.letter), { kind: 'bag' })
      : flight(token(move.letter), { kind: 'pile', of: move.letter }, 'to')];
    case 'steal': return [flight(token(move.letter, 1 - seat), token(move.letter))];
    case 'royal': return [flight({ kind: 'royal', of: move.number }, { kind: 'won', seat })];
    default: return spacesOf(move).map((of) => flight({ kind: 'space', of }, token(tokenAt(board, of))));
  }
}

/** @param {Move} move @param {number} seat @param {import('./types.js').CardId | null} card @returns {Flight[]} */
function cardFlights(move, seat, card) {
  if (move.kind !== 'buy' && move.kind !== 'reserve') return [];
  const to = /** @type {Spot} */ ({ kind: move.kind === 'buy' ? 'bought' : 'hand', seat });
  const isUnseen = move.kind === 'reserve' && (card === null || move.place.length === 1); // its owner knows it
  if (isUnseen) return [flight({ kind: 'deck', of: move.place[0] }, to)];
  return card === null ? [] : [flight({ kind: 'card', of: card }, to)];
}

/** @param {Move} move @param {string} board @param {string} drawn @returns {Flight[]} */
const fillFlights = (move, board, drawn) => (move.kind !== 'fill' ? []
  : filledBy(board, drawn).map((of) => flight({ kind: 'bag' }, { kind: 'space', of }, 'to')));

/** @param {string} board @param {string} drawn */
export const filledBy = (board, drawn) => SPIRAL.filter((space) => !tokenAt(board, space)).slice(0, drawn.length);

/** A privilege comes from above the board, or from the other player where that one has fewer now. @param {number[]} changes by seat
 * @returns {Flight[]} */
const privilegeFlights = (changes) => changes.flatMap((change, seat) => (change <= 0 ? []
  : [flight({ kind: 'scrolls', seat: changes[1 - seat] < 0 ? 1 - seat : undefined }, { kind: 'scrolls', seat })]));

/** @param {string} board @param {Move} move @param {string} drawn */
function boardAfter(board, move, drawn) {
  const letters = [...board];
  for (const space of spacesOf(move)) letters[spaceIndex(space)] = '.';
  if (move.kind === 'fill') {
    filledBy(board, drawn).forEach((space, index) => { letters[spaceIndex(space)] = drawn[index]; });
  }
  return letters.join('');
}

/** @param {Move} move @returns {Sound} */
function soundOf({ kind }) {
  if (kind === 'take' || kind === 'line') return 'tokens';
  if (kind === 'buy') return 'purchase';
  if (kind === 'noble' || kind === 'royal') return 'honour';
  return kind === 'reserve' ? 'reserve' : 'tap';
}

// Timing

/** The start of each step in milliseconds: after the one before it has arrived, all within a few seconds.
 * @param {Step[]} steps @returns {number[]} */
export function startsOf(steps) {
  let next = 0;
  const starts = steps.map((step) => {
    const start = next;
    next += step.flights.length ? FLIGHT + APART * (step.flights.length - 1) : PAUSE;
    return start;
  });
  const last = starts.at(-1) ?? 0;
  return last > LONGEST ? starts.map((start) => (start * LONGEST) / last) : starts;
}

/** The sound after all steps: the end of the game, as it ended for me, or my turn. @param {import('./types.js').News} before
 * @param {import('./types.js').News} now @param {boolean} isMyTurn @param {number} steps @returns {Sound | ''} */
export function closingSound(before, now, isMyTurn, steps) {
  if (now.room.status === 'over') return before.room.status === 'over' ? '' : endOf(now);
  return isMyTurn && steps ? 'turn' : '';
}

/** One low note for who lost; whoever watches, or sits with others at one screen, hears the winner's.
 * @param {import('./types.js').News} news @returns {Sound} */
function endOf({ you = [], room: { result } }) {
  const isLost = you.length === 1 && result?.winners.length && !result.winners.includes(you[0].seat);
  return isLost ? 'lost' : 'won';
}
