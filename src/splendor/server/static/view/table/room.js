/** A table before and during the game: its options in words, and leaving it. */

import { optionName, t, valueName } from '../../texts/index.js';
import { games } from '../faces.js';
import { clockWords } from '../shared/clock.js';
import { go } from '../shared/route.js';

/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {import('./live.js').LiveTable} LiveTable */

/** The options that differ from the rule set's own, and the clock. @param {Room} room */
export function optionWords(room) {
  const named = (/** @type {string} */ name, /** @type {string} */ value) => t('optionIs', { name, value });
  const known = games.value?.games.find(({ rules }) => rules === room.rules)?.options ?? [];
  const isSeat = (/** @type {string} */ name) => known.some((option) => option.name === name && option.kind === 'seat');
  const word = (/** @type {string} */ name, /** @type {any} */ value) =>
    (isSeat(name) && typeof value === 'number' ? t('seat', { seat: value + 1 }) : valueName(name, value));
  const words = Object.entries(room.options).map(([name, value]) => named(optionName(name), word(name, value)));
  if (room.clock) words.push(named(t('clock'), clockWords(room.clock)));
  return words.join(' · ');
}

/** Give the seat back and leave the page. @param {LiveTable} live */
export async function leave(live) {
  if (await live.send('leave')) go('/');
}
