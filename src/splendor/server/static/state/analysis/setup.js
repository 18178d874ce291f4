/**
 * A position that is set up by hand: its text as fields (docs/notation.md), and what somebody changes in it. Games differ
 * only in which fields they have. The server says what is wrong with it. Pure functions.
 */

/** @typedef {Object<string, string>} Fields in the order of the text */
/** @typedef {import('../types.js').CardId} CardId */

export const EMPTY = '-';
const MOST = 9; // of one kind, in the text
const HAND = 3;
/** Fields of a turn that has begun; a position that is set up begins one. */
const OF_THE_TURN = ['view', 'chance', 'paying', 'place', 'matching', 'lowest', 'replenished', 'purchased', 'again', 'quiet', 'passes', 'passed', 'received', 'reason'];

/** @param {string} text @returns {Fields} */
export const fieldsOf = (text) => Object.fromEntries(text.trim().split(/\s+/).map((word) => {
  const at = word.indexOf('=');
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 1)];
}));

/** @param {Fields} fields */
export const textOf = (fields) => Object.entries(fields).map(([key, value]) => `${key}=${value}`).join(' ');

/** A position at the beginning of a turn, with unknown decks. @param {string} text of a whole position
 * @param {Levels} levels @returns {Fields} */
export function begun(text, levels) {
  const all = Object.entries(fieldsOf(text)).filter(([key]) => !OF_THE_TURN.includes(key));
  const fields = Object.fromEntries(all);
  return settled({ ...fields, phase: 'play' }, levels);
}

/** How many cards each level has, and the level of each card. @typedef {{ sizes: number[], of: (card: string) => number }} Levels */

/** With what follows from the rest: whose view it is, how many cards the decks have, the number of the turn.
 * @param {Fields} fields @param {Levels} levels @returns {Fields} */
export function settled({ view: _, ...fields }, levels) {
  const found = levels.sizes.map(() => 0);
  for (const card of locatedCards(fields)) found[levels.of(card) - 1] += 1;
  const decks = levels.sizes.map((size, level) => (size > found[level] ? `?${size - found[level]}` : '')).join('/');
  const turns = 2 * (Number(fields.round) - 1) + 1 + Number(fields.turn !== fields.start);
  return { view: fields.turn, ...fields, decks, ...('turns' in fields ? { turns: String(turns) } : {}) };
}

/** Every card that lies somewhere; unknown ones as `?2`. @param {Fields} fields @returns {string[]} */
export function locatedCards(fields) {
  const seats = seatsOf(fields).flatMap((seat) => [...boughtOf(fields, seat).map(nameOf), ...handOf(fields, seat).map(nameOf)]);
  return [...rowsOf(fields).flat(), ...seats].filter((card) => card !== EMPTY);
}

/** A card without the mark of its owner or its colour. @param {string} text */
export const nameOf = (text) => text.replace(/[*]$|=.$/, '');

// Tokens

/** @param {string} text such as `W2G1` @returns {Object<string, number>} */
export const countsOf = (text) => Object.fromEntries((text.match(/[A-Z]\d/g) ?? []).map((each) => [each[0], Number(each[1])]));

/** @param {Object<string, number>} counts @param {string} letters the order */
export const tokensOf = (counts, letters) => [...letters].map((letter) => (counts[letter] ? `${letter}${counts[letter]}` : '')).join('');

/** The letters of the tokens. @param {Fields} fields */
export const lettersOf = (fields) => ('board' in fields ? 'WUGRKPJ' : 'WUGRKJ');

/** Where tokens are that nobody has. @param {Fields} fields */
export const stockOf = (fields) => ('supply' in fields ? 'supply' : 'bag');

/** @param {number} count */
const within = (count) => Math.max(0, Math.min(MOST, count));

/** More or fewer tokens in the supply or the bag. @param {Fields} fields @param {string} letter @param {number} by @returns {Fields} */
export function stocked(fields, letter, by) {
  const key = stockOf(fields);
  const counts = countsOf(fields[key]);
  return { ...fields, [key]: tokensOf({ ...counts, [letter]: within((counts[letter] ?? 0) + by) }, lettersOf(fields)) };
}

/** A token goes to a player, or back, from where tokens are. @param {Fields} fields @param {number} seat @param {string} letter
 * @param {number} by @returns {Fields} */
export function held(fields, seat, letter, by) {
  const counts = countsOf(part(fields, seat, 0));
  const now = counts[letter] ?? 0;
  const there = countsOf(fields[stockOf(fields)])[letter] ?? 0;
  if (now + by < 0 || there - by < 0) return fields;
  return withPart(stocked(fields, letter, -by), seat, 0, tokensOf({ ...counts, [letter]: within(now + by) }, lettersOf(fields)));
}

// Players

/** @param {Fields} fields */
export const seatsOf = (fields) => Object.keys(fields).filter((key) => /^seat\d$/.test(key)).map((key) => Number(key[4]));

/** A part of a player's field: tokens, bought cards, hand; in some games also royal cards and privileges. @param {Fields} fields
 * @param {number} seat @param {number} index */
export const part = (fields, seat, index) => fields[`seat${seat}`].split(':')[index] ?? '';

/** @param {Fields} fields @param {number} seat @param {number} index @param {string} value @returns {Fields} */
export function withPart(fields, seat, index, value) {
  const parts = fields[`seat${seat}`].split(':');
  parts[index] = value;
  return { ...fields, [`seat${seat}`]: parts.join(':') };
}

/** @param {string} text */
const listOf = (text) => (text ? text.split(',') : []);

/** @param {Fields} fields @param {number} seat */
export const boughtOf = (fields, seat) => listOf(part(fields, seat, 1));

/** @param {Fields} fields @param {number} seat */
export const handOf = (fields, seat) => listOf(part(fields, seat, 2));

// Cards

/** The field of the open cards. @param {Fields} fields */
const openOf = (fields) => ('pyramid' in fields ? 'pyramid' : 'market');

/** @param {Fields} fields @returns {string[][]} */
const rowsOf = (fields) => fields[openOf(fields)].split('/').map((row) => row.split(','));

/** A place of a card: `card 2b` on the table, `hand 0 1` the second card in a hand. @typedef {string} Place */

/** The card at a place. @param {Fields} fields @param {Place} place @returns {string} */
export function cardIn(fields, place) {
  const [kind, first, second] = place.split(' ');
  if (kind === 'hand') return nameOf(handOf(fields, Number(first))[Number(second)] ?? EMPTY);
  return rowsOf(fields)[Number(first[0]) - 1]?.['abcde'.indexOf(first[1])] ?? EMPTY;
}

/** @param {Fields} fields @param {Place} place @param {string} card @returns {Fields} */
function withCardIn(fields, place, card) {
  const [kind, first, second] = place.split(' ');
  if (kind === 'hand') {
    const hand = handOf(fields, Number(first));
    hand[Number(second)] = card;
    return withPart(fields, Number(first), 2, hand.filter((each) => each && each !== EMPTY).slice(0, HAND).join(','));
  }
  const rows = rowsOf(fields);
  rows[Number(first[0]) - 1]['abcde'.indexOf(first[1])] = card;
  return { ...fields, [openOf(fields)]: rows.map((row) => row.join(',')).join('/') };
}

/** Where a card lies; empty if it is in a deck. @param {Fields} fields @param {string} card @returns {Place} */
export function placeOf(fields, card) {
  const rows = rowsOf(fields);
  const row = rows.findIndex((each) => each.includes(card));
  if (row >= 0) return `card ${row + 1}${'abcde'[rows[row].indexOf(card)]}`;
  for (const seat of seatsOf(fields)) {
    const slot = handOf(fields, seat).findIndex((each) => nameOf(each) === card);
    if (slot >= 0) return `hand ${seat} ${slot}`;
    if (boughtOf(fields, seat).some((each) => nameOf(each) === card)) return `bought ${seat}`;
  }
  return '';
}

/** Lay a card at a place. One that lies elsewhere changes places with the one that lay here. @param {Fields} fields
 * @param {Place} place @param {string} card @returns {Fields} */
export function laid(fields, place, card) {
  const from = card === EMPTY ? '' : placeOf(fields, card);
  const former = cardIn(fields, place);
  const without = from.startsWith('bought') ? unbought(fields, Number(from.split(' ')[1]), card)
    : from ? withCardIn(fields, from, former === EMPTY || former.startsWith('?') ? EMPTY : former) : fields;
  return withCardIn(without, place, card);
}

/** Give a card to a player, who has bought it. A wild card takes a colour that the player has. @param {Fields} fields
 * @param {number} seat @param {string} card @param {string} colour of a wild one @returns {Fields} */
export function bought(fields, seat, card, colour) {
  const from = placeOf(fields, card);
  if (from === `bought ${seat}`) return unbought(fields, seat, card);
  const without = from.startsWith('bought') ? unbought(fields, Number(from.split(' ')[1]), card) : from ? withCardIn(fields, from, EMPTY) : fields;
  const cards = [...boughtOf(without, seat), colour ? `${card}=${colour}` : card];
  return withPart(without, seat, 1, cards.sort().join(','));
}

/** @param {Fields} fields @param {number} seat @param {string} card */
const unbought = (fields, seat, card) => withPart(fields, seat, 1, boughtOf(fields, seat).filter((each) => nameOf(each) !== card).join(','));

/** No cards and no tokens with anybody, no open cards. @param {Fields} fields @returns {Fields} */
export function emptied(fields) {
  const key = openOf(fields);
  let empty = { ...fields, [key]: rowsOf(fields).map((row) => row.map(() => EMPTY).join(',')).join('/') };
  for (const seat of seatsOf(fields)) {
    const counts = countsOf(part(empty, seat, 0));
    for (const [letter, count] of Object.entries(counts)) empty = stocked(empty, letter, count);
    empty = withPart(withPart(withPart(empty, seat, 0, ''), seat, 1, ''), seat, 2, '');
  }
  return 'nobles' in empty ? { ...empty, nobles: listOf(empty.nobles).map((each) => each.split('@')[0]).join(',') } : empty;
}

// Nobles, the board, royal cards, privileges

/** The noble in a slot, and who has it. @param {Fields} fields @param {number} slot */
export function nobleIn(fields, slot) {
  const [noble, owner] = (listOf(fields.nobles)[slot] ?? '').split('@');
  return { noble: Number(noble), owner: owner === undefined ? null : Number(owner) };
}

/** @param {Fields} fields @param {number} slot @param {number} noble @param {number | null} owner @returns {Fields} */
export function withNoble(fields, slot, noble, owner) {
  const all = listOf(fields.nobles);
  const former = nobleIn(fields, slot).noble;
  const other = all.findIndex((each, at) => at !== slot && Number(each.split('@')[0]) === noble);
  if (other >= 0) all[other] = all[other].replace(/^\d+/, String(former)); // they change places
  all[slot] = owner === null ? String(noble) : `${noble}@${owner}`;
  return { ...fields, nobles: all.join(',') };
}

/** @param {string} space such as `c3` */
const indexOf = (space) => ({ row: Number(space[1]) - 1, column: 'abcde'.indexOf(space[0]) });

/** @param {Fields} fields @param {string} space */
export const tokenOn = (fields, space) => fields.board.split('/')[indexOf(space).row][indexOf(space).column];

/** A token on a space comes from the bag and goes back into it. @param {Fields} fields @param {string} space @param {string} letter
 * a letter, or a point for none @returns {Fields} */
export function placed(fields, space, letter) {
  const { row, column } = indexOf(space);
  const rows = fields.board.split('/').map((each) => [...each]);
  const former = rows[row][column];
  if (former === letter) return fields;
  rows[row][column] = letter;
  const back = former === '.' ? fields : stocked(fields, former, 1);
  const taken = letter === '.' || !countsOf(back.bag)[letter] ? back : stocked(back, letter, -1);
  return { ...taken, board: rows.map((each) => each.join('')).join('/') };
}

/** A royal card goes to a player, or back to the table with null. @param {Fields} fields @param {string} royal
 * @param {number | null} owner @returns {Fields} */
export function crowned(fields, royal, owner) {
  let all = /** @type {Fields} */ ({ ...fields, royals: without(fields.royals, royal) });
  for (const seat of seatsOf(fields)) all = withPart(all, seat, 3, without(part(all, seat, 3), royal));
  if (owner === null) return { ...all, royals: joined(all.royals, royal) };
  return withPart(all, owner, 3, joined(part(all, owner, 3), royal));
}

/** Whose royal card it is. @param {Fields} fields @param {string} royal */
export const crownOf = (fields, royal) => seatsOf(fields).find((seat) => listOf(part(fields, seat, 3)).includes(royal)) ?? null;

/** @param {string} list @param {string} each */
const without = (list, each) => listOf(list).filter((one) => one !== each).join(',');

/** @param {string} list @param {string} each */
const joined = (list, each) => [...listOf(list), each].sort().join(',');

/** A privilege goes to a player, or back. @param {Fields} fields @param {number} seat @param {number} by @returns {Fields} */
export function privileged(fields, seat, by) {
  const [own, left] = [Number(part(fields, seat, 4)) + by, Number(fields.privileges) - by];
  return own < 0 || left < 0 ? fields : withPart({ ...fields, privileges: String(left) }, seat, 4, String(own));
}

// The turn

/** @param {Fields} fields @param {{ turn?: string, start?: string, round?: string }} changes @returns {Fields} */
export function timed(fields, changes) {
  const [rules, ...options] = fields.rules.split(',');
  const kept = options.filter((each) => !each.startsWith('start='));
  return { ...fields, ...changes, ...('start' in changes ? { rules: [rules, ...kept, 'start=random'].join(',') } : {}) };
}
