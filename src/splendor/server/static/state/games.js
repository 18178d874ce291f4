/**
 * The games that the server offers, as GET /api/games lists them: rule sets, numbers of players, options, levels of
 * bots. The pages know none of this by themselves.
 *
 * `low` and `high` limit an integer; a `nullable` one may also be absent (no limit), and `suggested` is a good value
 * to start from. A seat is a number counted from 0, or `random`.
 * @typedef {{ name: string, elo?: number | null, interval?: number | null }} Level
 * @typedef {{ name: string, kind: string, default: any, help?: string, low?: number, high?: number,
 *   nullable?: boolean, suggested?: number | null, values?: (number | string)[] }} Option
 * @typedef {{ rules: string, game: string, players: number[], options: Option[],
 *   levels: Object<string, Level[]> }} Game
 * @typedef {{ protocol?: number, clocks: string[], games: Game[] }} Games
 */

/** The values of all options of a table. @typedef {Object<string, any>} Options */

/** A rule set by its name, or the first one. @param {Games} list @param {string | null} rules @returns {Game} */
export const gameNamed = ({ games }, rules) => games.find((game) => game.rules === rules) ?? games[0];

/** The options of a table: those that were chosen, and the rule set's own for all others.
 * @param {Games | null} list @param {{ rules: string, options?: Options }} room @returns {Options} */
export function optionsOf(list, { rules, options = {} }) {
  const game = list?.games.find((each) => each.rules === rules);
  return { ...Object.fromEntries((game?.options ?? []).map((option) => [option.name, option.default])), ...options };
}

/** The bots for a number of players. @param {Game | undefined} game @param {number} players @returns {Level[]} */
export const levelsOf = (game, players) => game?.levels[players] ?? [];

/** @param {Level} level */
const isRated = ({ elo }) => (elo ?? null) !== null;

/** The bots with a measured rating, weakest first. @param {Level[]} levels */
export const ladderOf = (levels) => levels.filter(isRated);

/** The bots without a rating: each plays in a style of its own. @param {Level[]} levels */
export const stylesOf = (levels) => levels.filter((level) => !isRated(level));

/** The level to start with: the middle of the ladder, or any bot where none is rated. @param {Level[]} levels */
export function usualLevel(levels) {
  const ladder = ladderOf(levels);
  return (ladder[Math.floor(ladder.length / 2)] ?? levels[0])?.name ?? '';
}
