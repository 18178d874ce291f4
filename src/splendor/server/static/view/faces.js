/** The tables of the two games: the code of each comes when somebody goes to one. */

import { signal, useEffect } from '../vendor/preact.js';
import { untilLoaded } from './shared/loading.js';

/** @type {Object<string, () => Promise<any>>} */
const GAMES = {
  base: async () => (await import('./base/base_table.js')).BaseTable,
  duel: async () => (await import('./duel/duel_table.js')).DuelTable,
};
/** Those that are here. @type {import('../vendor/preact.js').Signal<Object<string, any>>} */
const loaded = signal({});

/** @param {string} rules */
const gameOf = (rules) => (rules === 'duel' ? 'duel' : 'base');

/** Fetch the table of a rule set before somebody is there. @param {string} rules */
export const prepareGame = (rules) => GAMES[gameOf(rules)]().catch(() => {}); // then it is fetched there

/** @param {string} game */
async function loadGame(game) {
  if (loaded.value[game]) return;
  const found = await untilLoaded(GAMES[game]);
  loaded.value = { ...loaded.value, [game]: found };
}

/** The table of a rule set, or null while it is on its way. @param {string | undefined} rules */
export function useGame(rules) {
  useEffect(() => {
    if (rules) loadGame(gameOf(rules));
  }, [rules]);
  return rules ? loaded.value[gameOf(rules)] ?? null : null;
}
