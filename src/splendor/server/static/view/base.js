/** The table of Splendor for two to four players: market, nobles, supply, panels. */

import { html } from '../vendor/preact.js';
import { BASE_TOKENS, GEMS, LIMIT, total } from '../state/gems.js';
import { movesOf, parseMove, placeName } from '../state/moves.js';
import { countOf, extraGold, spent } from '../state/payment.js';
import { priceOf } from '../state/price.js';
import { canWinNextTurn, lacking } from '../state/race.js';
import * as staging from '../state/staging.js';
import { lastMoveOf, linesOf, newPlaces } from '../state/story.js';
import { t } from '../texts/index.js';
import { Clock } from './clock.js';
import { Words } from './log.js';
import { CardButton, Column, Deck, Disc, Gem, Held, Picture, Ten, Who } from './parts.js';

/** @typedef {import('./live.js').LiveTable} LiveTable */
/** @typedef {import('../state/types.js').BaseTable} Table */

/** Shields of the nobles: one of ten for each. */
const CRESTS = 10;

/** Everything that the parts of this table look at, put together once. @param {LiveTable} live */
export function look(live) {
  const news = /** @type {import('../state/types.js').News} */ (live.news.value);
  const table = /** @type {Table} */ (news.table);
  const me = live.me.value;
  const count = table.places.length;
  const first = me ?? 0;
  const order = Array.from({ length: count }, (_, step) => (first + step) % count);
  const names = news.room.seats.map((seat, index) => (index === me ? t('you') : nameOf(seat, index)));
  const catalogue = /** @type {import('../state/catalogue.js').Catalogue} */ (live.catalogue.value);
  const lens = live.lens.value ?? me;
  const eyes = lens === null ? null : table.places[lens];
  const hand = (news.you ?? []).find((you) => you.seat === me)?.hand ?? [];
  const shade = (/** @type {number} */ seat) => (seat - first + count) % count;
  return { news, table, me, order, names, catalogue, lens, eyes, hand, shade, draft: live.draft.value, live };
}

/** @typedef {ReturnType<typeof look>} Look */

/** Bots have names of their own, so that their initials differ. */
const BOT_NAMES = ['Ottavia', 'Marek', 'Lin', 'Nadia'];

/** @param {import('../state/types.js').Seat} chair @param {number} seat */
export function nameOf(chair, seat) {
  if (chair.kind === 'bot') return BOT_NAMES[seat];
  return chair.name || t('seat', { seat: seat + 1 });
}

/** `side` is what stands below the other players: the log, the chat. @param {{ live: LiveTable, side: any }} props */
export function BaseTable({ live, side }) {
  const seen = look(live);
  return html`<${Nobles} ...${seen} /><${Market} ...${seen} /><${Supply} ...${seen} /><${Mine} ...${seen} />
    <aside class="side"><div class="opps">${seen.order.slice(seen.me === null ? 0 : 1).map((seat) => html`<${Opponent} key=${seat} seat=${seat} seen=${seen} />`)}</div>
      ${side}</aside>`;
}

// Nobles

/** @param {Look} seen */
function Nobles({ table, catalogue, order, names, draft, live, shade }) {
  const choices = new Map(movesOf(staging.options(draft), 'noble').map((move) => [move.slot, move.text]));
  return html`<section class="nobles n${table.nobles.length}" aria-label=${t('nobles')}>
    ${table.nobles.map((id, slot) => (id === null ? html`<span class="noble gone"></span>` : html`
      <${Noble} noble=${catalogue.noble(id)} number=${id} lanes=${order.map((seat) => ({ seat: shade(seat), name: names[seat], bonuses: table.places[seat].bonuses }))}
        live=${choices.has(slot)} staged=${draft.moves.includes(`n${slot + 1}`)}
        onClick=${() => (choices.has(slot) ? live.choose(choices.get(slot) ?? '') : live.explain(t('why.noble')))} />`))}</section>`;
}

/** @param {{ noble: import('../state/types.js').Noble, number: number, lanes: { seat: number, name: string, bonuses: number[] }[],
 *   live: boolean, staged: boolean, onClick: () => void }} props */
function Noble({ noble, number, lanes, live, staged, onClick }) {
  const best = Math.min(...lanes.map((lane) => lacking(noble.requires, lane.bonuses)));
  const needs = noble.requires.map((need, gem) => ({ need, gem: GEMS[gem] })).filter((row) => row.need);
  const label = `${noble.name}: ${t('points', { count: noble.points })}, ${t('requires', { price: needs.map((row) => `${row.need} ${t(`gem.${row.gem}`)}`).join(', ') })}; ${lanes.map((lane) => t('lane', { name: lane.name, count: lacking(noble.requires, lane.bonuses) })).join(', ')}`;
  return html`<button type="button" class="noble cr${number % CRESTS} ${live ? 'live' : ''} ${staged ? 'staged' : ''}" aria-label=${label} onClick=${onClick}>
    <span class="crest"><${Picture} id="c${number % CRESTS}" /><b>${noble.points}</b></span>
    <span class="nb"><span class="nn">${shortName(noble.name)}</span>
      <span class="need">${needs.map((row) => html`<i><${Gem} of=${row.gem} />${row.need}</i>`)}</span>
      <span class="race">${lanes.map((lane) => html`<${Lane} lane=${lane} needs=${needs} best=${best} requires=${noble.requires} />`)}</span></span></button>`;
}

/** A name that fits: without the country, or the last word. @param {string} name */
function shortName(name) {
  const [short] = name.split(' of ');
  return short.length > 13 ? short.split(' ').slice(-1)[0] : short;
}

/** @param {{ lane: { seat: number, name: string, bonuses: number[] }, needs: { need: number, gem: string }[], best: number, requires: number[] }} props */
function Lane({ lane, needs, best, requires }) {
  const left = lacking(requires, lane.bonuses);
  const group = (/** @type {{ need: number, gem: string }} */ row) => html`<span class="grp">
    ${Array.from({ length: row.need }, (_, pip) => html`<i class=${pip < lane.bonuses[GEMS.indexOf(row.gem)] ? `q-${row.gem.toLowerCase()}` : ''}></i>`)}</span>`;
  return html`<span class="lane ${left === best ? 'lead' : ''} ${lane.seat ? '' : 'you'}"><b>${lane.name[0].toUpperCase()}</b>
    ${needs.map(group)}<em>${left ? `−${left}` : '✓'}</em></span>`;
}

// The market

/** @param {Look} seen */
function Market(seen) {
  const { table, live, draft, lens, me } = seen;
  const before = live.before.value?.table;
  const fresh = before && before.game === 'base' && live.before.value?.state !== seen.news.state ? newPlaces(before.market, table.market) : new Set();
  return html`<main class="market mat ${lens !== me ? 'lens' : ''}" aria-label=${t('market')}>
    ${[3, 2, 1].map((level) => html`
      <${Deck} level=${level} count=${table.decks[level - 1]} live=${draft.legal.includes(`r${level}`)} staged=${draft.moves.includes(`r${level}`)}
        onReserve=${() => reserve(live, `${level}`)} />
      ${table.market[level - 1].map((id, slot) => html`<${MarketCard} key=${id ?? `empty${slot}`} id=${id} place=${placeName(level, slot)} fresh=${fresh} seen=${seen} />`)}`)}</main>`;
}

/** @param {{ id: import('../state/types.js').CardId | null, place: string, fresh: Set<string>, seen: Look }} props */
function MarketCard({ id, place, fresh, seen }) {
  const { catalogue, eyes, draft, live } = seen;
  return html`<${CardButton} card=${id === null ? null : catalogue.card(id)} place=${eyes} place_name=${place} isNew=${fresh.has(place)}
    staged=${draft.moves.some((move) => move === `b${place}` || move === `r${place}`)}
    onBuy=${(/** @type {Event} */ _, /** @type {any} */ price) => buy(live, place, price)} onReserve=${() => reserve(live, place)} />`;
}

/**
 * Buy a card with the own tokens that are selected; with none selected colours pay first, then gold.
 * @param {LiveTable} live @param {string} place @param {import('../state/price.js').Price} price
 */
export function buy(live, place, price) {
  const draft = live.draft.value;
  const move = `b${place}`;
  if (draft.moves.includes(move)) return live.clear();
  if (!draft.legal.includes(move)) return live.why(move);
  const gold = draft.selected ? extraGold(price, draft.selected) : [];
  if (!gold) return live.explain(t('why.payment'));
  return live.stage({ ...staging.withMove(staging.nothing(draft.state, draft.legal), move), gold });
}

/** @param {LiveTable} live @param {string} place */
export function reserve(live, place) {
  const { draft } = live;
  if (draft.value.moves.includes(`r${place}`)) return live.clear();
  if (draft.value.legal.includes(`r${place}`)) {
    live.clear();
    return live.choose(`r${place}`);
  }
  return live.why(`r${place}`);
}

// The supply

/** @param {Look} seen */
function Supply({ table, draft, live }) {
  const addable = staging.addable(draft);
  return html`<aside class="supply mat" aria-label=${t('supply')}>
    <div class="stock">${[...BASE_TOKENS].map((letter, index) => html`
      <${Pile} letter=${letter} count=${table.supply[index]} picked=${[...draft.letters].filter((each) => each === letter).length}
        live=${addable.has(letter) && !draft.moves.length} onClick=${() => pick(live, letter)} />`)}</div>
    <${Confirm} live=${live} /></aside>`;
}

/** @param {{ letter: string, count: number, picked: number, live: boolean, onClick: () => void }} props */
const Pile = ({ letter, count, picked, live, onClick }) => html`
  <button type="button" data-pile=${letter} class="pile ${picked ? 'staged' : ''} ${live || picked ? '' : 'dead'}" aria-pressed=${picked ? 'true' : 'false'}
      aria-label=${t('pile', { gem: t(`gem.${letter}`), count })} onClick=${onClick}>
    <${Disc} of=${letter} /><b>${count - picked}</b></button>`;

/** @param {LiveTable} live @param {string} letter */
function pick(live, letter) {
  const draft = live.draft.value.moves.length ? staging.nothing(live.draft.value.state, live.draft.value.legal) : live.draft.value;
  const next = staging.pickToken(draft, letter);
  if (next.letters === draft.letters) return live.why(letter === 'J' ? 'J' : draft.letters + letter);
  return live.stage(next);
}

/** The button that says what will happen. @param {{ live: LiveTable }} props */
export function Confirm({ live }) {
  const draft = live.draft.value;
  if (staging.isEmpty(draft)) return html`<div class="confirm idle"><p class="prompt">${live.isMyTurn.value ? t('prompt.choose') : t('prompt.wait')}</p></div>`;
  const ready = staging.isComplete(draft);
  return html`<div class="confirm">
    <button type="button" class="cta" disabled=${!ready || live.busy.value} onClick=${() => live.confirm()}>
      <span>${ready ? t('confirm') : t(nextPrompt(draft))}</span><small>${staging.movesToSend(draft).join(' ') || draft.letters}</small></button>
    <span class="keys"><kbd>Enter</kbd> ${t('or')} <button type="button" class="link" onClick=${() => live.clear()}><kbd>Esc</kbd></button></span></div>`;
}

/** What is still to be decided before one can confirm. @param {import('../state/staging.js').Draft} draft */
export function nextPrompt(draft) {
  const legal = draft.after?.legal ?? [];
  if (!legal.length) return 'prompt.more';
  const kinds = ['return', 'noble', 'gold-at', 'colour', 'match', 'steal', 'royal'];
  const kind = kinds.find((each) => movesOf(legal, /** @type {any} */ (each)).length);
  return kind ? `prompt.${kind}` : 'prompt.more';
}

// My own panel

/** @param {Look} seen */
function Mine(seen) {
  const { table, me, hand, news, live, draft, catalogue } = seen;
  if (me === null) return html`<section class="me watching" aria-label=${t('watching')}><p>${t('watching')}</p></section>`;
  const place = table.places[me];
  const held = total(place.tokens);
  const after = held + draft.letters.length - draft.returns.length;
  const mine = table.active === me && news.room.status === 'playing';
  const percent = Math.min(10, Math.floor((10 * place.points) / table.target));
  return html`<section data-seat=${me} class="me ${mine ? 'active' : ''}" aria-label=${t('yourPanel')}>
    <div class="me-id"><${Who} seat=${0} name=${t('you')} big=${true} /><span class="nm">${t('you')} <small>${mine ? t('toMove') : ''}</small></span><${Clock} live=${live} seat=${me} />
      <span class="score"><b>${place.points}</b>/${table.target}</span><span class="prog w${percent}"><i></i></span>
      <span class="stat">${t('cardsAndNobles', { cards: place.bought.length, nobles: place.nobles.length })}</span><${Ten} count=${held} />
      ${draft.letters || draft.returns.length ? html`<span class="stat warnish ${after > LIMIT ? 'over' : ''}">${t('afterTake', { count: after })}</span>` : null}</div>
    <div class="me-cols cols">${[...BASE_TOKENS].map((gem, index) => html`<${OwnColumn} gem=${gem} index=${index} place=${place} seen=${seen} />`)}</div>
    <div class="me-hand hand">${[0, 1, 2].map((slot) => (hand[slot]?.card === undefined ? html`<span class="card small empty"></span>` : html`
      <${CardButton} card=${catalogue.card(hand[slot].card ?? 0)} place=${place} small=${true} place_name=${t('handCard', { number: slot + 1 })}
        staged=${draft.moves.includes(`bh${slot + 1}`)} onBuy=${(/** @type {Event} */ _, /** @type {any} */ price) => buy(live, `h${slot + 1}`, price)} />`))}</div></section>`;
}

/** Own tokens of one colour: clicked to pay with them, to return them, or to let gold pay in their place.
 * @param {{ gem: string, index: number, place: import('../state/types.js').BasePlace, seen: Look }} props */
function OwnColumn({ gem, index, place, seen }) {
  const { draft, live } = seen;
  const held = place.tokens[index];
  const change = countOf(draft.letters, gem) - countOf(draft.returns, gem) - (paying(seen)[gem] ?? 0);
  return html`<${Column} gem=${gem} bonus=${gem === 'J' ? null : place.bonuses[index]} tokens=${held} big=${true}
    staged=${change} selected=${countOf(draft.selected, gem)} onClick=${ownTokenAct(live, draft, gem, held)} />`;
}

/** What the staged purchase takes, by letter. @param {Look} seen @returns {Object<string, number>} */
function paying({ draft, table, me, hand, catalogue }) {
  const bought = draft.moves.map(parseMove).find((move) => move.kind === 'buy');
  if (!bought || bought.kind !== 'buy' || me === null) return {};
  const { place } = bought;
  const slot = Number(place[1]) - 1;
  const id = place[0] === 'h' ? hand[slot]?.card : table.market[Number(place[0]) - 1]['abcd'.indexOf(place[1])];
  return id === null || id === undefined ? {} : spent(priceOf(catalogue.card(id), table.places[me]), draft.gold);
}

/** What a click on an own token does now, if anything. @param {LiveTable} live
 * @param {import('../state/staging.js').Draft} draft @param {string} gem @param {number} held */
export function ownTokenAct(live, draft, gem, held) {
  const returned = countOf(draft.returns, gem);
  if (staging.mustReturn(draft)) {
    const left = held + countOf(draft.letters, gem) - returned;
    return left > 0 ? () => live.stage(staging.returnToken(draft, gem)) : null;
  }
  if (returned) return () => live.stage(staging.keepToken(draft, gem));
  const bought = draft.moves.find((move) => /^b/.test(move));
  if (bought && draft.legal.includes(`${bought}+`) && gem !== 'J') {
    return () => live.stage(staging.spendGold(draft, gem, draft.gold.includes(gem) ? -1 : 1));
  }
  const selectable = live.isMyTurn.value && staging.isEmpty(draft) && held > 0;
  return selectable ? () => { live.draft.value = staging.selectToken(draft, gem, held); } : null;
}

// The others

/** @param {{ seat: number, seen: Look }} props */
function Opponent({ seat, seen }) {
  const { table, names, news, catalogue, live, shade } = seen;
  const place = table.places[seat];
  const alarm = canWinNextTurn(table, seat, catalogue);
  const last = lastMoveOf(linesOf(live.events.value), seat);
  const chair = news.room.seats[seat];
  const latest = live.events.value.findLast((event) => event.kind === 'moved')?.seat === seat;
  return html`<section data-seat=${seat} class="opp ${alarm ? 'alarm' : ''} ${latest ? 'islast' : ''} ${table.active === seat ? 'active' : ''}" aria-label=${t('panelOf', { name: names[seat] })}
      tabindex="0" onMouseEnter=${() => { live.lens.value = seat; }} onMouseLeave=${() => { live.lens.value = null; }}>
    <header><${Who} seat=${shade(seat)} name=${names[seat]} /><b class="nm">${names[seat]}</b><small>${chairText(chair)}</small>
      ${alarm ? html`<span class="alert">${t('canWin')}</span>` : null}<${Clock} live=${live} seat=${seat} />
      <span class="score"><b>${place.points}</b>/${table.target}</span></header>
    <div class="cols">${[...BASE_TOKENS].map((gem, index) => html`<${Column} gem=${gem} bonus=${gem === 'J' ? null : place.bonuses[index]} tokens=${place.tokens[index]} />`)}</div>
    <div class="hand">${[0, 1, 2].map((slot) => html`<${Held} held=${place.hand[slot]} catalogue=${catalogue} />`)}</div>
    <footer><${Ten} count=${total(place.tokens)} /><span class="lm">${last ? html`<${Words} line=${last} catalogue=${catalogue} />` : null}</span></footer></section>`;
}

/** @param {import('../state/types.js').Seat} chair */
export function chairText(chair) {
  if (chair.bot) return t('botOf', { level: chair.bot });
  if (chair.kind === 'open') return t('openSeat');
  return chair.present ? '' : t('away');
}

