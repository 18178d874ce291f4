/** Opening a table: from a setup to its page. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { gameNamed, levelsOf } from '../../state/games.js';
import { bodyOf, typedSetup, withKnownBots, wrongWith } from '../../state/new_table.js';
import { t } from '../../texts/index.js';
import { games, loadGames, prepareDrawing } from '../faces.js';
import { go, goInstead } from '../shared/route.js';
import { whyOf, wrongWords } from '../shared/why.js';

let isOpening = false;

/** Open a table and go there. @param {import('../../state/new_table.js').Setup} setup
 * @param {(why: string) => void} tell called with what is wrong @param {(page: string) => void} there */
export async function openTable(setup, tell, there = go) {
  prepareDrawing(games.value?.games.find(({ rules }) => rules === setup.rules)?.game);
  await openAs(bodyOf(setup), tell, there);
}

/** The same for the body of the request. A second click meanwhile opens no second table. @param {any} body
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

// The page /play, which `splendor play` opens: a table at once, with the setup in the fragment of the address

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
  const list = await loadGames((error) => tell(whyOf(error)));
  tell('');
  const setup = typedSetup(list, fragment);
  const game = gameNamed(list, setup.rules);
  const wrong = wrongWords(wrongWith(setup, game));
  if (wrong) tell(wrong);
  else await openTable(withKnownBots(setup, levelsOf(game, setup.chairs.length)), tell, goInstead);
}
