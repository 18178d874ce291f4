/** The first-game guide: its steps, and what brings each of them to its end. Pure data and functions. */

import { parseMove } from './moves.js';
import { isComplete, isEmpty } from './staging.js';

/**
 * A step points `at` the first of some things that is on the screen, and goes on when one of `until` has happened.
 * @typedef {'picked' | 'ready' | 'moved' | 'bought' | 'reserved' | 'filled' | 'traded'} Fact
 * @typedef {{ name: string, at: string[], until: Fact[], undo?: number }} Step `undo`: the step to go back to when
 *   nothing is staged any more
 */

/** @type {Step[]} */
const BASE = [
  { name: 'market', at: ['.market'], until: ['picked', 'moved'] },
  { name: 'take', at: ['.stock', '.supply'], until: ['ready', 'moved'] },
  { name: 'confirm', at: ['.confirm .cta', '.confirm'], until: ['moved'], undo: 1 },
  { name: 'buy', at: ['.market .card.is-buy', '.market'], until: ['bought'] },
  { name: 'reserve', at: ['.market'], until: ['reserved'] },
  { name: 'nobles', at: ['.nobles'], until: [] },
  { name: 'win', at: ['.me .score', '.me'], until: [] },
];

/** @type {Step[]} */
const DUEL = [
  { name: 'line', at: ['.board'], until: ['ready', 'moved'] },
  { name: 'confirm', at: ['.confirm .cta', '.confirm'], until: ['moved'], undo: 0 },
  { name: 'cards', at: ['.pyramid .card.is-buy', '.pyramid'], until: ['bought'] },
  { name: 'gold', at: ['.pyramid'], until: ['reserved'] },
  { name: 'privilege', at: ['.privs'], until: ['traded'] },
  { name: 'fill', at: ['.bagbox'], until: ['filled'] },
  { name: 'three', at: ['.rings', '.dp'], until: [] },
];

/** @param {string} game @returns {Step[]} */
export const stepsOf = (game) => (game === 'duel' ? DUEL : BASE);

/** What a rule set may do otherwise, and the step that tells it. @type {Object<string, string>} */
const HABIT = { nobles: 'nobles', win: 'tokens' };
const USUAL = ['come', 'return'];

/** The key of a step's text, by the habits of the table. @param {string} game @param {string} name
 * @param {import('./rule_habits.js').Habits} habits */
export function textOf(game, name, habits) {
  const habit = game === 'base' ? habits[HABIT[name]] ?? USUAL[0] : USUAL[0];
  return `guide.${game}.${name}.text${USUAL.includes(habit) ? '' : `.${habit}`}`;
}

/** @type {Object<string, Fact>} */
const KINDS = { buy: 'bought', reserve: 'reserved', fill: 'filled', privilege: 'traded' };

/**
 * What somebody has done since a step began.
 * @param {import('./staging.js').Draft} draft @param {import('./types.js').Told[]} events
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
 * The step after what was done: the same, the next, the one before the confirm, or the first after it for
 * who has moved already.
 * @param {string} game @param {number} step @param {Set<Fact>} facts @returns {number}
 */
export function stepAfter(game, step, facts) {
  const steps = stepsOf(game);
  const { until, undo } = steps[step];
  if (until.some((fact) => facts.has(fact))) {
    const confirm = steps.findIndex((each) => each.name === 'confirm');
    return facts.has('moved') ? Math.max(step, confirm) + 1 : step + 1;
  }
  return undo !== undefined && !facts.has('picked') ? undo : step;
}

/** The step after this one for who does not want to do it now: where nothing is staged, nothing is confirmed.
 * @param {string} game @param {number} step @param {Set<Fact>} facts @returns {number} */
export function stepWithout(game, step, facts) {
  const next = stepsOf(game)[step + 1];
  return next?.undo !== undefined && !facts.has('picked') ? step + 2 : step + 1;
}
