/** The lines of the log, from the events of a table: pure data that the view puts into words. */

import { parseMove } from './moves.js';

/**
 * One thing that a seat did.
 * @typedef {{ seq: number, at: number, seat: number | null, kind: string, move?: import('./moves.js').Move,
 *   text?: string, card?: import('./types.js').CardId | null, drawn?: string, taken?: string, noble?: number | null,
 *   privileges?: number[],
 *   event: import('./types.js').LogEvent }} Line
 */

/** @typedef {import('./types.js').LogEvent} LogEvent */

/** The events and those that follow. When the host starts without the open seats, the others have new numbers: earlier
 * events get them as well. @param {LogEvent[]} events @param {LogEvent[]} more @returns {LogEvent[]} */
export function withMore(events, more) {
  let all = [...events];
  for (const event of more) {
    if (event.kind === 'started') all = all.map((each) => renumbered(each, event.seats ?? []));
    all.push(event);
  }
  return all;
}

/** @param {LogEvent} event @param {number[]} kept the former numbers of the seats that are left @returns {LogEvent} */
function renumbered(event, kept) {
  if ((event.seat ?? null) === null) return event;
  const seat = kept.indexOf(event.seat ?? 0);
  return { ...event, seat: seat < 0 ? undefined : seat };
}

/** Events that are not logged. */
const SILENT = ['readied', 'muted', 'asked', 'answered'];

/** A cache: every part of a table asks for the lines at every click. @type {WeakMap<object, Line[]>} */
const KNOWN = new WeakMap();

/**
 * The lines of the log, latest first, without moves that were taken back.
 * @param {import('./types.js').LogEvent[]} events which are not changed afterwards @returns {Line[]} neither
 */
export function linesOf(events) {
  const lines = KNOWN.get(events) ?? readLines(events);
  KNOWN.set(events, lines);
  return lines;
}

/** @param {import('./types.js').LogEvent[]} events @returns {Line[]} */
function readLines(events) {
  /** @type {Line[]} */
  const lines = [];
  let plies = 0;
  /** @type {{ ply: number, at: number }[]} */
  const marks = [];
  for (const event of events) {
    if (event.kind === 'began') plies = event.kept ?? 0; // a table that continues another game
    if (event.kind === 'moved') {
      (event.moves ?? []).forEach((text, index) => {
        marks.push({ ply: plies, at: lines.length });
        plies += 1;
        lines.push(lineOf(event, text, index));
      });
    } else if (event.kind === 'undone') {
      const kept = event.kept ?? 0;
      while (marks.length && marks[marks.length - 1].ply >= kept) lines.length = /** @type {any} */ (marks.pop()).at;
      plies = kept;
      lines.push({ seq: event.seq, at: event.at, seat: event.seat ?? null, kind: event.kind, event });
    } else if (!SILENT.includes(event.kind)) {
      if (isSameHint(lines[lines.length - 1], event)) lines.pop(); // the next step of a hint
      lines.push({ seq: event.seq, at: event.at, seat: event.seat ?? null, kind: event.kind, event });
    }
  }
  return lines.reverse();
}

/** Whether an event is about the same decision as a hint before it. @param {Line | undefined} line @param {LogEvent} event */
const isSameHint = (line, event) => event.kind === 'hinted' && line?.kind === 'hinted' && line.event.kept === event.kept;

/** @param {import('./types.js').LogEvent} event @param {string} text @param {number} index @returns {Line} */
function lineOf(event, text, index) {
  return {
    seq: event.seq,
    at: event.at,
    seat: event.seat ?? null,
    kind: 'moved',
    text,
    move: parseMove(text),
    card: event.cards?.[index] ?? null,
    drawn: event.drawn?.[index] ?? '',
    taken: event.taken?.[index] ?? '',
    noble: event.nobles?.[index] ?? null,
    privileges: event.privileges?.[index] ?? [],
    event,
  };
}

/**
 * The privilege that came with a move, from the mover's side: received or given, from the board or from a player.
 * @param {Line} line @returns {'got' | 'gotTheirs' | 'gave' | 'gaveOwn' | null}
 */
export function privilegeOf({ seat, privileges }) {
  if (!privileges?.length || seat === null) return null;
  const [own, other] = [privileges[seat], privileges[1 - seat]];
  if (own > 0) return other < 0 ? 'gotTheirs' : 'got';
  return own < 0 ? 'gaveOwn' : 'gave';
}

/**
 * The lines of the log grouped by turn, latest turn first; within a turn privileges, the action and its consequences.
 * @param {Line[]} lines the last first @returns {Line[][]}
 */
export function turnsOf(lines) {
  /** @type {Line[][]} */
  const turns = [];
  for (const line of [...lines].reverse()) {
    const turn = turns[turns.length - 1];
    if (turn && isSameTurn(turn, line)) turn.push(line);
    else turns.push([line]);
  }
  return turns.reverse();
}

/** Whether a line belongs to the turn before it. A second action, or a privilege after an action, begins a new turn.
 * @param {Line[]} turn @param {Line} line */
function isSameTurn(turn, line) {
  if (line.kind !== 'moved' || turn[0].kind !== 'moved' || turn[0].seat !== line.seat) return false;
  const begins = isAction(line) || line.move?.kind === 'privilege';
  return !begins || !turn.some(isAction);
}

/** The last turn of a seat, decision by decision. @param {Line[]} lines the last first @param {number} seat
 * @returns {Line[]} */
export const lastTurnOf = (lines, seat) =>
  turnsOf(lines).find(([line]) => line.kind === 'moved' && line.seat === seat) ?? [];

/** The others' turns since one of my seats moved, in order; for spectators the last turn of all.
 * @param {Line[]} lines the last first @param {number[]} own @returns {Line[][]} */
export function turnsOfOthers(lines, own) {
  const turns = turnsOf(lines).filter(([{ kind }]) => kind === 'moved');
  const mine = turns.findIndex(([{ seat }]) => own.includes(seat ?? -1));
  if (!own.length) return turns.slice(0, 1);
  return turns.slice(0, mine < 0 ? turns.length : mine).reverse();
}

/** Whether a line is the action of its turn, as opposed to what precedes or follows it. @param {Line} line */
const isAction = ({ move }) => ['take', 'line', 'buy', 'reserve', 'pass', 'fill'].includes(move?.kind ?? '');

/**
 * The places of the market that were refilled since a seat's last action, that action included; without a seat, by
 * the last action of all.
 * @param {Line[]} lines the last first @param {number | null} seat @returns {Set<string>}
 */
export function freshPlaces(lines, seat) {
  const moved = lines.filter((line) => line.kind === 'moved');
  const own = moved.find((line) => seat === null || line.seat === seat);
  const end = own ? moved.findLastIndex((line) => line.seq === own.seq) + 1 : moved.length;
  const places = moved.slice(0, end).flatMap(({ move }) =>
    (move?.kind === 'buy' || move?.kind === 'reserve' ? [move.place] : []));
  return new Set(places.filter((place) => /^[1-3][a-e]$/.test(place)));
}

// Taking moves back

/**
 * Whether one of these seats has a move to take back. Moves from before a fork cannot be, and those already taken
 * back do not count.
 * @param {import('./types.js').LogEvent[]} events the log, from the first event on
 * @param {number[]} seats mine
 */
export function canTakeBack(events, seats) {
  let played = 0;
  let own = /** @type {number[]} */ ([]); // for each of my confirms: how many decisions preceded it
  for (const { kind, seat = -1, moves = [], kept } of events) {
    if (kind === 'moved' && seats.includes(seat)) own.push(played);
    if (kind === 'moved') played += moves.length;
    if (kind === 'began' || kind === 'undone') {
      played = kept ?? 0;
      own = own.filter((before) => before < played);
    }
  }
  return own.length > 0;
}
