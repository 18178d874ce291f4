/** What lies before one player of Duel: the three ways to win, columns by colour, hand, privileges. */

import { html } from '../vendor/preact.js';
import { GOALS, bestColour, changes, following, privilegeSpaces, spacesFor, openOptions } from '../state/duel.js';
import { DUEL_TOKENS, GEMS, total } from '../state/gems.js';
import { countOf } from '../state/payment.js';
import { canWinDuelNextTurn } from '../state/race.js';
import { lastMoveOf, linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { chairText } from './base.js';
import { Clock } from './clock.js';
import { buyCard, clickPrivilege, decide, ownToken } from './duel_look.js';
import { Won } from './duel_royals.js';
import { Words } from './log.js';
import { CardButton, Disc, Gem, Held, Picture, Ten, Who } from './parts.js';

/** @typedef {import('./duel_look.js').DuelLook} DuelLook */
/** @typedef {import('../state/types.js').DuelPlace} Place */

const RADIUS = 34;
const ROUND = 2 * Math.PI * RADIUS;

/** @param {{ seat: number, seen: DuelLook, isOpen?: boolean, onOpen?: () => void }} props */
export function Panel({ seat, seen, isOpen, onOpen }) {
  const { table, me, names, catalogue, playing, live, sight, shown } = seen;
  const place = table.places[seat];
  const own = seat === me;
  const active = playing && table.active === seat;
  const alarm = playing && canWinDuelNextTurn(table, seat, catalogue);
  const latest = live.events.value.findLast((event) => event.kind === 'moved')?.seat === seat;
  const change = own && sight ? changes(sight, shown) : null;
  const names_ = ['dp', own ? 'me0' : 'foe', active ? 'active' : '', latest && !own ? 'islast' : '', alarm && !own ? 'alarm' : '', isOpen ? 'open' : ''];
  return html`<section data-seat=${seat} class=${names_.filter((name) => name).join(' ')} tabindex=${own ? null : 0}
      aria-label=${own ? t('yourPanel') : t('panelOf', { name: names[seat] })} ...${own ? {} : lens(live, seat)}>
    <header><${Who} seat=${seen.shade(seat)} name=${names[seat]} big=${true} /><b class="nm">${names[seat]}</b>
      <small>${active && own ? t('toMove') : chairText(seen.news.room.seats[seat])}</small>
      <${Privileges} place=${place} own=${own} seen=${seen} /><${Won} royals=${place.royals} />
      ${alarm ? html`<span class="alert">${t('canWin')}</span>` : null}<${Clock} live=${live} seat=${seat} />
      <${LastMove} seat=${seat} seen=${seen} /><${Ten} count=${total(place.tokens)} />
      ${change && total(change) ? html`<small class="aftertake">→ ${total(place.tokens) + total(change)}</small>` : null}
      ${own || !onOpen ? null : html`<button type="button" class="more" aria-expanded=${isOpen ? 'true' : 'false'}
        aria-label=${t('openPanel', { name: names[seat] })} onClick=${onOpen}>${isOpen ? '×' : '…'}</button>`}</header>
    <${Rings} place=${place} />
    <div class="hand">${[0, 1, 2].map((slot) => html`<${HandCard} slot=${slot} seat=${seat} seen=${seen} />`)}</div>
    <div class="cols">${[...DUEL_TOKENS].map((gem, kind) => html`
      <${DuelColumn} gem=${gem} kind=${kind} seat=${seat} change=${change?.[kind] ?? 0} seen=${seen} />`)}</div></section>`;
}

/** While somebody looks at the opponent's panel, prices are theirs. @param {import('./live.js').LiveTable} live
 * @param {number} seat */
function lens(live, seat) {
  const see = () => {
    live.lens.value = seat;
  };
  const stop = () => {
    live.lens.value = null;
  };
  return { onMouseEnter: see, onMouseLeave: stop, onFocus: see, onBlur: stop };
}

/** @param {{ seat: number, seen: DuelLook }} props */
function LastMove({ seat, seen }) {
  const lines = linesOf(seen.live.events.value);
  const last = lastMoveOf(lines, seat);
  const turn = last ? lines.filter((line) => line.seq === last.seq && line.move).reverse() : [];
  return html`<span class="lm">${turn.map((line, index) => html`${index ? ', ' : ''}<${Words} line=${line} catalogue=${seen.catalogue} />`)}</span>`;
}

// Privileges

/** @param {{ place: Place, own: boolean, seen: DuelLook }} props */
function Privileges({ place, own, seen }) {
  if (!own) {
    return html`<span class="privs" role="img" aria-label=${t('privileges', { count: place.privileges })}>
      ${Array.from({ length: place.privileges }, () => html`<${Picture} id="scroll" />`)}</span>`;
  }
  const used = privilegeSpaces(seen.draft).length;
  const usable = seen.mine && spacesFor(openOptions(seen.draft), 'privilege').length > 0;
  return html`<span class="privs">${Array.from({ length: place.privileges }, (_, index) => html`
    <button type="button" class="priv ${index < place.privileges - used ? '' : 'gone'} ${usable ? 'live' : ''} ${seen.mode?.kind === 'privilege' ? 'staged' : ''}"
      aria-label=${t('usePrivilege')} aria-pressed=${seen.mode?.kind === 'privilege' ? 'true' : 'false'} disabled=${index >= place.privileges - used}
      onClick=${() => clickPrivilege(seen)}><${Picture} id="scroll" /></button>`)}</span>`;
}

// The three ways to win

/** @param {{ place: Place }} props */
function Rings({ place }) {
  const best = bestColour(place.colour_points);
  return html`<div class="rings"><${Ring} value=${place.points} goal=${GOALS.points} label=${t('ring.points')} />
    <${Ring} value=${place.crowns} goal=${GOALS.crowns} label=${t('ring.crowns')}><${Picture} id="crown" /><//>
    <${Ring} value=${best.points} goal=${GOALS.colour} label=${t('ring.colour')}
      detail=${best.points ? t(`gem.${best.gem}`) : ''}>${best.points ? html`<${Gem} of=${best.gem} />` : null}<//></div>`;
}

/** @param {{ value: number, goal: number, label: string, detail?: string, children?: any }} props */
function Ring({ value, goal, label, detail, children }) {
  const part = Math.min(1, value / goal);
  const words = `${label}${detail ? ` (${detail})` : ''}: ${t('ofGoal', { value, goal })}`;
  return html`<span class="ring ${part >= 0.8 ? 'hot' : ''}" role="img" aria-label=${words}>
    <svg viewBox="0 0 80 80" aria-hidden="true"><circle cx="40" cy="40" r=${RADIUS} />
      ${part ? html`<circle class="v" cx="40" cy="40" r=${RADIUS} stroke-dasharray="${(ROUND * part).toFixed(1)} ${ROUND.toFixed(1)}" />` : null}</svg>
    <span class="rv">${children}<b>${value}</b><small>/${goal}</small></span><span class="rl">${label}</span></span>`;
}

// The hand

/** @param {{ slot: number, seat: number, seen: DuelLook }} props */
function HandCard({ slot, seat, seen }) {
  const { catalogue, draft, own, hand, me, table } = seen;
  if (seat !== me) return html`<${Held} held=${table.places[seat].hand[slot]} catalogue=${catalogue} />`;
  const held = hand[slot] ?? table.places[seat].hand[slot];
  if (held?.card === undefined || held.card === null) return html`<${Held} held=${held} catalogue=${catalogue} />`;
  return html`<${CardButton} card=${catalogue.card(held.card)} place=${own} small=${true}
    place_name=${t('handCard', { number: slot + 1 })} staged=${draft.moves.includes(`bh${slot + 1}`)}
    onBuy=${() => buyCard(seen, `h${slot + 1}`)} />`;
}

// Columns

/** @param {{ gem: string, kind: number, seat: number, change: number, seen: DuelLook }} props */
function DuelColumn({ gem, kind, seat, change, seen }) {
  const place = seen.table.places[seat];
  const own = seat === seen.me;
  const isGem = GEMS.includes(gem);
  const bonus = isGem ? place.bonuses[kind] : 0;
  const tokens = place.tokens[kind];
  return html`<span class="colm ${bonus + tokens ? '' : 'nil'}">
    ${isGem ? html`<${Bonus} gem=${gem} count=${bonus} own=${own} seen=${seen} /><${ColourPoints} points=${place.colour_points[kind]} />`
      : html`<span class="bon off"></span><span class="pc off">${t(`gem.${gem}`)}</span>`}
    <${Tokens} gem=${gem} count=${tokens} own=${own} change=${change} seen=${seen} /></span>`;
}

/** The bonus of a colour; clicked where a wild card takes it. @param {{ gem: string, count: number, own: boolean, seen: DuelLook }} props */
function Bonus({ gem, count, own, seen }) {
  const move = `=${gem}`;
  const names = `bon b-${gem.toLowerCase()} ${count ? '' : 'zero'}`;
  const inside = html`<${Gem} of=${gem} /><b>${count}</b>`;
  const label = t('columnBonus', { count, gem: t(`gem.${gem}`) });
  if (!own || !following(seen.draft).includes(move)) return html`<span class=${names} role="img" aria-label=${label}>${inside}</span>`;
  return html`<button type="button" class="${names} choice" aria-label="${label}: ${t('choose.colour', { gem: t(`gem.${gem}`) })}"
    onClick=${() => decide(seen, move)}>${inside}</button>`;
}

/** @param {{ points: number }} props */
const ColourPoints = ({ points }) => html`<span class="pc ${points ? '' : 'none'}" role="img" aria-label=${t('colourPoints', { count: points })}>
  <span class="bar10">${Array.from({ length: GOALS.colour }, (_, tick) => html`<i class=${tick < points ? 'on' : ''}></i>`)}</span><b>${points}</b></span>`;

/** @param {{ gem: string, count: number, own: boolean, change: number, seen: DuelLook }} props */
function Tokens({ gem, count, own, change, seen }) {
  const act = own ? ownToken(seen, gem, count) : stolen(seen, gem);
  const selected = own ? countOf(seen.draft.selected, gem) : 0;
  const names = `tok ${count || change > 0 ? '' : 'zero'} ${selected ? 'selected' : ''} ${act ? 'live' : ''} ${act && isWanted(seen, own) ? 'choice' : ''}`;
  const inside = html`<${Disc} of=${gem} /><b>${count}</b>
    ${change ? html`<small class="change">${change > 0 ? '+' : '−'}${Math.abs(change)}</small>` : null}
    ${selected ? html`<small class="change">${selected}</small>` : null}`;
  const label = t('columnTokens', { count, gem: t(`gem.${gem}`) });
  return act
    ? html`<button type="button" data-gem=${gem} class=${names} aria-label=${label} aria-pressed=${selected ? 'true' : 'false'} onClick=${act}>${inside}</button>`
    : html`<span data-gem=${gem} class=${names} role="img" aria-label=${label}>${inside}</span>`;
}

/** Whether a token must be clicked now. @param {DuelLook} seen @param {boolean} own */
const isWanted = ({ draft }, own) => !own || following(draft).some((move) => move[0] === '-');

/** @param {DuelLook} seen @param {string} gem @returns {(() => void) | null} */
function stolen(seen, gem) {
  const move = `x${gem}`;
  return seen.mine && following(seen.draft).includes(move) ? () => void decide(seen, move) : null;
}
