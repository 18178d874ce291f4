/** A review as the page shows it: turns of the game with what was judged of them, slips, accounts. Pure functions. */

/**
 * As in docs/review.schema.json.
 * @typedef {{ code: string, values: Object<string, any> }} Reason
 * @typedef {{ move: string, chance: number, error: number, visits: number, proven: boolean, line: string[] }} Option
 * @typedef {{ ply: number, seat: number, move: string, seats: number[], error: number, options: Option[], loss: number,
 *   loss_error: number, luck: number[] | null, luck_error: number }} Decision
 * @typedef {{ number: number, round: number, seat: number, moves: string[], before: number[], after: number[],
 *   error: number, loss: number, loss_error: number, label: string, accuracy: number | null, luck: number[],
 *   remainder: number[], decisions: Decision[], in_favour: Reason[], against: Reason[], hinted?: boolean }} Judged
 * @typedef {{ even: number, deal: number, luck: number, slips: number, others: number, remainder: number,
 *   result: number }} Account
 * @typedef {{ account: Account, accuracy: number | null, phases: Object<string, number>,
 *   slips: Object<string, number> }} SeatReview
 * @typedef {{ turns: Judged[], seats: SeatReview[], evaluator: string, result: number[], budget: { decision: number },
 *   missing?: number }} Review
 * @typedef {{ status: string, decisions: number, judged?: number, told?: number, seconds?: number, simulations?: number,
 *   turns?: Judged[], review?: Review, made?: number, outdated?: boolean, hints?: number[] }} News
 *
 * A turn of the game: its first decision, the position after its last, and what was judged of it.
 * @typedef {{ number: number, round: number, seat: number, first: number, end: number, judged: Judged | null,
 *   hinted: boolean }} Turn
 */

/** @typedef {import('./replay.js').Replay} Replay */

export const LABELS = ['inaccuracy', 'mistake', 'blunder'];
export const SHORTEST = 4; // turns: a shorter game is not judged
const SHOWN_LUCK = 4; // points of luck that the list of moves shows
const SHOWN_REMAINDER = 3;
const NEAR = 0.05; // below the best: less than an inaccuracy

/** Whole per cents. @param {number} chance */
export const percent = (chance) => Math.round(100 * chance);

/** The turns of a game. @param {Replay} replay @param {number[]} hints @returns {Turn[]} */
export function turnsOf({ steps }, hints) {
  /** @type {Turn[]} */
  const turns = [];
  steps.slice(1).forEach((step, ply) => {
    const { turn: number, round } = steps[ply].table;
    const last = turns[turns.length - 1];
    const hinted = hints.includes(ply);
    if (last?.number === number) turns[turns.length - 1] = { ...last, end: ply + 1, hinted: last.hinted || hinted };
    else turns.push({ number, round, seat: step.seat ?? 0, first: ply, end: ply + 1, judged: null, hinted });
  });
  return turns;
}

/** The turns with what was judged of them. @param {Turn[]} turns @param {Judged[]} judged @returns {Turn[]} */
export function withJudged(turns, judged) {
  const known = new Map(judged.map((each) => [each.number, each]));
  return turns.map((turn) => ({ ...turn, judged: known.get(turn.number) ?? turn.judged }));
}

/** Which turn a position belongs to: the one that begins there, or is going on. @param {Turn[]} turns @param {number} ply */
export function turnAt(turns, ply) {
  const found = turns.findIndex(({ end }) => ply < end);
  return found < 0 ? turns.length - 1 : found;
}

/** The decision of a turn that gave away most. @param {Judged} judged @returns {Decision} */
export const worstOf = ({ decisions }) =>
  decisions.reduce((worst, each) => (each.loss > worst.loss ? each : worst), decisions[0]);

/** What was played, and what is best. A turn of several decisions is judged as one. @param {Judged} judged */
export function compared(judged) {
  const decision = worstOf(judged);
  const best = decision.options[0];
  const found = decision.options.find(({ move }) => move === decision.move) ?? best;
  const whole = judged.decisions.length > 1 && judged.label;
  const played = whole ? { ...found, chance: Math.max(0, best.chance - judged.loss), error: judged.loss_error } : found;
  return { decision, best, played, lost: percent(best.chance) - percent(played.chance) };
}

/** Whether a turn gave something away, although too little for a slip. @param {Judged} judged */
export const isBehind = (judged) => compared(judged).lost > 0 && judged.loss > 2 * judged.loss_error;

/** The best move and those that cannot be told from it, without the one that was played. @param {Decision} decision */
export function asGoodAsTheBest({ options, move }) {
  const [best] = options;
  const isNear = (/** @type {Option} */ option) =>
    option.visits > 0 && option.move !== move
    && best.chance - option.chance <= Math.min(NEAR, 2 * Math.hypot(best.error, option.error) + 0.01);
  return options.filter(isNear).sort((one, other) => other.chance - one.chance);
}

/** The next turn with a slip after this one, or the one before it; of a seat, or of all with null. At the end it begins
 * again. @param {Turn[]} turns @param {number} from @param {number} step 1 or -1 @param {number | null} seat */
export function nextSlip(turns, from, step, seat) {
  const count = turns.length;
  for (let away = 1; away <= count; away += 1) {
    const at = (((from + step * away) % count) + count) % count;
    if (turns[at].judged?.label && (seat === null || turns[at].seat === seat)) return at;
  }
  return null;
}

/** Luck of a turn in points, where it is worth showing. @param {Judged | null} judged @param {number} seat */
export function luckOf(judged, seat) {
  const luck = judged ? percent(judged.luck[seat]) : 0;
  return Math.abs(luck) >= SHOWN_LUCK ? luck : 0;
}

// The account

/** What a seat gave away, what luck it had. @typedef {{ accuracy: number | null, slips: Object<string, number>,
 *   given: number, luck: number }} Row */

/** @param {Turn[]} turns @param {number} seat @returns {Row} */
export function rowOf(turns, seat) {
  const judged = turns.flatMap((turn) => turn.judged ?? []);
  const own = judged.filter((each) => each.seat === seat);
  const counted = own.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));
  const even = 1 / (judged[0]?.before.length ?? 2);
  const deal = turns[0]?.judged ? turns[0].judged.before[seat] - even : 0;
  return {
    accuracy: counted.length ? counted.reduce((sum, each) => sum + each, 0) / counted.length : null,
    slips: Object.fromEntries(LABELS.map((label) => [label, own.filter((each) => each.label === label).length])),
    given: own.reduce((sum, { loss }) => sum + loss, 0),
    luck: deal + judged.reduce((sum, { luck }) => sum + luck[seat], 0),
  };
}

/** A sum in whole per cents: every part is rounded, and the last one takes what is missing.
 * @typedef {{ even: number, luck: number, others: number, slips: number, remainder: number, result: number }} Sum */

/** The account in whole points, which add up: what rounding changes is added to luck. @param {Account} account
 * @returns {Sum} */
export function sumOf(account) {
  const even = percent(account.even);
  const [others, slips, result] = [percent(account.others), percent(account.slips), percent(account.result)];
  const remainder = Math.abs(percent(account.remainder)) >= SHOWN_REMAINDER ? percent(account.remainder) : 0;
  return { even, others, slips, remainder, result, luck: result - even - others - slips - remainder };
}

/** The account while decisions are missing: what is known, and where it leads. @param {Turn[]} turns
 * @param {number} seat @param {number} players @returns {Sum} */
export function partialSum(turns, seat, players) {
  const judged = turns.flatMap((turn) => turn.judged ?? []);
  const changes = judged.map((each) => ({ mine: each.seat === seat, by: each.after[seat] - each.before[seat] - each.luck[seat] - each.remainder[seat] }));
  const total = (/** @type {boolean} */ mine) =>
    percent(changes.filter((each) => each.mine === mine).reduce((sum, { by }) => sum + by, 0));
  const luck = percent(rowOf(turns, seat).luck);
  const [even, slips, others] = [percent(1 / players), total(true), total(false)];
  return { even, luck, slips, others, remainder: 0, result: even + luck + slips + others };
}

// The chart

/** The chance of a seat before every turn and at the end; null where it is not known. @param {Turn[]} turns
 * @param {number} seat @returns {(number | null)[]} */
export function chancesOf(turns, seat) {
  const before = turns.map(({ judged }) => judged?.before[seat] ?? null);
  const last = turns[turns.length - 1]?.judged;
  return [...before, last ? last.after[seat] : null];
}

/** The stretches of a line on which everything is known, as places in it. @param {(number | null)[]} chances
 * @returns {[number, number][]} */
export function knownParts(chances) {
  /** @type {[number, number][]} */
  const parts = [];
  chances.forEach((chance, at) => {
    if (chance === null) return;
    const last = parts[parts.length - 1];
    if (last && last[1] === at - 1) last[1] = at;
    else parts.push([at, at]);
  });
  return parts;
}

// The table

/** Where a card with this code is, such as `2k2-u1g4r2` or `L1-01`. @param {import('../types.js').Card} card */
export function codeOf({ id, level, bonus, points, cost }) {
  if (typeof id === 'string') return id;
  const price = [...'wugrk'].flatMap((letter, gem) => (cost[gem] ? `${letter}${cost[gem]}` : [])).join('');
  return `${level}${bonus.toLowerCase()}${points}-${price}`;
}

/** The next card of each deck: what lay there. @param {import('../types.js').CardId[][]} decks of the deal
 * @param {number[]} left how many cards each deck still has */
export const nextCards = (decks, left) =>
  decks.map((deck, level) => (left[level] ? deck[deck.length - left[level]] : null));

/** What moves touch on the table, by name: `card 2b`, `pile W`, `deck 1`, `space c3`, `noble 0`, `royal 2`.
 * @param {import('../moves.js').Move[]} moves @returns {Set<string>} */
export const touched = (moves) => new Set(moves.flatMap(touchedBy));

/** The things that a move touches, each as often as it does. @param {import('../moves.js').Move} move @returns {string[]} */
export function touchedBy(move) {
  switch (move.kind) {
    case 'take': return [...move.letters].map((letter) => `pile ${letter}`);
    case 'buy': return [`card ${move.place}`];
    case 'reserve': return [move.place.length === 1 ? `deck ${move.place}` : `card ${move.place}`];
    case 'line': return move.spaces.map((space) => `space ${space}`);
    case 'privilege': case 'match': case 'gold-at': return [`space ${move.space}`];
    case 'noble': return [`noble ${move.slot}`];
    case 'royal': return [`royal ${move.number}`];
    default: return [];
  }
}

/** What a line changes for a player: bonuses and tokens by colour, points. @param {import('../types.js').Place} before
 * @param {import('../types.js').Place} after */
export const changesOf = (before, after) => ({
  bonuses: after.bonuses.map((count, gem) => count - before.bonuses[gem]),
  tokens: after.tokens.map((count, gem) => count - before.tokens[gem]),
  points: after.points - before.points,
});
