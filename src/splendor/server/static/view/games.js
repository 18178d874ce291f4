/** The tables of the two games: the code of each comes when somebody goes to one. */

import { signal, useEffect } from '../vendor/preact.js';
import { untilDone } from '../net/again.js';

/** @type {Object<string, () => Promise<any>>} */
const GAMES = {
  base: async () => (await import('./base.js')).BaseTable,
  duel: async () => (await import('./duel.js')).DuelTable,
};
/** Those that are here. @type {import('../vendor/preact.js').Signal<Object<string, any>>} */
const loaded = signal({});

/** @param {string} rules */
const gameOf = (rules) => (rules === 'duel' ? 'duel' : 'base');

/** Fetch the table of a rule set, if it is not here. @param {string} rules */
export async function loadGame(rules) {
  const game = gameOf(rules);
  if (loaded.value[game]) return;
  const found = await untilDone(GAMES[game]);
  loaded.value = { ...loaded.value, [game]: found };
}

/** The table of a rule set, or null while it is on its way. @param {string | undefined} rules */
export function useGame(rules) {
  useEffect(() => {
    if (rules) loadGame(rules);
  }, [rules]);
  return rules ? loaded.value[gameOf(rules)] ?? null : null;
}
