/**
 * Games that wait for me: how many of them are known on this page, shown in titles and on the icon of the installed app,
 * and a notification when one begins to wait while nobody looks.
 */

import { computed, effect, signal } from '../../vendor/preact.js';
import { rulesName, t } from '../../texts/index.js';
import { notify, withdraw } from './notify.js';

/** The tables of which it is known whether I am to move. @type {import('../../vendor/preact.js').Signal<Map<string, boolean>>} */
const known = signal(new Map());

/** How many games wait for me. */
export const waiting = computed(() => [...known.value.values()].filter(Boolean).length);

/** Whether it is my turn at a table, and who plays there: the names of the others.
 * @param {string} table @param {boolean} mine @param {{ rules: string, others: string[] }} game */
export function turnAt(table, mine, { rules, others }) {
  const before = known.value.get(table);
  if (before === mine) return;
  known.value = new Map(known.value).set(table, mine);
  if (!mine) withdraw(table);
  else if (before === false) notify(table, t('yourMove.title'), turnWords(rulesName(rules), others.join(', ')));
}

/** @param {string} game @param {string} names */
const turnWords = (game, names) => (names ? t('notify.with', { game, names }) : game);

/** Forget the tables that are not among these: their games are over or gone. @param {string[]} tables */
export function onlyAmong(tables) {
  const left = [...known.value].filter(([table]) => tables.includes(table));
  if (left.length < known.value.size) known.value = new Map(left);
}

/** Show the number on the icon of the installed app, where the browser can. */
export function followTurns() {
  effect(() => {
    if (!known.value.size) return; // nothing is known yet
    const done = waiting.value ? navigator.setAppBadge?.(waiting.value) : navigator.clearAppBadge?.();
    done?.catch(() => {}); // not installed
  });
}
