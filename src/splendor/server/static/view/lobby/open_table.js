/** From a wish to a table. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { bodyOf, typedWish, withKnownBots, wrongWith } from '../../state/new_table.js';
import { t } from '../../texts/index.js';
import { prepareGame } from '../faces.js';
import { go, goInstead } from '../shared/route.js';
import { whyOf, wrongWords } from '../shared/why.js';

let isOpening = false;

/** Open a table and go there; what is wrong is told. @param {import('../../state/new_table.js').Wish} wish
 * @param {(why: string) => void} tell @param {(page: string) => void} there */
export async function openTable(wish, tell, there = go) {
  prepareGame(wish.rules);
  await openAs(bodyOf(wish), tell, there);
}

/** The same for what the server is told. Who clicks twice opens one table. @param {any} body
 * @param {(why: string) => void} tell @param {(page: string) => void} there */
export async function openAs(body, tell, there) {
  if (isOpening) return;
  isOpening = true;
  tell('');
  try {
    const made = await api.makeTable(body);
    there(`/t/${made.table}`);
  } catch (error) {
    tell(whyOf(error));
  }
  isOpening = false;
}

// The page /play

/** @param {{ fragment: string }} props */
export function PlayPage({ fragment }) {
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    play(fragment, setWrong);
  }, [fragment]);
  if (!wrong) return html`<main class="page loading"><p role="status">${t('setting')}</p></main>`;
  return html`<main class="page loading"><p role="alert">${wrong}</p><p><a href="/">${t('toLobby')}</a></p></main>`;
}

/** @param {string} fragment @param {(why: string) => void} tell */
async function play(fragment, tell) {
  const wish = typedWish(fragment);
  const wrong = wrongWords(wrongWith(wish));
  if (wrong) return tell(wrong);
  try {
    const levels = await api.levels(wish.rules, wish.chairs.length);
    await openTable(withKnownBots(wish, levels), tell, goInstead);
  } catch (error) {
    tell(whyOf(error));
  }
}
