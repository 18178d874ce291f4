/** The draft of a turn in Duel: privileges, the action, the decisions that follow, and a preview. */

import { SPACES, spacesOf, tokenAt, tokensAt } from '../board.js';
import { cardAt, movesOf, parseMove } from '../moves.js';
import { countOf, moreGold, spent } from '../payment.js';
import { GEMS, LIMIT, becomesPayable, priceOf, total } from '../price.js';
import { isEmpty, mustReturn, nothing, options, pickSpace, returnToken, withMove } from '../staging.js';
import { TOKENS, duelGain, privilegesToPay, wonBy } from './table.js';
import { givesPrivilege, linesOn, privilegeFrom } from './lines.js';

/** @typedef {import('../staging.js').Draft} Draft */
/** @typedef {import('./table.js').DuelTable} Table */
/** @typedef {import('../types.js').CardId} CardId */
/** @typedef {import('../catalogue.js').Catalogue} Catalogue */

/** What a seat sees when it looks at its draft.
 * @typedef {{ table: Table, seat: number, hand: import('../types.js').HandCard[], catalogue: Catalogue }} Sight */

export const MOST_PRIVILEGES = 3;
const FOLLOWING = ['return', 'gold-at', 'colour', 'match', 'steal', 'royal'];

/** Whether a draft has moves besides privileges. @param {string[]} moves */
const isBefore = (moves) => moves.every((move) => parseMove(move).kind === 'privilege');

// Privileges, then one action

/** The draft as it was before its action: privileges stay used. @param {Draft} draft @returns {Draft} */
export function reopened(draft) {
  const fresh = { ...nothing(draft.state, draft.legal), selected: draft.selected };
  if (draft.opening) return { ...fresh, moves: draft.opening.moves, next: draft.opening.legal };
  return isBefore(draft.moves) ? { ...fresh, moves: draft.moves, next: draft.next } : fresh;
}

/** Whether an action is staged, besides privileges. @param {Draft} draft */
export const isActing = (draft) => draft.spaces.length > 0 || !isBefore(draft.moves) || draft.returns.length > 0;

/** What can be done as the action, or before it. @param {Draft} draft */
export const openOptions = (draft) => options(reopened(draft));

/** Whether an action can be chosen now. @param {Draft} draft */
export const isOpen = (draft) =>
  openOptions(draft).some((move) => ['line', 'reserve', 'buy'].includes(parseMove(move).kind));

/** Another action in place of the one that was staged. @param {Draft} draft @param {string} move @returns {Draft} */
export function withAction(draft, move) {
  const open = reopened(draft);
  const opening = { moves: open.moves, legal: options(open) };
  return { ...withMove(open, move), selected: '', opening };
}

/** Take a token with a privilege, before the action. Until the server answers, moves that need no such token may follow.
 * @param {Draft} draft @param {string} space @returns {Draft} */
export function withPrivilege(draft, space) {
  const open = reopened(draft);
  const needs = (/** @type {string} */ text) => {
    const move = parseMove(text);
    return move.kind === 'line' ? move.spaces.includes(space) : text === `p${space}`;
  };
  return { ...withMove(open, `p${space}`), next: options(open).filter((text) => !needs(text)) };
}

/** Withdraw the privilege for a space. @param {Draft} draft @param {string} space @returns {Draft} */
export function withoutPrivilege(draft, space) {
  const open = reopened(draft);
  return { ...open, moves: open.moves.filter((move) => move !== `p${space}`) };
}

/** Pick a space for a line, or put it back. @param {Draft} draft @param {string} space @returns {Draft} */
export const withSpace = (draft, space) =>
  pickSpace(isBefore(draft.moves) ? draft : { ...reopened(draft), selected: '' }, space);

/** Another gold for the card that is being reserved. @param {Draft} draft @param {string} space @returns {Draft} */
export const withGoldAt = (draft, space) =>
  ({ ...draft, moves: draft.moves.map((move) => (/^J[a-e]/.test(move) ? `J${space}` : move)), after: null });

// What must be decided next

/** The decisions that follow what is staged. @param {Draft} draft @returns {string[]} */
export function nextDecisions(draft) {
  if (draft.after) return draft.after.legal;
  return isEmpty(draft) ? draft.legal : [];
}

/** The kind of decision that must be made next to finish the turn; null where it is free.
 * @param {Draft} draft @returns {string | null} */
export function nextKind(draft) {
  const moves = nextDecisions(draft).map(parseMove);
  return FOLLOWING.find((kind) => moves.some((move) => move.kind === kind)) ?? null;
}

/** The spaces that can be clicked for one of these kinds. @param {string[]} legal
 * @param {'privilege' | 'gold-at' | 'match'} kind */
export const spacesFor = (legal, kind) => movesOf(legal, kind).map((move) => move.space);

// What is staged

/** The spaces of the line that is staged. @param {Draft} draft @returns {string[]} */
export function lineSpaces(draft) {
  return draft.spaces.length ? draft.spaces : movesOf(draft.moves, 'line').flatMap((move) => move.spaces);
}

/** @param {Draft} draft */
export const privilegeSpaces = (draft) => spacesFor(draft.moves, 'privilege');

/** The card that is staged to be bought. @param {Sight} sight @param {Draft} draft */
export function bought(sight, draft) {
  const [move] = movesOf(draft.moves, 'buy');
  const id = move ? cardAt(sight.table, sight.hand, move.place) : null;
  return id === null ? null : { move: move.text, card: sight.catalogue.card(id) };
}

/** The own place with the tokens of the privileges that are staged. @param {Sight} sight @param {Draft} draft */
export function placeBefore({ table, seat }, draft) {
  const place = table.places[seat];
  const letters = tokensAt(table.board, privilegeSpaces(draft));
  return letters ? { ...place, tokens: added(place.tokens, letters) } : place;
}

/** @param {number[]} tokens @param {string} letters */
const added = (tokens, letters) => tokens.map((count, kind) => count + countOf(letters, TOKENS[kind]));

/** What the staged purchase takes, by letter. @param {Sight} sight @param {Draft} draft
 * @returns {Object<string, number>} */
function paidTokens(sight, draft) {
  const purchase = bought(sight, draft);
  return purchase ? spent(priceOf(purchase.card, placeBefore(sight, draft)), draft.gold) : {};
}

/** How many tokens of each kind come and go by what is staged. @param {Sight} sight @param {Draft} draft */
export function changes(sight, draft) {
  const paid = paidTokens(sight, draft);
  const gained = gainedLetters(sight, draft);
  return [...TOKENS].map((letter) =>
    countOf(gained, letter) - (paid[letter] ?? 0) - countOf(draft.returns, letter));
}

/** @param {Sight} sight @param {Draft} draft */
function gainedLetters({ table }, draft) {
  const spaces = [...draft.spaces, ...draft.moves.flatMap((text) => spacesOf(parseMove(text)))];
  return tokensAt(table.board, spaces) + movesOf(draft.moves, 'steal').map((move) => move.letter).join('');
}

/** How many tokens must still be discarded, of all that is staged. @param {Sight | null} sight @param {Draft} draft */
export function owed(sight, draft) {
  if (!sight) return 0;
  const held = total(sight.table.places[sight.seat].tokens) + total(changes(sight, draft));
  return Math.max(0, held - LIMIT);
}

/** Discard one more own token, in any order of clicks; null where none can be. A click may come before the server has
 * answered the one before. @param {Sight} sight @param {Draft} draft @param {string} gem
 * @returns {Draft | null} */
export function withReturn(sight, draft, gem) {
  const kind = TOKENS.indexOf(gem);
  const left = sight.table.places[sight.seat].tokens[kind] + changes(sight, draft)[kind];
  const more = owed(sight, draft);
  const isTime = mustReturn(draft) || draft.returns.length > 0;
  return more && isTime && left > 0 ? returnToken(draft, gem, draft.returns.length + more) : null;
}

/** Replace one more gem of the staged purchase by gold, or none after the last; null where that is impossible.
 * @param {Sight} sight @param {Draft} draft @param {string} gem @returns {string[] | null} */
export function goldFor(sight, draft, gem) {
  const purchase = bought(sight, draft);
  if (!purchase || !openOptions(draft).includes(`${purchase.move}+`)) return null;
  const place = placeBefore(sight, draft);
  return moreGold(priceOf(purchase.card, place), draft.gold, gem, place.tokens[TOKENS.indexOf('J')]);
}

// The preview

/**
 * What confirming would lead to: a list that the view puts into words.
 * @typedef {{ kind: 'privilege', why: 'three' | 'pearls' | 'fill', from: 'table' | 'opponent' | 'none' }
 *   | { kind: 'over', count: number, more: number } | { kind: 'buyable', cards: CardId[] }
 *   | { kind: 'gain', points: number, crowns: number, colour: string, colourPoints: number }
 *   | { kind: 'royal', crowns: number } | { kind: 'wins', how: string }
 *   | { kind: 'ability', ability: string, lost: boolean }} Note
 */

/** @param {Sight} sight @param {Draft} draft @returns {Note[]} */
export function previewOf(sight, draft) {
  const over = tooMany(sight, draft);
  const afterwards = over.length ? [] : buyable(sight, draft); // what is discarded decides
  return [...over, ...givenPrivilege(sight, draft), ...gains(sight, draft), ...afterwards];
}

/** @param {Sight} sight @param {Draft} draft @returns {Note[]} */
function givenPrivilege({ table, seat }, draft) {
  const why = draft.moves.includes('fill') ? 'fill' : givesPrivilege(tokensAt(table.board, lineSpaces(draft)));
  if (!why) return [];
  const used = privilegeSpaces(draft).length; // they lie above the board again
  return [{ kind: 'privilege', why, from: privilegeFrom({ ...table, privileges: table.privileges + used }, 1 - seat) }];
}

/** @param {Sight} sight @param {Draft} draft @returns {Note[]} */
function tooMany(sight, draft) {
  const more = owed(sight, draft);
  return more ? [{ kind: 'over', count: more + LIMIT, more }] : [];
}

/** Cards that could be bought with the tokens of a line, and could not before. @param {Sight} sight
 * @param {Draft} draft @returns {Note[]} */
function buyable(sight, draft) {
  if (!lineSpaces(draft).length) return [];
  const { table, seat, hand, catalogue } = sight;
  const change = changes(sight, draft);
  const open = [...table.pyramid.flat(), ...hand.map((held) => held.card ?? null)].filter((id) => id !== null);
  const cards = /** @type {CardId[]} */ (open)
    .filter((id) => becomesPayable(catalogue.card(id), table.places[seat], change));
  return cards.length ? [{ kind: 'buyable', cards }] : [];
}

/** What a purchase leads to. @param {Sight} sight @param {Draft} draft @returns {Note[]} */
function gains(sight, draft) {
  const purchase = bought(sight, draft);
  if (!purchase) return [];
  const { card } = purchase;
  const { table, seat, catalogue } = sight;
  const [colour] = movesOf(draft.moves, 'colour');
  const [royal] = movesOf(draft.moves, 'royal');
  const gain = duelGain(table.places[seat], card, colour?.letter);
  const points = gain.points + (royal ? catalogue.royal(`R${royal.number}`).points : 0);
  const how = wonBy({ ...gain, points });
  /** @type {Note[]} */
  const notes = [{ kind: 'gain', points, crowns: gain.crowns, colour: gain.colour, colourPoints: gain.colourPoints }];
  if (how) notes.unshift({ kind: 'wins', how });
  const isLeft = table.royals.some((name) => name !== null);
  if (gain.reachesRoyal && isLeft) notes.push({ kind: 'royal', crowns: gain.crowns });
  const lost = isLost(table, 1 - seat, card, gain.colour);
  if (card.ability) notes.push({ kind: 'ability', ability: card.ability, lost });
  return notes;
}

/** Whether an ability has no effect (rule D5.2): no such gem on the board, no token to take, all privileges held.
 * @param {Table} table @param {number} opponent @param {import('../types.js').Card} card @param {string} colour */
function isLost(table, opponent, card, colour) {
  if (card.ability === 'take') return !table.board.includes(colour);
  if (card.ability === 'privilege') return privilegeFrom(table, 1 - opponent) === 'none';
  return card.ability === 'steal' && total(table.places[opponent].tokens.slice(0, -1)) === 0;
}

// Visible cards

/**
 * Whether a player who cannot pay a card now can in their next turn, after taking a line, or a gold with a reserved
 * card. @param {Table} table @param {number} seat @param {import('../types.js').Card} card
 */
export function comesNext(table, seat, card) {
  const isPayable = (/** @type {Table} */ then) => privilegesToPay(then, seat, card) < Infinity;
  const gold = table.places[seat].hand.length < 3 ? SPACES.filter((space) => tokenAt(table.board, space) === 'J') : [];
  const takes = [...linesOn(table.board), ...gold.map((space) => [space])];
  return !isPayable(table) && takes.some((spaces) => isPayable(afterTaking(table, seat, spaces)));
}

/** The table when somebody has taken the tokens of these spaces. @param {Table} table @param {number} seat
 * @param {string[]} spaces @returns {Table} */
function afterTaking(table, seat, spaces) {
  const place = { ...table.places[seat], tokens: added(table.places[seat].tokens, tokensAt(table.board, spaces)) };
  const board = SPACES.map((space) => (spaces.includes(space) ? '.' : tokenAt(table.board, space) || '.')).join('');
  return { ...table, board, replenished: false, places: table.places.with(seat, place) };
}

/** The colour with the most points on cards. @param {number[]} points */
export function bestColour(points) {
  const best = Math.max(...points);
  return { gem: GEMS[points.indexOf(best)], points: best };
}

/** The spaces from which the last turn took tokens, according to the log. @param {import('../log_lines.js').Line[]} lines the
 * last first @returns {Set<string>} */
export function lastSpaces(lines) {
  const moves = lines.filter((line) => line.move);
  const seat = moves[0]?.seat;
  const end = moves.findIndex((line) => line.seat !== seat);
  const turn = end < 0 ? moves : moves.slice(0, end);
  return new Set(turn.flatMap(({ move }) => (move ? spacesOf(move) : [])));
}

/** The spaces on which a token lies that was not there before. @param {string | undefined} before @param {string} now
 * @param {string[]} spaces */
export const filledSpaces = (before, now, spaces) =>
  new Set(spaces.filter((space) => before && tokenAt(now, space) && !tokenAt(before, space)));
