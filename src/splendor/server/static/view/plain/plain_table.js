/**
 * The face of a game that nobody has drawn: its table as lists, in the words of the wire, and its legal moves as
 * buttons. So every game that the server offers can be played here.
 */

import { html } from '../../vendor/preact.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { drawer } from '../shared/drawer.js';
import { capitalised } from '../shared/name.js';
import { KeysToConfirm, Name, Who, cardLabel } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { TableDrawer } from '../table/table_drawers.js';

/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */
/** @typedef {import('../../state/catalogue.js').Catalogue} Catalogue */

/** What the title bar and the panels show already. */
const ELSEWHERE = ['game', 'round', 'active', 'places', 'text'];

/** @param {{ live: import('../shared/view_model.js').AnyTable, side: any }} props */
export function PlainTable({ live, side }) {
  const seen = viewModel(live);
  const { table, order, catalogue } = seen;
  const { text = '' } = /** @type {any} */ (table);
  const facts = Object.entries(table).filter(([name]) => !ELSEWHERE.includes(name));
  return html`<main class="facts mat" aria-label=${t('tableOptions')}>
      ${text ? html`<pre>${text}</pre>` : html`<${Facts} facts=${facts} catalogue=${catalogue} />`}</main>
    <div class="plain-panels">${order.map((seat) => html`<${Panel} key=${seat} seat=${seat} seen=${seen} />`)}</div>
    <${Moves} seen=${seen} />
    <aside class="side talk">${drawer.name === 'log' ? null : side}</aside>
    <${TableDrawer} seen=${seen} side=${side} panel=${(/** @type {number} */ seat) => html`
      <${Panel} seat=${seat} seen=${seen} />`} />`;
}

/** A player: what lies before them, and the own hand. @param {{ seat: number, seen: ViewModel }} props */
function Panel({ seat, seen }) {
  const { table, names, initials, shade, me, hand, catalogue } = seen;
  const place = /** @type {Object<string, any>} */ (table.places?.[seat] ?? {});
  const known = seat === me && hand.length ? { ...place, hand } : place;
  const label = seat === me ? t('yourPanel') : t('panelOf', { name: names[seat] });
  return html`<section class="box ${table.active === seat ? 'active' : ''}" data-seat=${seat} aria-label=${label}>
    <h2><${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} /> ${names[seat]}</h2>
    <${Facts} facts=${Object.entries(known)} catalogue=${catalogue} /></section>`;
}

/** Names and values, such as the wire has them. @param {{ facts: [string, any][], catalogue: Catalogue }} props */
const Facts = ({ facts, catalogue }) => html`<dl>${facts.map(([name, value]) => html`
  <dt>${capitalised(name)}</dt><dd>${wordsOf(value, name, catalogue)}</dd>`)}</dl>`;

/** The fields of the wire that hold cards by their ids. */
const CARDS = ['market', 'bought', 'card', 'hand', 'buying'];

/** A value as text; the id of a card as its name. @param {any} value @param {string} name @param {Catalogue} catalogue
 * @returns {string} */
function wordsOf(value, name, catalogue) {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) {
    const sign = value.some(Array.isArray) ? ' | ' : CARDS.includes(name) ? '; ' : ', ';
    return value.map((each) => wordsOf(each, name, catalogue)).join(sign) || '–';
  }
  if (typeof value === 'object') {
    return Object.entries(value).map(([key, each]) => `${key} ${wordsOf(each, key, catalogue)}`).join(', ');
  }
  const card = CARDS.includes(name) ? catalogue.cards.get(value) : undefined;
  return card ? cardLabel(card) : String(value);
}

/** The legal moves, what is staged, and the button that confirms it. @param {{ seen: ViewModel }} props */
function Moves({ seen: { live, draft, playing, mine, me, table, names } }) {
  const moves = staging.movesToSend(draft);
  const ready = staging.isComplete(draft) && !live.busy.value;
  const said = !playing ? t('gameOver') : mine ? t('plain.choose')
    : me === null ? t('watching') : t('moveOf', { name: names[table.active] });
  return html`<section class="confirm plain-moves mat" aria-label=${t('plain.moves')}>
    <p class="prompt" role="status">${ready ? '' : said}</p>
    <div class="choices" ...${useArrows()}>${(ready || !mine ? [] : staging.following(draft)).map((move) => html`
      <button type="button" class="quiet" key=${move} onClick=${() => live.choose(move)}><code>${move}</code></button>`)}
    </div>
    ${moves.length ? html`<button type="button" class="cta" disabled=${!ready} onClick=${() => live.confirm()}>
        <${Name} is="${t('confirm')}: " /><code>${moves.join(' ')}</code></button>
      <${KeysToConfirm} sign=${t('clear')} clear=${() => live.clear()} />` : null}</section>`;
}
