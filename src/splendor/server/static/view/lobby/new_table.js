/** The form for a new table, built from the server's list of games: two clicks, and all options behind a third. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { gameNamed, ladderOf, levelsOf, stylesOf } from '../../state/games.js';
import * as setups from '../../state/new_table.js';
import { botName, isText, optionName, rulesName, t, valueName } from '../../texts/index.js';
import { clockWords } from '../shared/clock.js';
import { Count, Cta, Radios, Select, Switch, Wrong, optionsOf } from '../shared/fields.js';
import { Portrait, moodOf } from '../shared/portrait.js';
import { suggestionFor, suitableLevel } from '../shared/suggested.js';
import { wrongWords } from '../shared/why.js';
import { openTable } from './open_table.js';

/** @typedef {setups.Setup} Setup */
/** @typedef {import('../../state/games.js').Game} Game */
/** @typedef {import('../../state/games.js').Games} Games */
/** @typedef {import('../../state/games.js').Level} Level */
/** @typedef {import('../../state/games.js').Option} Option */
/** @typedef {{ list: Games, game: Game, setup: Setup, change: (setup: Setup) => void, levels: Level[] }} Form */

/** `first`: the setup to begin with. @param {{ list: Games, open: boolean, first?: Setup }} props */
export function NewTable({ list, open, first }) {
  const [setup, change] = useState(() => first ?? firstSetup(list));
  const [wrong, setWrong] = useState('');
  const game = gameNamed(list, setup.rules);
  const levels = levelsOf(game, setup.seats.length);
  const usual = suitableLevel(game, setup.seats.length);
  useEffect(() => change((before) => setups.withKnownBots(before, levels, usual)), [levels]);
  useUsualLevel(change, usual);
  const level = setups.levelOf(setup) || usual;
  const start = (/** @type {string} */ others) => () => openTable(setups.withOthers(setup, others), setWrong);
  const form = { list, game, setup, change, levels };
  const unfit = wrongWords(setups.wrongWith(setups.withOthers(setup, setups.OPEN), game)); // whoever sits there
  return html`<section class="box new" aria-labelledby="new-title"><h2 id="new-title">${t('newTable')}</h2>
    <${GameChoice} ...${form} /><${LevelChoice} ...${form} level=${level} />
    <div class="starts"><${Cta} name=${t('playBots')} disabled=${Boolean(unfit) || !levels.length}
        act=${start(setups.botSeat(level))} />
      <${Cta} name=${t('playFriends')} second=${true} disabled=${Boolean(unfit)} act=${start(setups.OPEN)} />
      <${Cta} name=${t('playHere')} second=${true} disabled=${Boolean(unfit)} act=${start(setups.ME)} />
      <${Cta} name=${t('watchBots')} second=${true} disabled=${Boolean(unfit) || !levels.length}
        act=${() => openTable(setups.withBotsOnly(setup, level), setWrong)} /></div>
    <${Wrong} text=${wrong} />${unfit ? html`<p class="wrong">${unfit}</p>` : null}
    <${Options} ...${form} open=${open} tell=${setWrong} /></section>`;
}

/** Follow what is suggested until another level is chosen, whatever was changed meanwhile.
 * @param {(next: (before: Setup) => Setup) => void} change @param {string} usual */
function useUsualLevel(change, usual) {
  const former = useRef(usual);
  useEffect(() => {
    const last = former.current;
    former.current = usual;
    change((before) => (setups.levelOf(before) === last ? setups.withLevel(before, usual) : before));
  }, [usual]);
}

/** @param {Games} list */
function firstSetup({ games: [{ rules, players }] }) {
  return setups.newSetup(rules, players[0], setups.botSeat(''));
}

/** A sentence about a rule set, with its numbers filled in. @param {Game} game */
export function aboutRules({ rules, players, options }) {
  const key = `about.${rules}`;
  const usual = Object.fromEntries(options.map((option) => [option.name, option.default]));
  return isText(key) ? t(key, { ...usual, least: players[0], most: players[players.length - 1] }) : '';
}

/** @param {Form} form */
const GameChoice = ({ list, game, setup, change }) => html`
  <${Radios} label=${t('game')} name="rules" values=${list.games.map((each) => each.rules)} value=${setup.rules}
      text=${rulesName}
      onChange=${(/** @type {string} */ rules) => change(setups.withRules(setup, gameNamed(list, rules)))}>
    <p class="about">${aboutRules(game)}</p><//>
  <${Radios} label=${t('players')} name="players" values=${game.players} value=${setup.seats.length}
    text=${String}
    onChange=${(/** @type {number} */ count) => change(setups.withPlayers(setup, count, setup.seats[1]))} />`;

/** @param {Form & { level: string }} form */
const LevelChoice = ({ game, setup, change, levels, level }) => html`
  <${Select} label=${t('opponent')} value=${level}
      onChange=${(/** @type {string} */ next) => change(setups.withLevel(setup, next))}>
    <${Bots} levels=${levels} valueOf=${String} /><//>
  <${AboutBot} level=${level} levels=${levels} next=${suggestionFor(game, setup.seats.length)} />`;

/** The rated bots, weakest first, then the styles; all in one list where none is rated.
 * @param {{ levels: Level[], valueOf: (level: string) => string }} props */
function Bots({ levels, valueOf }) {
  const listed = (/** @type {Level[]} */ some) =>
    optionsOf(some.map(({ name, elo }) => [valueOf(name), t('levelOption', { name: botName(name), elo })]));
  const ladder = ladderOf(levels);
  if (!ladder.length) return listed(levels);
  return html`<optgroup label=${t('levels')}>${listed(ladder)}</optgroup>
    <optgroup label=${t('styles')}>${listed(stylesOf(levels))}</optgroup>`;
}

/** A level in words first, its Elo second. @param {{ level: string, levels: Level[],
 *   next?: import('../../state/my_games.js').Next }} props */
function AboutBot({ level, levels, next }) {
  const found = levels.find((each) => each.name === level);
  if (!found) return null;
  const about = [isText(`bot.${level}.about`) ? t(`bot.${level}.about`) : '', moodOf(level)].filter(Boolean).join(' ');
  const range = found.elo && found.interval ? t('eloRange', { elo: found.elo, interval: found.interval }) : '';
  const suits = next?.level === level ? t(next.why === 'first' ? 'next.first' : 'next.suits') : '';
  return html`<p class="about with-face"><${Portrait} of=${level} big=${true} />
    <span>${[about, suits, range].filter(Boolean).join(' ')}</span></p>`;
}

// All options

/** @param {Form & { open: boolean, tell: (why: string) => void }} props */
function Options({ open, tell, ...form }) {
  const { setup, game, levels } = form;
  const [shown, setShown] = useState(open);
  useEffect(() => setShown(open), [open]);
  const wrong = setups.wrongWith(setup, game);
  const seats = setup.seats.map((_, seat) => html`<${SeatField} key=${seat} seat=${seat} ...${form} />`);
  const options = game.options.map((option) => html`
    <${OptionField} key=${setup.rules + option.name} option=${option} ...${form} />`);
  return html`<details class="options" open=${shown}
      onToggle=${(/** @type {any} */ event) => setShown(event.target.open)}><summary>${t('options')}</summary>
    <h3>${t('seats')}</h3><ol class="seat-fields">${seats}</ol>
    <h3>${t('ruleOptions')}</h3><div class="grid">${options}</div>
    <h3>${t('tableOptions')}</h3><div class="grid"><${TableOptions} ...${form} /></div>
    <${Wrong} text=${wrong?.name ? '' : wrongWords(wrong)} />
    <${Cta} name=${t('openTable')} disabled=${Boolean(wrong) || !levels.length}
      act=${() => openTable(setup, tell)} /></details>`;
}

/** @param {Form} form */
const TableOptions = ({ list, setup, change }) => html`
  <${Select} label=${t('clock')} value=${setup.clock} changed=${setup.clock !== ''}
      onChange=${(/** @type {string} */ clock) => change({ ...setup, clock })}>
    ${optionsOf(list.clocks.map((clock) => [clock, clockName(clock)]))}<//>
  <${Switch} label=${t('spectators')} about=${t('spectators.about')} on=${setup.spectators}
    onChange=${(/** @type {boolean} */ spectators) => change({ ...setup, spectators })} />
  <${Switch} label=${t('hints.allowed')} about=${t('hints.allowed.about')} on=${setup.hints}
    onChange=${(/** @type {boolean} */ hints) => change({ ...setup, hints })} />`;

/** @param {string} clock */
function clockName(clock) {
  return clock ? clockWords(setups.clockOf(clock)) : t('clock.none');
}

/** @param {Form & { seat: number }} props */
function SeatField({ setup, change, levels, seat }) {
  const first = setup.seats.indexOf(setups.ME);
  const me = first < 0 || first >= seat ? t('seat.me') : t('seat.here');
  const sit = (/** @type {string} */ who) => change(setups.withSeat(setup, seat, who));
  return html`<li><${Select} label=${t('seat', { seat: seat + 1 })} value=${setup.seats[seat]} onChange=${sit}>
    ${optionsOf([[setups.ME, me], [setups.OPEN, t('seat.open')]])}
    <${Bots} levels=${levels} valueOf=${setups.botSeat} /><//></li>`;
}

/** @param {Form & { option: Option }} props */
function OptionField({ setup, change, option }) {
  const label = optionName(option.name);
  const changed = option.name in setup.options;
  const value = setups.valueOf(setup, option);
  const set = (/** @type {any} */ next) => change(setups.withOption(setup, option, next));
  if (option.kind === 'integer') {
    const range = { least: option.low, most: option.high, wrong: wrongWords(setups.wrongOption(setup, option)) };
    return html`<${Count} label=${label} value=${value} ...${range} none=${option.nullable ? t('option.none') : ''}
      suggested=${option.suggested} about=${aboutOption(option)} changed=${changed} onChange=${set} />`;
  }
  const chosen = (/** @type {string} */ text) => set(setups.chosenValue(option, text));
  return html`<${Select} label=${label} value=${String(value)} about=${aboutOption(option)} changed=${changed}
      onChange=${chosen}>${optionsOf(valuesOf(option, setup))}<//>`;
}

/** The server's help for an option that the pages have no words for. @param {Option} option */
const aboutOption = ({ name, help = '' }) => (isText(`option.${name}`) ? '' : help);

/** The values of an option with their names. @param {Option} option @param {Setup} setup
 * @returns {[string, string][]} */
function valuesOf({ name, kind, values = [] }, setup) {
  if (kind !== 'seat') return values.map((value) => [String(value), valueName(name, value)]);
  return [['random', valueName(name, 'random')], ...setup.seats.map((_, seat) => seatValue(seat))];
}

/** @param {number} seat @returns {[string, string]} */
const seatValue = (seat) => [String(seat), t('seat', { seat: seat + 1 })];
