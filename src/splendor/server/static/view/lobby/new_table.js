/** A new table: game and opponents in two clicks, everything else behind a third. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import * as wishes from '../../state/new_table.js';
import { isText, t } from '../../texts/index.js';
import { clockWords } from '../shared/clock.js';
import { Count, Cta, Radios, Select, Switch, Wrong, optionsOf } from '../shared/fields.js';
import { botName } from '../shared/name.js';
import { wrongWords } from '../shared/why.js';
import { useLevels } from './levels.js';
import { openTable } from './open_table.js';

/** @typedef {wishes.Wish} Wish */
/** @typedef {wishes.Level} Level */
/** @typedef {{ wish: Wish, change: (wish: Wish) => void, levels: Level[] }} Form */

/** @param {{ open: boolean }} props */
export function NewTable({ open }) {
  const [wish, change] = useState(() => wishes.newWish('official', 2, wishes.botChair('')));
  const [wrong, setWrong] = useState('');
  const levels = useLevels(wish.rules, wish.chairs.length, setWrong);
  useEffect(() => {
    if (levels.length) change((before) => wishes.withKnownBots(before, levels));
  }, [levels]);
  const level = wishes.levelOf(wish) || wishes.usualLevel(levels);
  const start = (/** @type {string} */ others) => () => openTable(wishes.withOthers(wish, others), setWrong);
  const form = { wish, change, levels };
  const unfit = wrongWords(wishes.wrongWith(wishes.withOthers(wish, wishes.OPEN))); // where nobody sits yet
  return html`<section class="box new" aria-labelledby="new-title"><h2 id="new-title">${t('newTable')}</h2>
    <${GameChoice} ...${form} /><${LevelChoice} ...${form} level=${level} />
    <div class="starts"><${Cta} name=${t('playBots')} disabled=${Boolean(unfit) || !levels.length}
        act=${start(wishes.botChair(level))} />
      <${Cta} name=${t('playFriends')} second=${true} disabled=${Boolean(unfit)} act=${start(wishes.OPEN)} />
      <${Cta} name=${t('playHere')} second=${true} disabled=${Boolean(unfit)} act=${start(wishes.ME)} /></div>
    <${Wrong} text=${wrong} />${unfit ? html`<p class="wrong">${unfit}</p>` : null}
    <${Options} ...${form} open=${open} tell=${setWrong} /></section>`;
}

/** @param {Form} form */
const GameChoice = ({ wish, change }) => html`
  <${Radios} label=${t('game')} name="rules" values=${wishes.GAMES.map((game) => game.rules)} value=${wish.rules}
      text=${(/** @type {string} */ rules) => t(`rules.${rules}`)}
      onChange=${(/** @type {string} */ rules) => change(wishes.withRules(wish, rules))}>
    <p class="about">${t(`about.${wish.rules}`)}</p><//>
  <${Radios} label=${t('players')} name="players" values=${wishes.playersOf(wish.rules)} value=${wish.chairs.length}
    text=${String}
    onChange=${(/** @type {number} */ count) => change(wishes.withPlayers(wish, count, wish.chairs[1]))} />`;

/** @param {Form & { level: string }} form */
const LevelChoice = ({ wish, change, levels, level }) => html`
  <${Select} label=${t('opponent')} value=${level}
      onChange=${(/** @type {string} */ next) => change(wishes.withLevel(wish, next))}>
    <${Bots} levels=${levels} valueOf=${String} /><//>
  <${AboutBot} level=${level} levels=${levels} />`;

/** The ladder, the weakest first, then the styles.
 * @param {{ levels: Level[], valueOf: (level: string) => string }} props */
function Bots({ levels, valueOf }) {
  const listed = (/** @type {Level[]} */ some) =>
    optionsOf(some.map(({ name, elo }) => [valueOf(name), t('levelOption', { name: botName(name), elo })]));
  return html`<optgroup label=${t('levels')}>${listed(wishes.ladderOf(levels))}</optgroup>
    <optgroup label=${t('styles')}>${listed(wishes.stylesOf(levels))}</optgroup>`;
}

/** @param {{ level: string, levels: Level[] }} props */
function AboutBot({ level, levels }) {
  const found = levels.find((each) => each.name === level);
  if (!found) return null;
  const about = isText(`bot.${level}.about`) ? t(`bot.${level}.about`) : '';
  const range = found.elo && found.interval ? t('eloRange', { elo: found.elo, interval: found.interval }) : '';
  const usual = level === wishes.usualLevel(levels) ? t('usualLevel') : '';
  return html`<p class="about">${[about, range, usual].filter(Boolean).join(' ')}</p>`;
}

// Everything that can be chosen

/** @param {Form & { open: boolean, tell: (why: string) => void }} props */
function Options({ wish, change, levels, open, tell }) {
  const [shown, setShown] = useState(open);
  useEffect(() => setShown(open), [open]);
  const wrong = wishes.wrongWith(wish);
  const form = { wish, change, levels };
  const seats = wish.chairs.map((_, seat) => html`<${Chair} key=${seat} seat=${seat} ...${form} />`);
  const options = wishes.optionsOf(wish.rules).map((option) => html`
    <${OptionField} key=${wish.rules + option.name} option=${option} ...${form} />`);
  return html`<details class="options" open=${shown}
      onToggle=${(/** @type {any} */ event) => setShown(event.target.open)}><summary>${t('options')}</summary>
    <h3>${t('seats')}</h3><ol class="chairs">${seats}</ol>
    <h3>${t('ruleOptions')}</h3><div class="grid">${options}</div>
    <h3>${t('tableOptions')}</h3><div class="grid"><${TableOptions} ...${form} /></div>
    <${Wrong} text=${wrong?.name ? '' : wrongWords(wrong)} />
    <${Cta} name=${t('openTable')} disabled=${Boolean(wrong) || !levels.length}
      act=${() => openTable(wish, tell)} /></details>`;
}

/** @param {Form} form */
const TableOptions = ({ wish, change }) => html`
  <${Select} label=${t('clock')} value=${wish.clock} changed=${wish.clock !== ''}
      onChange=${(/** @type {string} */ clock) => change({ ...wish, clock })}>
    ${optionsOf(wishes.CLOCKS.map((clock) => [clock, clockName(clock)]))}<//>
  <${Switch} label=${t('spectators')} about=${t('spectators.about')} on=${wish.spectators}
    onChange=${(/** @type {boolean} */ spectators) => change({ ...wish, spectators })} />`;

/** @param {string} clock */
function clockName(clock) {
  const [seconds, increment] = clock.split('+').map(Number);
  return clock ? clockWords({ seconds, increment }) : t('clock.none');
}

/** @param {Form & { seat: number }} props */
function Chair({ wish, change, levels, seat }) {
  const first = wish.chairs.indexOf(wishes.ME);
  const me = first < 0 || first >= seat ? t('chair.me') : t('chair.here');
  const sit = (/** @type {string} */ chair) => change(wishes.withChair(wish, seat, chair));
  return html`<li><${Select} label=${t('seat', { seat: seat + 1 })} value=${wish.chairs[seat]} onChange=${sit}>
    ${optionsOf([[wishes.ME, me], [wishes.OPEN, t('chair.open')]])}
    <${Bots} levels=${levels} valueOf=${wishes.botChair} /><//></li>`;
}

/** @param {Form & { option: wishes.Option }} props */
function OptionField({ wish, change, option }) {
  const label = t(`option.${option.name}`);
  const changed = option.name in wish.options;
  const value = wishes.valueOf(wish, option);
  const set = (/** @type {any} */ next) => change(wishes.withOption(wish, option.name, next));
  if (option.kind === 'number') {
    const range = { least: option.least, most: option.most, wrong: wrongWords(wishes.wrongOption(wish, option)) };
    return html`<${Count} label=${label} value=${value} ...${range} changed=${changed} onChange=${set} />`;
  }
  return html`<${Select} label=${label} value=${String(value)} changed=${changed}
      onChange=${(/** @type {string} */ text) => set(readValue(option, text))}>
    ${optionsOf(valuesOf(option, wish))}<//>`;
}

const LIMITS = [10, 20, 30, 60, 100];

/** The values of an option with their names. @param {wishes.Option} option @param {Wish} wish
 * @returns {[string, string][]} */
function valuesOf(option, wish) {
  const name = `option.${option.name}`;
  switch (option.kind) {
    case 'choice': return option.values.map((value) => [value, t(`${name}.${value}`)]);
    case 'seat': return [['random', t(`${name}.random`)], ...wish.chairs.map((_, seat) => seatValue(seat))];
    case 'limit': return [['null', t('option.none')], ...LIMITS.map((count) => limitValue(name, count))];
    default: return [];
  }
}

/** @param {number} seat @returns {[string, string]} */
const seatValue = (seat) => [String(seat), t('seat', { seat: seat + 1 })];

/** @param {string} name @param {number} count @returns {[string, string]} */
const limitValue = (name, count) => [String(count), t(`${name}.after`, { count })];

/** @param {wishes.Option} option @param {string} text */
function readValue(option, text) {
  if (text === 'null') return null;
  return option.kind === 'choice' || text === 'random' ? text : Number(text);
}
