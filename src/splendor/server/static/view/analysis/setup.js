/** Setting up a position: the game and the turn, the checks in words, the text; and what lies at the chosen place. */

import { html, useState } from '../../vendor/preact.js';
import * as edit from '../../state/analysis/setup.js';
import { isText, rulesName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { Crest, Disc, Gem, Held, Mini, Name, cardLabel } from '../shared/parts.js';
import { gemWord } from '../shared/why.js';
import { cardNamed } from './setting_up.js';

/** @typedef {import('./board.js').AnalysisBoard} AnalysisBoard */
/** @typedef {import('../../state/analysis/setup.js').Fields} Fields */

const LONGEST = 3000;
const GEMS = 'WUGRK';

/** @param {{ live: AnalysisBoard }} props */
export function SetupPanels({ live }) {
  const { setup } = live;
  const good = setup.found.value !== null;
  return html`<section class="panel enginewaits"><p>${t(good ? 'analysis.setup.good' : 'analysis.state.waits.about')}</p></section>
    <${General} live=${live} /><${Checks} live=${live} />`;
}

// The game and the turn

/** @param {{ live: AnalysisBoard }} props */
function General({ live }) {
  const { setup } = live;
  const fields = setup.fields.value;
  const [rules] = fields.rules.split(',');
  const list = games.value?.games ?? [];
  const seats = edit.seatsOf(fields);
  const { players = [2] } = list.find((each) => each.rules === rules) ?? {};
  const change = (/** @type {{ turn?: string, start?: string, round?: string }} */ changes) => setup.change(edit.timed(fields, changes));
  const named = seats.map((seat) => [String(seat), setup.nameOf(seat)]);
  return html`<section class="panel general" aria-labelledby="general-title"><h2 id="general-title">${t('analysis.position')}</h2>
    <${Choice} label=${t('analysis.setup.game')} values=${list.map((each) => [each.rules, rulesName(each.rules)])} value=${rules}
      onChange=${(/** @type {string} */ wanted) => setup.deal(wanted, Math.max(...(list.find((each) => each.rules === wanted)?.players ?? [2]).filter((count) => count <= seats.length), 2))} />
    ${players.length > 1 ? html`<${Choice} label=${t('analysis.setup.players')} values=${players.map((count) => [count, String(count)])} value=${seats.length} onChange=${(/** @type {number} */ count) => setup.deal(rules, count)} />` : null}
    <${Choice} label=${t('analysis.setup.turn')} values=${named} value=${fields.turn} onChange=${(/** @type {string} */ turn) => change({ turn })} />
    <${Choice} label=${t('analysis.setup.start')} values=${named} value=${fields.start} onChange=${(/** @type {string} */ start) => change({ start })} />
    <div class="choice"><span>${t('analysis.setup.round')}</span><${Stepper} name=${t('analysis.setup.round')} value=${Number(fields.round)}
      onChange=${(/** @type {number} */ by) => change({ round: String(Math.max(1, Number(fields.round) + by)) })} /></div></section>`;
}

/** @param {{ label: string, values: any[][], value: any, onChange: (value: any) => void }} props */
const Choice = ({ label, values, value, onChange }) => html`<div class="choice" role="group" aria-label=${label}><span aria-hidden="true">${label}</span>
  <span class="seg">${values.map(([each, name]) => html`<button key=${each} type="button" aria-pressed=${each === value ? 'true' : 'false'} onClick=${() => each !== value && onChange(each)}>${name}</button>`)}</span></div>`;

/** @param {{ name: string, value: number, onChange: (by: number) => void }} props */
const Stepper = ({ name, value, onChange }) => html`<span class="stepper" role="group" aria-label=${name}>
  <button type="button" aria-label=${t('analysis.less', { name })} disabled=${value <= 0} onClick=${() => onChange(-1)}>−</button><b>${value}</b>
  <button type="button" aria-label=${t('analysis.more', { name })} onClick=${() => onChange(1)}>+</button></span>`;

// The checks

/** @param {{ live: AnalysisBoard }} props */
function Checks({ live }) {
  const { setup } = live;
  const said = setup.checks.value.filter(({ check, code }) => code || check !== 'text');
  return html`<section class="panel checks" aria-labelledby="checks-title"><h2 id="checks-title">${t('analysis.checks')}</h2>
    <ul>${said.map(({ check, code = '', values = {} }) => html`<li key=${check} class=${code ? 'bad' : 'good'}><span aria-hidden="true">${code ? '!' : '✓'}</span>
      <span>${t(`analysis.check.${check}`)} ${code ? html`<b><${Mistake} live=${live} code=${code} values=${values} /></b>` : html`<${Name} is=${t('analysis.check.holds')} />`}</span></li>`)}</ul>
    <h2>${t('analysis.asText')}</h2>
    <textarea rows="4" maxlength=${LONGEST} spellcheck=${false} aria-label=${t('analysis.asText')} value=${setup.text.value} onInput=${(/** @type {any} */ event) => setup.type(event.target.value)}></textarea></section>`;
}

/** What is wrong, in words. What only the server can say is set apart, in its English. @param {{ live: AnalysisBoard, code: string, values: Object<string, any> }} props */
export function Mistake({ live, code, values }) {
  const english = code === 'position_text' ? values.detail : code === 'other' ? values.text : '';
  return english ? html`${t('analysis.noPosition')} <q lang="en">${english}</q>` : wordsOf(live, code, values);
}

/** @param {AnalysisBoard} live @param {string} code @param {Object<string, any>} values */
function wordsOf(live, code, values) {
  const key = `refused.${code}`;
  const { catalogue, setup } = live;
  const card = values.card && catalogue.value ? cardNamed(String(values.card), catalogue.value) : null;
  const words = {
    ...values, gem: values.gem && gemWord(values.gem), seat: values.seat === undefined ? '' : setup.nameOf(values.seat), card: card ? cardLabel(card) : values.card,
  };
  return isText(key) ? t(key, words) : t('analysis.check.wrong');
}

// What lies at a place

/** @param {{ live: AnalysisBoard }} props */
export function SetupPlace({ live }) {
  const { setup } = live;
  const [kind] = setup.place.value.split(' ');
  const bad = setup.checks.value.find(({ code }) => code);
  const fields = setup.fields.value;
  const Editor = EDITORS[kind] ?? EDITORS.stock;
  return html`<section class="panel editing" aria-label=${t('analysis.setup')}>
    <div class="editor"><${Editor} live=${live} fields=${fields} place=${setup.place.value} /></div>
    <div class="outcome"><p role="status" class=${bad ? 'wrongp' : ''}>${bad ? html`<b>${t('analysis.setup.notYet')}</b> <${Mistake} live=${live} code=${bad.code ?? ''} values=${bad.values ?? {}} />` : t('analysis.setup.good')}</p>
      <button type="button" class="btn" onClick=${() => setup.change(edit.emptied(fields))}>${t('analysis.setup.empty')}</button>
      <button type="button" class="btn go" disabled=${setup.found.value === null} onClick=${() => setup.analyse()}>${t('analysis.setup.analyse')}</button></div></section>`;
}

/** @typedef {{ live: AnalysisBoard, fields: Fields, place: string }} EditorProps */

/** Tokens that nobody has. @param {EditorProps} props */
function Stock({ live, fields }) {
  const counts = edit.countsOf(fields[edit.stockOf(fields)]);
  return html`<h2>${t(`analysis.setup.${edit.stockOf(fields)}`)}</h2><ul class="tokens">${[...edit.lettersOf(fields)].map((letter) => html`<li key=${letter}><${Disc} of=${letter} />
    <${Stepper} name=${t(`gem.${letter}`)} value=${counts[letter] ?? 0} onChange=${(/** @type {number} */ by) => live.setup.change(edit.stocked(fields, letter, by))} /></li>`)}</ul>
    <p class="about">${t('analysis.setup.about')}</p>`;
}

/** A card of the table or of a hand. @param {EditorProps} props */
function CardEditor({ live, fields, place }) {
  const { setup } = live;
  const level = place.startsWith('card') ? Number(place.split(' ')[1][0]) : 0;
  const now = edit.cardIn(fields, place);
  return html`<h2>${setup.labelOf(place)}</h2><${Cards} live=${live} level=${level} chosen=${[now]} onChoose=${(/** @type {string} */ card) => setup.change(edit.laid(fields, place, card === now ? edit.EMPTY : card))} />`;
}

/** Cards by level and colour. @param {{ live: AnalysisBoard, level: number, chosen: string[], onChoose: (card: string) => void }} props */
function Cards({ live, level, chosen, onChoose }) {
  const { catalogue } = live;
  const cards = [...(catalogue.value?.cards.values() ?? [])];
  const first = cards.find(({ id }) => chosen.includes(String(id)));
  const [colour, setColour] = useState(first?.bonus ?? 'W');
  const [wanted, setLevel] = useState(level || first?.level || 1);
  const now = level || wanted;
  const colours = [...new Set(cards.map(({ bonus }) => bonus))];
  const shown = cards.filter((card) => card.level === now && card.bonus === colour);
  return html`<div class="filters">${level ? null : html`<span class="seg" role="group" aria-label=${t('analysis.setup.level')}>${[1, 2, 3].map((each) => html`<button key=${each} type="button" aria-pressed=${each === now ? 'true' : 'false'} onClick=${() => setLevel(each)}>${'I'.repeat(each)}</button>`)}</span>`}
      <span class="seg gems" role="group" aria-label=${t('analysis.setup.colour')}>${colours.map((each) => html`<button key=${each} type="button" aria-pressed=${each === colour ? 'true' : 'false'} aria-label=${GEMS.includes(each) ? t(`gem.${each}`) : t(`analysis.colour.${each}`)} onClick=${() => setColour(each)}>${GEMS.includes(each) || each === 'X' ? html`<${Gem} of=${each} />` : '–'}</button>`)}</span></div>
    <ul class="cards">${shown.map((card) => html`<li key=${card.id}><button type="button" class="choicecard" aria-pressed=${chosen.includes(String(card.id)) ? 'true' : 'false'} aria-label=${cardLabel(card)} onClick=${() => onChoose(String(card.id))}>
      <${Held} held=${{ level: card.level, card: card.id }} catalogue=${catalogue.value} /></button></li>`)}</ul>`;
}

/** What a player has. @param {EditorProps} props */
function SeatEditor({ live, fields, place }) {
  const { setup } = live;
  const seat = Number(place.split(' ')[1]);
  const counts = edit.countsOf(edit.part(fields, seat, 0));
  const owned = edit.boughtOf(fields, seat).map(edit.nameOf);
  const buy = (/** @type {string} */ card) => {
    const found = live.catalogue.value && cardNamed(card, live.catalogue.value);
    setup.change(edit.bought(fields, seat, card, found?.bonus === 'X' ? ownColour(live, owned) : ''));
  };
  return html`<h2>${setup.nameOf(seat)}</h2><ul class="tokens">${[...edit.lettersOf(fields)].map((letter) => html`<li key=${letter}><${Disc} of=${letter} />
      <${Stepper} name=${t(`gem.${letter}`)} value=${counts[letter] ?? 0} onChange=${(/** @type {number} */ by) => setup.change(edit.held(fields, seat, letter, by))} /></li>`)}
      ${'privileges' in fields ? html`<li class="word">${t('analysis.setup.privileges')} <${Stepper} name=${t('analysis.setup.privileges')} value=${Number(edit.part(fields, seat, 4))} onChange=${(/** @type {number} */ by) => setup.change(edit.privileged(fields, seat, by))} /></li>` : null}</ul>
    <p class="about">${t('analysis.setup.bought')} ${owned.map((name) => minis(live, name))}</p>
    <${Cards} live=${live} level=${0} chosen=${owned} onChoose=${buy} />`;
}

/** @param {AnalysisBoard} live @param {string} name */
function minis(live, name) {
  const card = live.catalogue.value && cardNamed(name, live.catalogue.value);
  return card ? html`<${Mini} card=${card} /> ` : null;
}

/** A colour on which a wild card can lie. @param {AnalysisBoard} live @param {string[]} owned */
function ownColour({ catalogue }, owned) {
  const bonuses = owned.map((name) => (catalogue.value && cardNamed(name, catalogue.value)?.bonus) ?? '');
  return bonuses.find((bonus) => bonus && GEMS.includes(bonus)) ?? 'W';
}

/** @param {EditorProps} props */
function NobleEditor({ live, fields, place }) {
  const { setup, catalogue } = live;
  const slot = Number(place.split(' ')[1]);
  const { noble, owner } = edit.nobleIn(fields, slot);
  const owners = [['', t('analysis.setup.onTable')], ...edit.seatsOf(fields).map((seat) => [String(seat), setup.nameOf(seat)])];
  return html`<h2>${t('analysis.thing.noble', { number: slot + 1 })}</h2>
    <${Choice} label=${t('analysis.setup.owner')} values=${owners} value=${owner === null ? '' : String(owner)} onChange=${(/** @type {string} */ whose) => setup.change(edit.withNoble(fields, slot, noble, whose ? Number(whose) : null))} />
    <ul class="cards nobs">${(catalogue.value?.nobles ?? []).map(({ id }) => html`<li key=${id}><button type="button" class="btn" aria-pressed=${id === noble ? 'true' : 'false'} onClick=${() => setup.change(edit.withNoble(fields, slot, id, owner))}><${Crest} id=${id} /> ${t(`noble.${id}`)}</button></li>`)}</ul>`;
}

/** @param {EditorProps} props */
function SpaceEditor({ live, fields, place }) {
  const [, space] = place.split(' ');
  const now = edit.tokenOn(fields, space);
  const bag = edit.countsOf(fields.bag);
  return html`<h2>${t('analysis.place.space', { which: space })}</h2><ul class="tokens">${['.', ...edit.lettersOf(fields)].map((letter) => html`<li key=${letter}><button type="button" class="btn" aria-pressed=${letter === now ? 'true' : 'false'}
    aria-label=${letter === '.' ? t('analysis.setup.nothing') : t(`gem.${letter}`)} onClick=${() => live.setup.change(edit.placed(fields, space, letter))}>${letter === '.' ? '–' : html`<${Disc} of=${letter} />`} <small>${letter === '.' ? '' : bag[letter] ?? 0}</small></button></li>`)}</ul>
    <p class="about">${t('analysis.setup.fromBag')}</p><${Stock} live=${live} fields=${fields} place="stock" />`;
}

/** @param {EditorProps} props */
function RoyalEditor({ live, fields, place }) {
  const royal = `R${place.split(' ')[1]}`;
  const owner = edit.crownOf(fields, royal);
  const owners = [['', t('analysis.setup.onTable')], ...edit.seatsOf(fields).map((seat) => [String(seat), live.setup.nameOf(seat)])];
  return html`<h2>${t('analysis.place.royal', { which: place.split(' ')[1] })}</h2>
    <${Choice} label=${t('analysis.setup.owner')} values=${owners} value=${owner === null ? '' : String(owner)} onChange=${(/** @type {string} */ whose) => live.setup.change(edit.crowned(fields, royal, whose ? Number(whose) : null))} />`;
}

/** @type {Object<string, (props: EditorProps) => any>} */
const EDITORS = { stock: Stock, card: CardEditor, hand: CardEditor, seat: SeatEditor, noble: NobleEditor, space: SpaceEditor, royal: RoyalEditor };
