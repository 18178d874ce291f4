/** What a rule set and its options say about habits that a screen must know: alarms, the lens, where hands lie. */

/** @typedef {{ nobles: string, nobles_each: number, tokens: string, [other: string]: any }} Habits */

/** @type {Object<string, Habits>} */
const USUAL = {
  official: { nobles: 'come', nobles_each: 5, tokens: 'return' },
  landolt: { nobles: 'sought', nobles_each: 1, tokens: 'cap' },
};

/** @param {{ rules: string, options?: Object<string, any> }} room @returns {Habits} */
export const habitsOf = (room) => ({ ...(USUAL[room.rules] ?? USUAL.official), ...room.options });
