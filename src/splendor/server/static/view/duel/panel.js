/** The panel of a player of Duel: the three ways to win, columns by colour, hand, privileges. */

import { html } from '../../vendor/preact.js';
import { bestColour, changes, nextDecisions, openOptions, privilegeSpaces, spacesFor } from '../../state/duel/turn.js';
import { lastTurnOf } from '../../state/log_lines.js';
import { countOf } from '../../state/payment.js';
import { GEMS, LIMIT, total } from '../../state/price.js';
import { GOALS, TOKENS, canWinDuelNextTurn, privilegesToPay } from '../../state/duel/table.js';
import { t } from '../../texts/index.js';
import { useArrows } from '../shared/arrows.js';
import { Clock } from '../shared/clock.js';
import { Words } from '../shared/log.js';
import { Bonus, CardButton, Gem, Held, Picture, Ten, TheirCard, Tokens, Who } from '../shared/parts.js';
import { seatText } from '../shared/names.js';
import { BotFace } from '../shared/portrait.js';
import { Peek, lensOf } from '../table/table_drawers.js';
import { clickCard, clickPrivilege, decide, ownToken } from './duel_view_model.js';
import { Won } from './royals.js';

/** @typedef {import('./duel_view_model.js').DuelViewModel} DuelViewModel */
/** @typedef {import('../../state/types.js').Card} Card */
/** @typedef {import('../../state/duel/table.js').DuelPlace} Place */

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

/** `at` is its place: first is one's own, or the first seat's for spectators; `open` in a drawer.
 * @param {{ seat: number, at: 'first' | 'second' | 'open', seen: DuelViewModel }} props */
export function Panel({ seat, at, seen }) {
  const { me, names, live, playing, table, lines } = seen;
  const own = seat === me;
  const alarm = playing && canWin(seat, seen);
  const latest = lines.find((line) => line.kind === 'moved')?.seat === seat;
  const classes = [
    'dp', at, own ? 'me0' : 'foe', playing && table.active === seat ? 'active' : '', latest && !own ? 'islast' : '',
    alarm && !own ? 'alarm' : '', seen.lens === seat && !own ? 'watched' : '',
  ];
  return html`<section data-seat=${at === 'open' ? null : seat} class=${classes.filter(Boolean).join(' ')}
      tabindex=${own ? null : 0} aria-label=${own ? t('yourPanel') : t('panelOf', { name: names[seat] })}
      ...${own ? {} : lensOf(live, seat)}>
    <${Title} seat=${seat} alarm=${alarm} seen=${seen} /><${Rings} place=${table.places[seat]} />
    <div class="hand" ...${useArrows()}>${[0, 1, 2].map((slot) => html`
      <${HandCard} slot=${slot} seat=${seat} seen=${seen} />`)}</div>
    <${Columns} seat=${seat} seen=${seen} />
    ${at === 'second' ? html`<${Peek} seat=${seat} seen=${seen} />` : null}</section>`;
}

/** Whether a player can win in their next turn; one's own hand is fully known. @param {number} seat
 * @param {DuelViewModel} seen */
function canWin(seat, { table, me, hand, catalogue }) {
  const places = table.places.map((place, index) => (index === me && hand.length ? { ...place, hand } : place));
  return canWinDuelNextTurn({ ...table, places }, seat, catalogue);
}

/** @param {{ seat: number, alarm: boolean, seen: DuelViewModel }} props */
function Title({ seat, alarm, seen }) {
  const { table, me, names, live, playing, shade, initials } = seen;
  const place = table.places[seat];
  const own = seat === me;
  const what = own && playing && table.active === seat ? t('toMove') : seatText(seen.news.room.seats[seat]);
  const win = t(own && seen.mine ? 'canWinNow' : 'canWin');
  return html`<header><${Who} seat=${shade(seat)} name=${names[seat]} letter=${initials[seat]} big=${true} />
    <${BotFace} seat=${seen.news.room.seats[seat]} /><b class="nm">${names[seat]}</b><small class="what">${what}</small>
    <${Privileges} place=${place} own=${own} seen=${seen} /><${Won} royals=${place.royals} catalogue=${seen.catalogue} />
    ${alarm ? html`<span class="alert ${own ? 'good' : ''}">${win}</span>` : null}<${Clock} live=${live} seat=${seat} />
    <${LastMove} seat=${seat} seen=${seen} /><${Held10} seat=${seat} seen=${seen} /></header>`;
}

/** How many tokens a player holds, and would hold after the draft. @param {{ seat: number, seen: DuelViewModel }} props */
function Held10({ seat, seen: { table, me, sight, shown } }) {
  const held = total(table.places[seat].tokens);
  const after = seat === me && sight ? held + total(changes(sight, shown)) : held;
  if (after === held) return html`<${Ten} count=${held} />`;
  return html`<${Ten} count=${held} /><small class="aftertake ${after > LIMIT ? 'toomany' : ''}">→ ${after}</small>`;
}

/** @param {{ seat: number, seen: DuelViewModel }} props */
function Columns({ seat, seen }) {
  const change = seat === seen.me && seen.sight ? changes(seen.sight, seen.shown) : [];
  return html`<div class="cols" ...${useArrows()}>${[...TOKENS].map((gem, kind) => html`
    <${DuelColumn} gem=${gem} kind=${kind} seat=${seat} change=${change[kind] ?? 0} seen=${seen} />`)}</div>`;
}

/** @param {{ seat: number, seen: DuelViewModel }} props */
function LastMove({ seat, seen }) {
  const turn = lastTurnOf(seen.lines, seat);
  return html`<span class="lm">${turn.map((line, index) => html`
    ${index ? ' · ' : ''}<${Words} line=${line} catalogue=${seen.catalogue} />`)}</span>`;
}

// Privileges

/** @param {{ place: Place, own: boolean, seen: DuelViewModel }} props */
function Privileges({ place, own, seen }) {
  if (!own) {
    return html`<span class="privs" role="img" aria-label=${t('privileges', { count: place.privileges })}>
      ${Array.from({ length: place.privileges }, () => html`<${Picture} id="scroll" />`)}</span>`;
  }
  const left = place.privileges - privilegeSpaces(seen.draft).length;
  const usable = seen.mine && spacesFor(openOptions(seen.draft), 'privilege').length > 0;
  const isUsed = seen.mode?.kind === 'privilege';
  const names = `${usable ? 'live' : ''} ${isUsed ? 'staged' : ''}`;
  return html`<span class="privs">${Array.from({ length: place.privileges }, (_, index) => html`
    <button type="button" class="priv ${index < left ? '' : 'gone'} ${names}" aria-label=${t('usePrivilege')}
      aria-pressed=${isUsed ? 'true' : 'false'} disabled=${index >= left} onClick=${() => clickPrivilege(seen)}>
      <${Picture} id="scroll" /></button>`)}</span>`;
}

// The three ways to win

/** @param {{ place: Place }} props */
function Rings({ place }) {
  const best = bestColour(place.colour_points);
  return html`<div class="rings"><${Ring} value=${place.points} goal=${GOALS.points} label=${t('ring.points')} />
    <${Ring} value=${place.crowns} goal=${GOALS.crowns} label=${t('ring.crowns')}><${Picture} id="crown" /><//>
    <${Ring} value=${best.points} goal=${GOALS.colour} label=${t('ring.colour')}
      detail=${best.points ? t(`gem.${best.gem}`) : ''}>
      ${best.points ? html`<${Gem} of=${best.gem} />` : null}<//></div>`;
}

/** @param {{ value: number, goal: number, label: string, detail?: string, children?: any }} props */
function Ring({ value, goal, label, detail, children }) {
  const part = Math.min(1, value / goal);
  const words = `${label}${detail ? ` (${detail})` : ''}: ${t('ofGoal', { value, goal })}`;
  const length = `${(ROUND * part).toFixed(1)} ${ROUND.toFixed(1)}`;
  return html`<span class="ring ${part >= 0.8 ? 'hot' : ''}" role="img" aria-label=${words}>
    <svg viewBox="0 0 80 80" aria-hidden="true"><circle cx="40" cy="40" r=${RADIUS} />
      ${part ? html`<circle class="v" cx="40" cy="40" r=${RADIUS} stroke-dasharray=${length} />` : null}</svg>
    <span class="rv">${children}<b>${value}</b><small>/${goal}</small></span><span class="rl">${label}</span>
    <span class="prog w${Math.floor(10 * part)}" aria-hidden="true"><i></i></span></span>`;
}

// The hand

/** @param {{ slot: number, seat: number, seen: DuelViewModel }} props */
function HandCard({ slot, seat, seen }) {
  const { catalogue, draft, own, hand, me, table } = seen;
  if (seat !== me) {
    const privileges = (/** @type {Card} */ card) => privilegesToPay(table, seat, card);
    return html`<${TheirCard} held=${table.places[seat].hand[slot]} seat=${seat} seen=${seen}
      privileges=${privileges} />`;
  }
  const held = hand[slot] ?? table.places[seat].hand[slot];
  if (held?.card === undefined || held.card === null) return html`<${Held} held=${held} catalogue=${catalogue} />`;
  return html`<${CardButton} card=${catalogue.card(held.card)} place=${own} small=${true} isHidden=${held.unseen}
    placeName=${t('handCard', { number: slot + 1 })} staged=${draft.chosen === `h${slot + 1}` || draft.moves.includes(`bh${slot + 1}`)}
    onBuy=${(/** @type {boolean} */ twice) => clickCard(seen, `h${slot + 1}`, twice)} />`;
}

// Columns

/** @param {{ gem: string, kind: number, seat: number, change: number, seen: DuelViewModel }} props */
function DuelColumn({ gem, kind, seat, change, seen }) {
  const place = seen.table.places[seat];
  const own = seat === seen.me;
  const isGem = GEMS.includes(gem);
  const bonus = isGem ? place.bonuses[kind] : 0;
  const tokens = place.tokens[kind];
  return html`<span class="colm ${bonus + tokens ? '' : 'nil'}">
    ${isGem ? html`<${OfferedBonus} gem=${gem} count=${bonus} own=${own} seen=${seen} />
        <${ColourPoints} points=${place.colour_points[kind]} />`
      : html`<span class="bon off"></span><span class="pc off">${t(`gem.${gem}`)}</span>`}
    <${DuelTokens} gem=${gem} count=${tokens} own=${own} change=${change} seen=${seen} /></span>`;
}

/** The bonus of a colour; clicked where a wild card takes it.
 * @param {{ gem: string, count: number, own: boolean, seen: DuelViewModel }} props */
function OfferedBonus({ gem, count, own, seen }) {
  const move = `=${gem}`;
  const wild = t('duel.choose.colour', { gem: t(`gem.${gem}`) });
  const isChoice = own && nextDecisions(seen.draft).includes(move);
  return html`<${Bonus} gem=${gem} count=${count} choice=${isChoice ? wild : ''}
    onClick=${() => decide(seen, move)} />`;
}

/** @param {{ points: number }} props */
function ColourPoints({ points }) {
  const ticks = Array.from({ length: GOALS.colour }, (_, tick) => html`<i class=${tick < points ? 'on' : ''}></i>`);
  return html`<span class="pc ${points ? '' : 'none'}" role="img" aria-label=${t('colourPoints', { count: points })}>
    <span class="bar10">${ticks}</span><b>${points}</b><small class="pt" aria-hidden="true">${t('pt')}</small></span>`;
}

/** @param {{ gem: string, count: number, own: boolean, change: number, seen: DuelViewModel }} props */
function DuelTokens({ gem, count, own, change, seen }) {
  const act = own ? ownToken(seen, gem, count) : stolen(seen, gem);
  return html`<${Tokens} gem=${gem} count=${count} big=${true} staged=${change}
    selected=${own ? countOf(seen.draft.selected, gem) : 0} wanted=${isWanted(seen, own)} onClick=${act} />`;
}

/** Whether a token must be clicked now. @param {DuelViewModel} seen @param {boolean} own */
const isWanted = ({ draft }, own) => !own || nextDecisions(draft).some((move) => move[0] === '-');

/** @param {DuelViewModel} seen @param {string} gem @returns {(() => void) | null} */
function stolen(seen, gem) {
  const move = `x${gem}`;
  return seen.mine && nextDecisions(seen.draft).includes(move) ? () => void decide(seen, move) : null;
}
