/** Opening a table: a new one from a setup, or the one of a link. */

import { html, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { bodyOf, pageOf } from '../../state/new_table.js';
import { t } from '../../texts/index.js';
import { games, prepareDrawing } from '../faces.js';
import { Wrong } from '../shared/fields.js';
import { go } from '../shared/route.js';
import { whyOf } from '../shared/why.js';

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

/** Open a link from a friend: to join, or to watch if no seat is free. */
export function Join() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const page = pageOf(text);
    setWrong(!page);
    if (page) go(page);
  };
  const typed = (/** @type {any} */ event) => {
    setText(event.target.value);
    setWrong(false);
  };
  return html`<section class="box join" aria-labelledby="join-title"><h2 id="join-title">${t('join')}</h2>
    <p>${t('join.about')}</p>
    <form class="row" onSubmit=${open}><input aria-label=${t('join.link')} placeholder=${t('join.link')} value=${text}
        aria-invalid=${wrong ? 'true' : 'false'} onInput=${typed} />
      <button type="submit" class="quiet">${t('join.open')}</button></form>
    <${Wrong} text=${wrong ? t('join.wrong') : ''} /></section>`;
}
