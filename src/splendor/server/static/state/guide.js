/** The first-game guide: which step follows from what the player has done. Pure functions. */

import { parseMove } from './moves.js';
import { isComplete, isEmpty } from './staging.js';

/**
 * A step points `at` the first of some things that is on the screen, and goes on when one of `until` has happened.
 * @typedef {'picked' | 'ready' | 'moved' | 'bought' | 'reserved' | 'filled' | 'traded'} Fact
 * @typedef {{ name: string, at: string[], until: Fact[], undo?: number, option?: string }} Step `undo`: the step to go
 *   back to when nothing is staged any more; `option`: the rule option that changes its text
 */

/** The keys of a step's text, the best one first: where an option of the table changes what the step says, there may
 * be a text for its value. @param {string} game @param {Step} step @param {import('./games.js').Options} options */
export const textKeys = (game, { name, option }, options) =>
  [`guide.${game}.${name}.text.${option ? options[option] : ''}`, `guide.${game}.${name}.text`];

/** @type {Object<string, Fact>} */
const KINDS = { buy: 'bought', reserve: 'reserved', fill: 'filled', privilege: 'traded' };

/**
 * What the player has done since a step began.
 * @param {import('./staging.js').Draft} draft @param {import('./types.js').LogEvent[]} events
 * @param {number[]} seats mine @param {number} since the number of the last event before the step
 * @returns {Set<Fact>}
 */
export function factsOf(draft, events, seats, since) {
  /** @type {Set<Fact>} */
  const facts = new Set();
  if (!isEmpty(draft)) facts.add('picked');
  if (isComplete(draft)) facts.add('ready');
  for (const event of events) {
    if (event.seq <= since || event.kind !== 'moved' || !seats.includes(event.seat ?? -1)) continue;
    facts.add('moved');
    for (const move of event.moves ?? []) {
      const fact = KINDS[parseMove(move).kind];
      if (fact) facts.add(fact);
    }
  }
  return facts;
}

/**
 * The step that follows: the same, the next, or the one before the confirm. None is skipped.
 * @param {Step[]} steps @param {number} step @param {Set<Fact>} facts @param {boolean} [turned] whether somebody turned
 * to this step by hand, to read it: then nothing has to be staged for it @returns {number}
 */
export function stepAfter(steps, step, facts, turned = false) {
  const { until, undo } = steps[step];
  if (until.some((fact) => facts.has(fact))) return step + 1;
  return undo !== undefined && !turned && !facts.has('picked') ? undo : step;
}
