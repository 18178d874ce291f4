/** A new table: game and opponents in two clicks, everything else behind a third. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { api } from '../net/api.js';
import * as wishes from '../state/wish.js';
import { isText, t } from '../texts/index.js';
import { openTable } from './lobby_open.js';
import { botName } from './name.js';

/** @typedef {wishes.Wish} Wish */
/** @typedef {wishes.Level} Level */
/** @typedef {{ wish: Wish, change: (wish: Wish) => void, levels: Level[] }} Form */

/** @param {{ open: boolean }} props */
export function NewTable({ open }) {
  const [wish, change] = useState(() => wishes.newWish('official', 2, wishes.botChair('')));
  const [levels, setLevels] = useState(/** @type {Level[]} */ ([]));
  const [wrong, setWrong] = useState('');
  const { rules, chairs } = wish;
  useEffect(() => {
    api.levels(rules, chairs.length).then((/** @type {Level[]} */ found) => {
      setLevels(found);
      change((before) => wishes.withKnownBots(before, found));
    }).catch((error) => setWrong(error.message));
  }, [rules, chairs.length]);
  const level = wishes.levelOf(wish) || wishes.usualLevel(levels);
  const start = (/** @type {string} */ others) => openTable(wishes.withOthers(wish, others), setWrong);
  const form = { wish, change, levels };
  return html`<section class="box new" aria-labelledby="new-title"><h2 id="new-title">${t('newTable')}</h2>
    <${GameChoice} ...${form} /><${PlayersChoice} ...${form} />
    <${LevelChoice} levels=${levels} level=${level} onChange=${(/** @type {string} */ next) => change(wishes.withLevel(wish, next))} />
    <div class="starts">
      <button type="button" class="cta" disabled=${!levels.length} onClick=${() => start(wishes.botChair(level))}><span>${t('playBots')}</span></button>
      <button type="button" class="cta second" onClick=${() => start(wishes.OPEN)}><span>${t('playFriends')}</span></button>
      <button type="button" class="cta second" onClick=${() => start(wishes.ME)}><span>${t('playHere')}</span></button></div>
    ${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : null}
    <${Options} ...${form} open=${open} tell=${setWrong} /></section>`;
}

/** @param {Form} form */
const GameChoice = ({ wish, change }) => html`<fieldset class="seg games-seg"><legend>${t('game')}</legend>
  ${wishes.GAMES.map(({ rules }) => html`<label><input type="radio" name="rules" checked=${rules === wish.rules}
    onChange=${() => change(wishes.withRules(wish, rules))} /><span>${t(`rules.${rules}`)}</span></label>`)}
  <p class="about">${t(`about.${wish.rules}`)}</p></fieldset>`;

/** @param {Form} form */
const PlayersChoice = ({ wish, change }) => html`<fieldset class="seg"><legend>${t('players')}</legend>
  ${wishes.playersOf(wish.rules).map((count) => html`<label><input type="radio" name="players" checked=${count === wish.chairs.length}
    onChange=${() => change(wishes.withPlayers(wish, count, wish.chairs[1]))} /><span>${count}</span></label>`)}</fieldset>`;

/** @param {{ levels: Level[], level: string, onChange: (level: string) => void }} props */
const LevelChoice = ({ levels, level, onChange }) => html`<label class="pair"><span>${t('opponent')}</span>
  <select value=${level} onChange=${(/** @type {any} */ event) => onChange(event.target.value)}><${BotOptions} levels=${levels} chair=${false} /></select></label>
  <${AboutBot} level=${level} levels=${levels} />`;

/** The ladder, the weakest first, then the styles. `chair`: as values of a chair. @param {{ levels: Level[], chair: boolean }} props */
function BotOptions({ levels, chair }) {
  const option = (/** @type {Level} */ each) => html`<option key=${each.name} value=${chair ? wishes.botChair(each.name) : each.name}>
    ${t('levelOption', { name: botName(each.name), elo: each.elo })}</option>`;
  return html`<optgroup label=${t('levels')}>${wishes.ladderOf(levels).map(option)}</optgroup>
    <optgroup label=${t('styles')}>${wishes.stylesOf(levels).map(option)}</optgroup>`;
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
  return html`<details class="options" open=${shown} onToggle=${(/** @type {any} */ event) => setShown(event.target.open)}>
    <summary>${t('options')}</summary>
    <h3>${t('seats')}</h3>
    <ol class="chairs">${wish.chairs.map((_, seat) => html`<${Chair} key=${seat} seat=${seat} ...${form} />`)}</ol>
    <h3>${t('ruleOptions')}</h3>
    <div class="grid">${wishes.optionsOf(wish.rules).map((option) => html`<${OptionField} key=${wish.rules + option.name} option=${option} ...${form} />`)}</div>
    <h3>${t('tableOptions')}</h3>
    <div class="grid"><label class="pair"><span>${t('clock')}</span><select value=${wish.clock}
        onChange=${(/** @type {any} */ event) => change({ ...wish, clock: event.target.value })}>
        ${wishes.CLOCKS.map((clock) => html`<option value=${clock}>${clockName(clock)}</option>`)}</select></label>
      <label class="switch"><input type="checkbox" role="switch" checked=${wish.spectators}
        onChange=${(/** @type {any} */ event) => change({ ...wish, spectators: event.target.checked })} /><span>${t('spectators')} <small>${t('spectators.about')}</small></span></label></div>
    ${wrong ? html`<p class="wrong" role="alert">${t(wrong)}</p>` : null}
    <button type="button" class="cta" disabled=${Boolean(wrong)} onClick=${() => openTable(wish, tell)}><span>${t('openTable')}</span></button></details>`;
}

/** @param {string} clock */
function clockName(clock) {
  if (!clock) return t('clock.none');
  const [seconds, increment] = clock.split('+').map(Number);
  if (seconds >= 86_400) return t('clock.day');
  return t('clock.minutes', { minutes: seconds / 60, increment });
}

/** @param {Form & { seat: number }} props */
function Chair({ wish, change, levels, seat }) {
  const chair = wish.chairs[seat];
  const first = wish.chairs.indexOf(wishes.ME);
  const mine = first < 0 || first >= seat;
  return html`<li><label class="pair"><span>${t('seat', { seat: seat + 1 })}</span>
    <select value=${chair} onChange=${(/** @type {any} */ event) => change(wishes.withChair(wish, seat, event.target.value))}>
      <option value=${wishes.ME}>${mine ? t('chair.me') : t('chair.here')}</option>
      <option value=${wishes.OPEN}>${t('chair.open')}</option><${BotOptions} levels=${levels} chair=${true} /></select></label></li>`;
}

/** @param {Form & { option: wishes.Option }} props */
function OptionField({ wish, change, option }) {
  const value = wishes.valueOf(wish, option);
  const set = (/** @type {any} */ next) => change(wishes.withOption(wish, option.name, next));
  return html`<label class="pair ${option.name in wish.options ? 'changed' : ''}"><span>${t(`option.${option.name}`)}</span>
    ${option.kind === 'number' ? html`<${NumberField} value=${value} option=${option} onChange=${set} />`
      : html`<select value=${String(value)} onChange=${(/** @type {any} */ event) => set(readValue(option, event.target.value))}>
        ${valuesOf(option, wish).map(([each, name]) => html`<option value=${String(each)}>${name}</option>`)}</select>`}</label>`;
}

/** @param {{ value: number, option: { least: number, most: number }, onChange: (value: number) => void }} props */
const NumberField = ({ value, option, onChange }) => html`<input type="number" min=${option.least} max=${option.most} step="1" required value=${value}
  onInput=${(/** @type {any} */ event) => onChange(event.target.valueAsNumber)} />`;

const LIMITS = [10, 20, 30, 60, 100];

/** The values of an option with their names. @param {wishes.Option} option @param {Wish} wish @returns {[any, string][]} */
function valuesOf(option, wish) {
  switch (option.kind) {
    case 'choice': return option.values.map((value) => [value, t(`option.${option.name}.${value}`)]);
    case 'seat': return [['random', t('option.start.random')], ...wish.chairs.map((_, seat) => /** @type {[number, string]} */ ([seat, t('seat', { seat: seat + 1 })]))];
    case 'limit': return [[null, t('option.none')], ...LIMITS.map((count) => /** @type {[number, string]} */ ([count, t(`option.${option.name}.after`, { count })]))];
    default: return [];
  }
}

/** @param {wishes.Option} option @param {string} text */
function readValue(option, text) {
  if (text === 'null') return null;
  return option.kind === 'choice' || text === 'random' ? text : Number(text);
}
