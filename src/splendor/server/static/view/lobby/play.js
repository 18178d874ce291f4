/** A table at once: what `splendor play` opens. Which one stands behind the # of the address. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { typedWish, withKnownBots, wrongWith } from '../../state/new_table.js';
import { t } from '../../texts/index.js';
import { openTable } from './open_table.js';
import { goInstead } from '../shared/route.js';
import { whyOf, wrongWords } from '../shared/why.js';

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
