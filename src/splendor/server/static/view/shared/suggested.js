/** The levels that suit me, as the server suggests them; until it has answered, the middle of the ladder. */

import { signal } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { levelsOf, usualLevel } from '../../state/games.js';
import { nextFor } from '../../state/my_games.js';

/** @typedef {import('../../state/my_games.js').Next} Next */
/** @typedef {import('../../state/games.js').Game} Game */

export const suggested = signal(/** @type {Next[]} */ ([]));

/** Ask again, and return what is suggested now; without an answer, what was. */
export async function askNext() {
  try {
    suggested.value = await api.next();
  } catch {
    // the usual level will do
  }
  return suggested.value;
}

/** The suggestion for a game. @param {Game} game @param {number} players */
export const suggestionFor = (game, players) =>
  nextFor(suggested.value, game.game, players, levelsOf(game, players));

/** The level to begin with. @param {Game} game @param {number} players */
export const suitableLevel = (game, players) =>
  suggestionFor(game, players)?.level ?? usualLevel(levelsOf(game, players));
