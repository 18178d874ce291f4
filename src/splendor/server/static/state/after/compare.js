/** Compares the actions of a transcript with those of a replay. Pure functions. */

import { cardOf, newCards } from './replay.js';
import { parseMove, spaceName } from '../moves.js';
import { letterOf } from '../price.js';
import { sorted } from '../staging.js';

/** @typedef {import('./replay.js').Replay} Replay */
/** @typedef {import('./replay.js').Step} Step */

/**
 * The number of the first action in which replay and transcript differ, counted from 1, or 0 if they agree. Automatic
 * consequences are not compared, nor is an unfinished last turn.
 * @param {Replay} replay with every hand open @param {any} transcript
 */
export function firstDifference(replay, transcript) {
  const seen = replayActions(replay);
  const stated = transcriptActions(transcript);
  const unfinished = transcript.turns.at(-1)?.unfinished === true;
  const length = unfinished ? Math.min(seen.length, stated.length) : Math.max(seen.length, stated.length);
  for (let place = 0; place < length; place += 1) {
    if (seen[place] !== stated[place]) return place + 1;
  }
  return unfinished && Math.abs(seen.length - stated.length) > 1 ? length + 1 : 0;
}

/** Whether both end in the same way. @param {Replay} replay @param {any} transcript */
export function isSameResult({ result }, transcript) {
  const stated = transcript.result;
  const parts = /** @type {const} */ (['winners', 'points', 'cards', 'reason']);
  return !!result && !!stated && parts.every((part) => JSON.stringify(result[part]) === JSON.stringify(stated[part]));
}

/** The first of these nonces that was part of the deal for one of these seats, if any.
 * @param {{ nonces: string[] }} proof @param {string[]} nonces @param {number[]} seats */
export const nonceInside = (proof, nonces, seats) =>
  nonces.find((nonce) => seats.some((seat) => proof.nonces[seat] === nonce));

/** @param {Replay} replay @returns {string[]} */
function replayActions({ steps }) {
  return steps.flatMap((step, ply) => {
    const action = ply ? replayAction(steps, ply) : '';
    return action ? [`${step.seat} ${action}`] : [];
  });
}

/** @param {Step[]} steps @param {number} ply */
function replayAction(steps, ply) {
  const [before, step] = [steps[ply - 1], steps[ply]];
  const move = parseMove(step.move ?? '');
  const seat = step.seat ?? 0;
  const [bought] = newCards(before.table.places[seat], step.table.places[seat]);
  if (bought !== undefined) return `buy ${bought}`;
  switch (move.kind) {
    case 'take': return `take ${move.letters}`;
    case 'line': return `take ${[...move.spaces].sort().join('')}`;
    case 'privilege': return `privilege ${move.space}`;
    case 'reserve': return `reserve ${cardOf(steps, ply)}`;
    case 'pass': return 'pass';
    default: return '';
  }
}

/** @param {any} transcript @returns {string[]} */
function transcriptActions({ turns }) {
  return turns.flatMap((/** @type {any} */ turn) => turn.steps.flatMap((/** @type {any} */ step) => {
    const action = transcriptAction(step);
    return action ? [`${turn.seat} ${action}`] : [];
  }));
}

/** @param {any} step */
function transcriptAction(step) {
  switch (step.do) {
    case 'take': return `take ${takenOf(step)}`;
    case 'privilege': return `privilege ${spaceOf(step.cell)}`;
    case 'reserve': return `reserve ${step.card}`;
    case 'buy': return `buy ${step.card}`;
    case 'pass': return 'pass';
    default: return '';
  }
}

/** @param {{ tokens?: string[], cells?: number[][] }} step */
function takenOf({ tokens = [], cells }) {
  return cells ? cells.map(spaceOf).sort().join('') : sorted(tokens.map(letterOf).join(''));
}

/** A cell as the notation names it. @param {number[]} cell */
const spaceOf = ([row, column]) => spaceName(5 * row + column);
