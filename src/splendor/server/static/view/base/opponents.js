/** The panels of the other players. */

import { html } from '../../vendor/preact.js';
import { lastTurnOf } from '../../state/log_lines.js';
import { total } from '../../state/price.js';
import { TOKENS, canWinNextTurn } from '../../state/base/table.js';
import { t } from '../../texts/index.js';
import { Clock } from '../shared/clock.js';
import { TurnWords } from '../shared/log.js';
import { Column, Ten, TheirCard, Who } from '../shared/parts.js';
import { seatText } from '../shared/names.js';
import { BotFace } from '../shared/portrait.js';
import { Peek, lensOf } from '../table/table_drawers.js';
import { Won } from './nobles.js';

/** @typedef {import('../shared/view_model.js').ViewModel<import('../../state/base/table.js').BaseTable>} ViewModel */

const HAND = [0, 1, 2];
const SIDES = ['top', 'left', 'right']; // the sides of a design with players around the table

/** @param {{ seen: ViewModel }} props */
export const Opponents = ({ seen }) => seen.order.slice(1).map((seat, index) =>
  html`<${Opponent} key=${seat} seat=${seat} at=${SIDES[index]} seen=${seen} />`);

/** Pointing at a panel shows the market's prices for that player.
 * @param {{ seat: number, at?: string, seen: ViewModel, open?: boolean }} props */
export function Opponent({ seat, at, seen, open }) {
  const { table, names, live, playing, lines, lens } = seen;
  const place = table.places[seat];
  const alarm = playing && canWinNextTurn(table, seat, seen.catalogue, seen.options);
  const latest = lines.find((line) => line.kind === 'moved')?.seat === seat;
  const classes = ['opp', at ? `at-${at}` : '', alarm ? 'alarm' : '', latest ? 'islast' : '',
    lens === seat ? 'watched' : '', playing && table.active === seat ? 'active' : ''].filter((name) => name);
  const label = open ? null : t('panelOf', { name: names[seat] });
  return html`<section data-seat=${open ? null : seat} class=${classes.join(' ')} aria-label=${label} tabindex="0"
      ...${lensOf(live, seat)}>
    <${Title} seat=${seat} alarm=${alarm} seen=${seen} />
    <div class="cols">${[...TOKENS].map((gem, index) => html`
      <${Column} gem=${gem} bonus=${gem === 'J' ? null : place.bonuses[index]} tokens=${place.tokens[index]} />`)}</div>
    <div class="hand">${HAND.map((slot) => html`
      <${TheirCard} held=${place.hand[slot]} seat=${seat} seen=${seen} />`)}</div>
    <footer><${Ten} count=${total(place.tokens)} /><${LastTurn} seat=${seat} seen=${seen} /></footer>
    ${open ? null : html`<${Peek} seat=${seat} seen=${seen} />`}</section>`;
}

/** @param {{ seat: number, alarm: boolean, seen: ViewModel }} props */
function Title({ seat, alarm, seen }) {
  const { table, names, initials, shade, live, news, catalogue } = seen;
  const place = table.places[seat];
  const reached = place.points >= table.target;
  const pill = reached ? t('hasReached') : alarm ? t('canWin') : '';
  return html`<header><${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} />
    <${BotFace} seat=${news.room.seats[seat]} /><b class="nm">${names[seat]}</b>
    <small>${seatText(news.room.seats[seat])}</small><${Won} nobles=${place.nobles} catalogue=${catalogue} />
    ${pill ? html`<span class="alert">${pill}</span>` : null}<${Clock} live=${live} seat=${seat} />
    <span class="score"><b>${place.points}</b>/${table.target}</span></header>`;
}

/** A player's last turn. @param {{ seat: number, seen: ViewModel }} props */
function LastTurn({ seat, seen: { lines, catalogue } }) {
  return html`<span class="lm"><${TurnWords} lines=${lastTurnOf(lines, seat)} catalogue=${catalogue} /></span>`;
}
