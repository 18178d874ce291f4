/** A list of games as GET /api/games answers it, for the tests. */

const LEVELS = [
  { name: "random", elo: 0, interval: null },
  { name: "regular", elo: 600, interval: 30 },
  { name: "master", elo: 1000, interval: 40 },
  { name: "hunter", elo: null, interval: null },
];
const HANDS = { name: "hands", kind: "choice", values: ["seen", "hidden"], default: "seen", help: "Reserved cards." };
const rounds = { name: "rounds", kind: "integer", low: 1, high: 10000, nullable: true, suggested: 30, default: null };

/** A rule set of Splendor. @param {string} name @param {any[]} values of target, tokens, nobles, nobles_each, start */
const baseRules = (name, [target, tokens, nobles, each, start]) => ({
  rules: name, game: "base", players: [2, 3, 4], levels: { 2: LEVELS, 3: LEVELS, 4: LEVELS },
  options: [
    { name: "target", kind: "integer", low: 5, high: 30, nullable: false, default: target, help: "Points to win." },
    { name: "tokens", kind: "choice", values: ["return", "cap"], default: tokens, help: "Beyond ten tokens." },
    { name: "nobles", kind: "choice", values: ["come", "sought", "sought_free"], default: nobles, help: "Nobles." },
    { name: "nobles_each", kind: "integer", low: 1, high: 5, nullable: false, default: each, help: "At most." },
    HANDS,
    { name: "start", kind: "seat", default: start, help: "Who begins." },
    rounds,
  ],
});

export const GAMES = {
  protocol: 3,
  clocks: ["", "300+3", "600+5"],
  games: [
    baseRules("official", [15, "return", "come", 5, "random"]),
    baseRules("landolt", [15, "cap", "sought", 1, 0]),
    {
      rules: "duel", game: "duel", players: [2], levels: { 2: LEVELS },
      options: [
        HANDS, { name: "start", kind: "seat", default: "random", help: "Who begins." },
        { name: "refill", kind: "choice", values: ["at_once", "end_of_turn"], default: "at_once", help: "The pyramid." },
        { ...rounds, name: "idle", suggested: 60 },
      ],
    },
  ],
};

/** A rule set of the list. @param {string} rules */
export const game = (rules) => GAMES.games.find((each) => each.rules === rules);

/** An option of a rule set. @param {string} rules @param {string} name */
export const option = (rules, name) => game(rules).options.find((each) => each.name === name);
