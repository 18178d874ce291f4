/**
 * The face of a game that nobody has drawn: its table as lists, in the words of the wire, and its legal moves as
 * buttons. So every game that the server offers can be played here.
 */

import { html, useLayoutEffect, useRef } from '../../vendor/preact.js';
import * as staging from '../../state/staging.js';
import { parseMove } from '../../state/moves.js';
import { capitalised, isText, t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { TakeSeatBack, watchingWords } from '../shared/confirm.js';
import { drawer } from '../shared/drawer.js';
import { KeysToConfirm, Who, cardLabel } from '../shared/parts.js';
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
  return html`<main class="facts mat" tabindex="0" aria-label=${t('tableOptions')}>
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
  <dt>${factName(name)}</dt><dd>${wordsOf(value, name, catalogue)}</dd>`)}</dl>`;

/** @param {string} name */
const factName = (name) => (isText(`plain.fact.${name}`) ? t(`plain.fact.${name}`) : capitalised(name));

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
  if (name === 'hand' && value.level) return heldWords(value, catalogue);
  if (typeof value === 'object') {
    return Object.entries(value).map(([key, each]) => `${key} ${wordsOf(each, key, catalogue)}`).join(', ');
  }
  const card = CARDS.includes(name) ? catalogue.cards.get(value) : undefined;
  return card ? cardLabel(card) : String(value);
}

/** A reserved card. @param {import('../../state/types.js').HandCard} held @param {Catalogue} catalogue */
function heldWords({ card, level }, catalogue) {
  const known = catalogue.cards.get(card ?? -1);
  return known ? cardLabel(known) : t('unseen', { level });
}

/** The legal moves, what is staged, and the button that confirms it. @param {{ seen: ViewModel }} props */
function Moves({ seen: { live, draft, playing, mine, me, table, names } }) {
  const moves = staging.movesToSend(draft);
  const ready = staging.isComplete(draft) && !live.busy.value;
  const groups = groupsOf(ready || !mine ? [] : staging.following(draft));
  const said = !playing ? t('gameOver') : mine ? t('plain.choose')
    : me === null ? watchingWords(live) : t('moveOf', { name: names[table.active] });
  return html`<section class="confirm plain-moves mat" aria-label=${t('plain.moves')} ...${useFocus(ready, mine)}>
    <p class="prompt" role="status">${ready ? '' : said}</p><${TakeSeatBack} live=${live} />
    <div class="choices" ...${useArrows()}>${groups.map((group) => html`
      <${Group} key=${group.title} ...${group} choose=${(/** @type {string} */ move) => live.choose(move)} />`)}</div>
    ${moves.length ? html`<button type="button" class="cta" disabled=${!ready} onClick=${() => live.confirm()}>
        <span>${t('confirm')}: <code>${moves.join(' ')}</code></span></button>
      <${KeysToConfirm} sign=${t('clear')} clear=${() => live.clear()} />` : null}</section>`;
}

/** Keeps the focus of somebody who plays by keys: on the button that confirms, then on the next moves.
 * @param {boolean} ready @param {boolean} mine */
function useFocus(ready, mine) {
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  const used = useRef(false);
  useLayoutEffect(() => { // before the next key
    const focused = document.activeElement;
    const free = focused === document.body || section.current?.contains(focused);
    if (!used.current || !mine || !free) return;
    const next = section.current?.querySelector(ready ? '.cta' : '.choices button');
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [ready, mine]);
  return {
    ref: section,
    onFocusIn: () => { used.current = true; },
    /** A held key must not confirm what it has just chosen. @param {KeyboardEvent} event */
    onKeyDown: (event) => { if (event.repeat && event.key === 'Enter') event.preventDefault(); },
  };
}

/** Moves of one kind are shown together, in the order in which the server lists them.
 * @param {string[]} moves @returns {{ title: string, moves: string[] }[]} */
function groupsOf(moves) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const move of moves) {
    const { kind } = parseMove(move);
    const title = isText(`cta.${kind}`) ? t(`cta.${kind}`) : t('plain.other');
    groups.set(title, [...(groups.get(title) ?? []), move]);
  }
  return [...groups].map(([title, some]) => ({ title, moves: some }));
}

/** @param {{ title: string, moves: string[], choose: (move: string) => void }} props */
const Group = ({ title, moves, choose }) => html`
  <div role="group" aria-label=${title}><span class="kind" aria-hidden="true">${title}</span>
    ${moves.map((move) => html`<button type="button" class="quiet" key=${move} onClick=${() => choose(move)}>
      <code>${move}</code></button>`)}</div>`;
