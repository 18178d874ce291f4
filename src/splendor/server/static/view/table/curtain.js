/** Several people at one screen: a hand is shown only after its owner has confirmed to be looking. Whoever reserves a
 * card unseen looks at it before. */

import { html, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { initialsOf } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { CardButton, Picture, Who, cardLabel } from '../shared/parts.js';
import { namesHere } from '../shared/names.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */

/** The seat whose hand would be shown now, if several seats share this screen. @param {LiveTable} live */
function wanted(live) {
  const seats = live.seats.value;
  if (seats.length < 2 || live.news.value?.room.status !== 'playing') return null;
  return live.yours()?.seat ?? live.looking.value ?? seats[0];
}

/** Whether a seat of this screen holds a card that only its owner may see. @param {LiveTable} live */
const isSecret = (live) => (live.news.value?.you ?? []).some(({ hand }) => hand?.some(({ unseen }) => unseen));

/** The seat for which the curtain waits, if it is closed. @param {LiveTable} live */
function curtainFor(live) {
  const seat = wanted(live);
  return seat === null || seat === live.looking.value || !isSecret(live) ? null : seat;
}

/** Where nothing needs hiding, the table turns to the player to move. @param {LiveTable} live */
function useTurning(live) {
  const seat = wanted(live);
  const secret = isSecret(live);
  useLayoutEffect(() => {
    if (seat !== null && !secret) live.looking.value = seat;
  }, [seat, secret]);
}

/** @param {{ live: LiveTable }} props */
export function Curtain({ live }) {
  useTurning(live);
  const peeked = live.peeked.value;
  const seat = peeked ? peeked.seat : curtainFor(live);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const isDrawn = () => live.peeked.value !== null || curtainFor(live) !== null;
  useLayoutEffect(() => { // before anything is painted
    if (seat !== null && !dialog.current?.open) dialog.current?.showModal();
    if (seat === null) dialog.current?.close();
  }, [seat]);
  const stay = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && event.preventDefault();
  return html`<dialog ref=${dialog} class="curtain" aria-labelledby="curtain-title" onKeyDown=${stay}
      onCancel=${(/** @type {Event} */ event) => event.preventDefault()}
      onClose=${() => isDrawn() && dialog.current?.showModal()}>
    ${seat === null ? null : html`<div class="curtain-in">
      ${peeked ? html`<${Peek} live=${live} ...${peeked} />` : html`<${Drawn} live=${live} seat=${seat} />`}</div>`}</dialog>`;
}

/** @param {LiveTable} live @param {number} seat */
function nameAndLetter(live, seat) {
  const names = namesHere(live.news.value?.room.seats ?? [], live.seats.value);
  return { name: names[seat], letter: initialsOf(names)[seat] };
}

/** @param {{ live: LiveTable, seat: number }} props */
function Drawn({ live, seat }) {
  const { name, letter } = nameAndLetter(live, seat);
  const lift = () => {
    live.looking.value = seat;
  };
  return html`<${Picture} id="lock" /><${Who} seat=${seat} name=${name} letter=${letter} big=${true} />
    <h2 id="curtain-title">${t('curtain', { name })}</h2><p>${t('curtain.about')}</p>
    <button type="button" class="cta" autofocus onClick=${lift}><span>${t('curtain.lift', { name })}</span></button>`;
}

/** The card that was reserved unseen, for its owner. @param {{ live: LiveTable, seat: number,
 *   card: import('../../state/types.js').CardId }} props */
function Peek({ live, seat, card }) {
  const { name } = nameAndLetter(live, seat);
  const face = live.catalogue.value?.card(card);
  const pass = () => {
    live.peeked.value = null;
  };
  if (!face) return null;
  return html`<h2 id="curtain-title">${t('peek', { name })}</h2>
    <div class="reserved-card" role="img" aria-label=${cardLabel(face)}><div inert><${CardButton} card=${face} place=${null} /></div></div>
    <p>${t('peek.about')}</p>
    <button type="button" class="cta" autofocus onClick=${pass}><span>${t('peek.pass')}</span></button>`;
}
