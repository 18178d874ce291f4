/** A finished game, position by position. Pure functions. */

import { takenBy } from '../board.js';
import { cardAt, parseMove } from '../moves.js';

/** @typedef {import('../types.js').Table} Table */
/** @typedef {import('../types.js').CardId} CardId */
/**
 * The answer of /api/tables/…/replay. Step 0 is the deal; each further step names the decision that led to it.
 * @typedef {{ table: Table, seat?: number, move?: string, drawn?: string }} Step
 * @typedef {{ rules: string, options: Object<string, any>, seats: import('../types.js').Seat[], steps: Step[],
 *   result?: import('../types.js').Result }} Replay
 */

/** Endings from outside the rules: the last position can be played on. */
const OUTSIDE = ['resignation', 'time', 'abandoned'];

/** How many decisions there are. @param {Replay} replay */
export const lastPly = (replay) => replay.steps.length - 1;

/** The number of a position within the game. @param {number} ply @param {Replay} replay */
export const within = (ply, replay) => Math.max(0, Math.min(lastPly(replay), Math.floor(ply) || 0));

/** The position that an address names, such as `#12`; the deal if it names none. @param {string} fragment */
export function plyOf(fragment) {
  const found = fragment.match(/^#(\d{1,5})$/);
  return found ? Number(found[1]) : 0;
}

/** Whether somebody can play on from there. @param {Replay} replay @param {number} ply */
export function canPlayOn(replay, ply) {
  return ply < lastPly(replay) || OUTSIDE.includes(replay.result?.reason ?? '');
}

/** The cards bought between two positions. @param {{ bought: CardId[] }} before
 * @param {{ bought: CardId[] }} after @returns {CardId[]} */
export const newCards = (before, after) => (after.bought ?? []).filter((card) => !before.bought?.includes(card));

/** The card of a purchase or reservation, where the reader may see it. @param {Step[]} steps @param {number} ply
 * @returns {CardId | null} */
export function cardOf(steps, ply) {
  const [before, step] = [steps[ply - 1], steps[ply]];
  const move = parseMove(step.move ?? '');
  if (move.kind !== 'buy' && move.kind !== 'reserve') return null;
  const { place } = move;
  const own = (/** @type {Table} */ table) => table.places[step.seat ?? 0];
  if (place[0] === 'h') {
    const held = own(before.table).hand[Number(place[1]) - 1]?.card;
    return held ?? newCards(own(before.table), own(step.table))[0] ?? null;
  }
  if (place.length === 2) return cardAt(before.table, [], place);
  const next = steps[ply + 1];
  return unseenCard(before, step) ?? (next?.seat === step.seat ? unseenCard(before, next) : null);
}

/** A card reserved from a deck, visible to its owner only; where gold is chosen, it arrives a step later.
 * @param {Step} before @param {Step} step @returns {CardId | null} */
function unseenCard(before, step) {
  const seat = step.seat ?? 0;
  const held = before.table.places[seat].hand.map((each) => each.card);
  return step.table.places[seat].hand.find((each) => !held.includes(each.card))?.card ?? null;
}

/** The tokens that a decision took from the board. @param {Step[]} steps @param {number} ply */
function takenOf(steps, ply) {
  const { table } = steps[ply - 1];
  return table.board ? takenBy(table.board, parseMove(steps[ply].move ?? '')) : '';
}

/** The noble that came to somebody with a decision. @param {Step[]} steps @param {number} ply */
function nobleOf(steps, ply) {
  const [before, after] = [steps[ply - 1].table, steps[ply].table];
  return before.nobles?.find((id, slot) => id !== null && after.nobles?.[slot] === null) ?? null;
}

/** How many privileges each seat got by a decision; nothing where nobody got one. @param {Step[]} steps
 * @param {number} ply */
function privilegesOf(steps, ply) {
  const [before, after] = [steps[ply - 1].table, steps[ply].table];
  const more = after.places.map((place, seat) => (place.privileges ?? 0) - (before.places[seat].privileges ?? 0));
  return Math.max(...more) > 0 ? more : [];
}

/** A decision as an event of a table's log; its number is that of the position it leads to.
 * @param {Replay} replay @param {number} ply @returns {import('../types.js').LogEvent} */
export function eventAt(replay, ply) {
  const step = replay.steps[ply];
  return {
    seq: ply, at: 0, kind: 'moved', seat: step.seat, moves: [step.move ?? ''], drawn: [step.drawn ?? ''],
    cards: [cardOf(replay.steps, ply)], taken: [takenOf(replay.steps, ply)],
    nobles: [nobleOf(replay.steps, ply)], privileges: [privilegesOf(replay.steps, ply)],
  };
}

/** All decisions up to a position. @param {Replay} replay @param {number} ply */
export const eventsUpTo = (replay, ply) => Array.from({ length: ply }, (_, index) => eventAt(replay, index + 1));

/**
 * A position as news for somebody at `seat`, or for a spectator.
 * @param {Replay} replay @param {number} ply @param {number | null} seat @param {import('../types.js').Room} room
 * @returns {import('../types.js').News}
 */
export function newsAt(replay, ply, seat, room) {
  const { table } = replay.steps[ply];
  const over = ply === lastPly(replay);
  return {
    type: 'news', seq: ply, state: ply, table,
    room: { ...room, status: over ? 'over' : 'playing', clock: undefined, asked: undefined },
    you: seat === null ? [] : [{ seat, hand: table.places[seat].hand }],
    events: ply ? [eventAt(replay, ply)] : [],
  };
}

/** The seat from which a replay is drawn: the chosen one, else the reader's, else the first; none for a spectator.
 * @param {string} seenBy @param {number[]} own @returns {number | null} */
export function viewerOf(seenBy, own) {
  if (seenBy === 'spectator') return null;
  return seenBy === 'everybody' ? own[0] ?? 0 : Number(seenBy);
}

/** The possible values of `as`. @param {number} seats */
export const onlookers = (seats) =>
  ['everybody', 'spectator', ...Array.from({ length: seats }, (_, seat) => String(seat))];
