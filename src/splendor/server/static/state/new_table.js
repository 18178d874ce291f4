/** The setup of a new table: who sits where, by which rules. Plain data, changed by pure functions. */

import { gameNamed, usualLevel } from './games.js';

/** @typedef {import('./games.js').Game} Game */
/** @typedef {import('./games.js').Level} Level */
/** @typedef {import('./games.js').Option} Option */
/**
 * A seat is `me` (the first one is me, the others are people at the same screen), `open`, or `bot:LEVEL`.
 * `options` holds only values that differ from the rule set's own.
 * @typedef {{ rules: string, seats: string[], options: Object<string, any>, clock: string,
 *   spectators: boolean, hints: boolean }} Setup
 */

export const ME = 'me';
export const OPEN = 'open';
const BOT = 'bot:';

/** @param {string} who */
const isBot = (who) => who.startsWith(BOT);

/** The bot of a seat, if one sits there. @param {string} who */
export const botOf = (who) => (isBot(who) ? who.slice(BOT.length) : '');

/** @param {string} level */
export const botSeat = (level) => BOT + level;

/** A table with me at the first seat and the same `others` at the rest. @param {string} rules @param {number} players
 * @param {string} others @returns {Setup} */
export const newSetup = (rules, players, others) => ({
  rules, seats: [ME, ...Array.from({ length: players - 1 }, () => others)], options: {}, clock: '', spectators: true,
  hints: false,
});

/** The same table with others. @param {Setup} setup @param {string} others @returns {Setup} */
export const withOthers = (setup, others) => ({ ...setup, seats: setup.seats.map((_, seat) => (seat ? others : ME)) });

/** The same table for bots only. @param {Setup} setup @param {string} level @returns {Setup} */
export const withBotsOnly = (setup, level) => ({ ...setup, seats: setup.seats.map(() => botSeat(level)) });

/** The level of the first bot. @param {Setup} setup */
export const levelOf = (setup) => botOf(setup.seats.find((who) => botOf(who)) ?? '');

/** The same level for all bots. @param {Setup} setup @param {string} level @returns {Setup} */
export const withLevel = (setup, level) => ({
  ...setup, seats: setup.seats.map((who) => (isBot(who) ? botSeat(level) : who)),
});

/** The same for another rule set: options of the former one are dropped.
 * @param {Setup} setup @param {Game} game @returns {Setup} */
export function withRules(setup, { rules, players }) {
  const count = players.findLast((number) => number <= setup.seats.length) ?? players[0];
  return withPlayers({ ...setup, rules, options: {} }, count, setup.seats[1] ?? OPEN);
}

/** @param {Setup} setup @param {number} players @param {string} others who sits at a new seat @returns {Setup} */
export function withPlayers(setup, players, others) {
  const seats = Array.from({ length: players }, (_, seat) => setup.seats[seat] ?? others);
  const { start } = setup.options;
  const gone = typeof start === 'number' && start >= players;
  return { ...setup, seats, options: gone ? without(setup.options, 'start') : setup.options };
}

/** @param {Setup} setup @param {number} seat @param {string} who @returns {Setup} */
export const withSeat = (setup, seat, who) => ({ ...setup, seats: setup.seats.with(seat, who) });

/** Bots that the levels do not list are replaced by the usual one. @param {Setup} setup
 * @param {Level[]} levels @param {string} usual @returns {Setup} */
export function withKnownBots(setup, levels, usual = usualLevel(levels)) {
  const known = (/** @type {string} */ who) => !isBot(who) || levels.some((level) => level.name === botOf(who));
  return { ...setup, seats: setup.seats.map((who) => (known(who) ? who : botSeat(usual))) };
}

/** @param {Setup} setup @param {Option} option @param {any} value @returns {Setup} */
export function withOption(setup, { name, default: usual }, value) {
  const options = without(setup.options, name);
  return { ...setup, options: value === usual ? options : { ...options, [name]: value } };
}

/** The value of an option. @param {Setup} setup @param {Option} option */
export const valueOf = ({ options }, option) => (option.name in options ? options[option.name] : option.default);

/** @param {Object<string, any>} object @param {string} name */
function without(object, name) {
  const { [name]: _, ...rest } = object;
  return rest;
}

/** The value that the text of a menu's entry means. @param {Option} option @param {string} text */
export function chosenValue({ kind, values = [] }, text) {
  if (kind === 'seat') return text === 'random' ? text : Number(text);
  return values.find((value) => String(value) === text) ?? text;
}

/** @typedef {{ key: string, name?: string, least?: number, most?: number, values?: (number | string)[],
 *   rules?: string, value?: string }} Wrong */

/** Why such a table cannot be opened: the key of a text and its values, or null.
 * @param {Setup} setup @param {Game} game @returns {Wrong | null} */
export function wrongWith(setup, { options }) {
  const unknown = Object.keys(setup.options).find((name) => !options.some((option) => option.name === name));
  if (unknown) return { key: 'unknown', name: unknown };
  for (const option of options) {
    const wrong = wrongOption(setup, option);
    if (wrong) return wrong;
  }
  return null;
}

/** What is wrong with the value of an option. @param {Setup} setup @param {Option} option @returns {Wrong | null} */
export function wrongOption(setup, option) {
  const value = valueOf(setup, option);
  const { name, values, low: least = -Infinity, high: most = Infinity } = option;
  const seats = setup.seats.length;
  if (values) return values.includes(value) ? null : { key: 'choice', name, values };
  if (option.kind === 'seat') {
    return value === 'random' || isWithin(value, 0, seats - 1) ? null : { key: 'seat', name, most: seats };
  }
  if (option.kind !== 'integer') return null; // the server knows what it may be
  return (option.nullable && value === null) || isWithin(value, least, most) ? null : { key: 'range', name, least, most };
}

/** @param {any} value @param {number} least @param {number} most */
const isWithin = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

/** What is sent to the server. @param {Setup} setup */
export function bodyOf(setup) {
  const seats = setup.seats.map((who) => (isBot(who) ? { who: 'bot', level: botOf(who) } : { who: who }));
  const body = { rules: setup.rules, seats, options: setup.options, spectators: setup.spectators, hints: setup.hints };
  return setup.clock ? { ...body, clock: clockOf(setup.clock) } : body;
}

/** A clock as it is sent: `300+3` is seconds for the game and for each turn, `3d` is days for each turn.
 * @param {string} clock @returns {{ seconds: number, increment: number, days?: number }} */
export function clockOf(clock) {
  if (clock.endsWith('d')) return { seconds: 0, increment: 0, days: Number(clock.slice(0, -1)) };
  const [seconds, increment] = clock.split('+').map(Number);
  return { seconds, increment };
}

const OPTION = 'option.';

/** The setup in the fragment of an address: `rules=NAME&level=strong&option.target=8`. The rest has its usual values.
 * @param {import('./games.js').Games} games @param {string} fragment @returns {Setup} */
export function typedSetup(games, fragment) {
  const typed = new URLSearchParams(fragment.replace(/^#/, ''));
  const { rules, players } = gameNamed(games, typed.get('rules'));
  const count = players.find((number) => number === Number(typed.get('players'))) ?? players[0];
  const options = [...typed].filter(([name]) => name.startsWith(OPTION))
    .map(([name, value]) => [name.slice(OPTION.length), readValue(value)]);
  const setup = newSetup(rules, count, botSeat(typed.get('level') ?? ''));
  return { ...setup, options: Object.fromEntries(options) };
}

const SHOWN = 40; // letters of a wrong value that are repeated

/** What is wrong with the game, the players or the level in the fragment of an address.
 * @param {import('./games.js').Games} games @param {string} fragment @returns {Wrong | null} */
export function wrongAddress(games, fragment) {
  const typed = new URLSearchParams(fragment.replace(/^#/, ''));
  const value = (/** @type {string} */ name) => typed.get(name)?.slice(0, SHOWN);
  const { rules, players, levels } = gameNamed(games, typed.get('rules'));
  if (typed.has('rules') && typed.get('rules') !== rules) return { key: 'rules', value: value('rules') };
  const count = Number(typed.get('players') ?? players[0]);
  if (!players.includes(count)) return { key: 'players', rules, values: players, value: value('players') };
  const known = typed.has('level') ? levels[count].some(({ name }) => name === typed.get('level')) : true;
  return known ? null : { key: 'level', value: value('level') };
}

/** The same table with usual values for options that are wrong. @param {Setup} setup @param {Game} game
 * @returns {Setup} */
export function withFitOptions(setup, { options }) {
  const fit = options.filter((option) => option.name in setup.options && !wrongOption(setup, option));
  return { ...setup, options: Object.fromEntries(fit.map(({ name }) => [name, setup.options[name]])) };
}

/** @param {string} text */
function readValue(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text; // the server says what is wrong with it
  }
}

const LINK = /(?:^|\/t\/)([\w-]{22})(#seat=[\w-]+)?\s*$/;

/** The page of a table in what somebody pasted: a link, with or without a seat, or the table's id.
 * @param {string} text @returns {string} */
export function pageOf(text) {
  const found = text.trim().match(LINK);
  return found ? `/t/${found[1]}${found[2] ?? ''}` : '';
}
