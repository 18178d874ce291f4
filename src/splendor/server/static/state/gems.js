/** The kinds of token: their letters in the order of every vector, and their words on the wire. */

export const GEMS = 'WUGRK';
export const BASE_TOKENS = 'WUGRKJ';
export const DUEL_TOKENS = 'WUGRKPJ';
export const LIMIT = 10; // tokens that a player may hold at the end of a turn

/** @type {Object<string, string>} */
const LETTERS = {
  white: 'W', blue: 'U', green: 'G', red: 'R', black: 'K', pearl: 'P', gold: 'J', wild: 'X',
};

/** The letter of a colour's word; N for a card without a bonus. @param {string | null} word */
export const letterOf = (word) => LETTERS[word ?? ''] ?? 'N';

/** @param {number[]} counts */
export const total = (counts) => counts.reduce((sum, count) => sum + count, 0);

/** The letters of the tokens of a game. @param {string} game */
export const tokensOf = (game) => (game === 'duel' ? DUEL_TOKENS : BASE_TOKENS);
