/** What the coach and the page of mistakes share: who speaks, moves in pictures, chances as bars, things that are lit. */

import { html, useLayoutEffect } from '../../vendor/preact.js';
import { tokensAt } from '../../state/board.js';
import { cardAt, parseMove } from '../../state/moves.js';
import { t } from '../../texts/index.js';
import { wordsOf } from '../shared/move_words.js';
import { Crest, Gems, Mini, MiniBack, Name } from '../shared/parts.js';
import { thingsOf } from '../shared/pointing.js';

/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */
/** @typedef {import('../../state/moves.js').Move} Move */

const HOUSE = 5; // the crest of the house speaks, not a person

/** @param {{ children?: any }} props */
export const Bubble = ({ children }) => html`<div class="bubble"><span class="face" aria-hidden="true">
  <${Crest} id=${HOUSE} /></span><div class="say" role="status">${children}</div></div>`;

/** A move in pictures and, for screen readers, in words. @param {{ move: string, seen: ViewModel }} props */
export function MoveShown({ move, seen }) {
  const parsed = parseMove(move);
  const picture = pictureOf(parsed, seen);
  const words = wordsOf(parsed, seen);
  return picture ? html`<span class="mv" aria-hidden="true">${picture}</span><${Name} is=${words} />` : html`<span class="mv">${words}</span>`;
}

/** A move as on the confirm button; null where words say more. @param {Move} move @param {ViewModel} seen */
function pictureOf(move, seen) {
  const { table, hand, catalogue } = seen;
  const taken = move.kind === 'take' ? move.letters
    : move.kind === 'line' && table.board ? tokensAt(table.board, move.spaces) : '';
  if (taken) return html`${t('cta.take')} <${Gems} letters=${taken} />`;
  if (move.kind !== 'buy' && move.kind !== 'reserve') return null;
  const id = cardAt(table, hand, move.place);
  return html`${t(`cta.${move.kind}`)} ${id === null
    ? html`<${MiniBack} level=${Number(move.place[0])} />` : html`<${Mini} card=${catalogue.card(id)} />`}`;
}

/** Whole per cents. @param {number} chance */
export const percent = (chance) => Math.round(100 * chance);

/** A chance as a bar with its error. @param {{ chance: number, error?: number }} props */
export function Bar({ chance, error = 0 }) {
  const least = Math.max(0, 100 * (chance - error));
  const most = Math.min(100, 100 * (chance + error));
  return html`<svg class="odds" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
    <rect class="bg" x="0" y="0" width="100" height="12" /><rect class="fg" x="0" y="2" width=${100 * chance} height="8" />
    ${error ? html`<line class="er" x1=${least} x2=${most} y1="6" y2="6" />` : null}</svg>`;
}

/** `71 % ± 1`; no error where it is proven. @param {{ chance: number, error?: number, proven?: boolean }} props */
export function Chance({ chance, error = 0, proven }) {
  const margin = Math.max(1, Math.ceil(100 * error));
  return html`<span class="chance"><b>${percent(chance)} %</b>${proven ? html` <small>${t('advice.exact')}</small>`
    : error ? html` <small>± ${margin}</small>` : null}</span>`;
}

// Things that are lit

/** The things of the table that the coach names, as selectors. @param {string[]} things @param {ViewModel} seen */
export const selectorsOf = (things, seen) => things.flatMap((thing) => selectors(thing, seen));

/** @param {string} thing @param {ViewModel} seen @returns {string[]} */
function selectors(thing, { table, hand, me }) {
  if (/^(h\d|[123][a-e])$/.test(thing)) {
    const id = cardAt(table, hand, thing);
    return id === null ? [] : [`[data-card="${id}"]`];
  }
  if (/^[123]$/.test(thing)) return [`[data-deck="${thing}"]`];
  if (/^[WUGRKPJ]$/.test(thing)) return [`[data-pile="${thing}"]`];
  if (/^[a-e][1-5]$/.test(thing)) return [`[data-space="${thing}"]`];
  const move = parseMove(thing);
  if (move.kind === 'return') return [`[data-seat="${me}"] [data-gem="${move.letter}"]`];
  if (move.kind === 'steal') return [`[data-seat]:not([data-seat="${me}"]) [data-gem="${move.letter}"]`];
  return thingsOf(move, { table, hand });
}

const LIT = 'data-lit';

/** Light things, and dim the rest where only an area is shown. Attributes, which no component sets, so that none
 * removes them. @param {string[]} found selectors @param {string} how `look`, `best`, `try`, `answer`; empty for nothing
 * @param {string} [flag] words at the first of them */
export function useLit(found, how, flag = '') {
  useLayoutEffect(() => {
    const table = document.querySelector('.table');
    const things = found.length ? [...document.querySelectorAll(found.join())] : [];
    for (const thing of things) thing.setAttribute(LIT, how);
    if (things.length && flag) things[0].setAttribute('data-flag', flag);
    if (how === 'look' && things.length) table?.setAttribute('data-dim', '');
    return () => {
      for (const thing of things) {
        thing.removeAttribute(LIT);
        thing.removeAttribute('data-flag');
      }
      table?.removeAttribute('data-dim');
    };
  }, [found.join(), how, flag]);
}
