/** The lobby: a new table in two clicks, and the tables of this browser. */

import { html, useEffect, useState } from '../vendor/preact.js';
import { api } from '../net/api.js';
import { t } from '../texts/index.js';
import { go } from './route.js';

const GAMES = [
  { rules: 'official', players: [2, 3, 4] },
  { rules: 'duel', players: [2] },
  { rules: 'landolt', players: [2, 3, 4] },
];

export function Lobby() {
  const [rules, setRules] = useState('official');
  const [players, setPlayers] = useState(2);
  const [level, setLevel] = useState('');
  const [levels, setLevels] = useState(/** @type {any[]} */ ([]));
  const [tables, setTables] = useState(/** @type {any[]} */ ([]));
  const game = GAMES.find((each) => each.rules === rules) ?? GAMES[0];
  const seats = game.players.includes(players) ? players : game.players[0];
  useEffect(() => {
    api.levels(rules, seats).then((found) => {
      setLevels(found);
      const rated = found.filter((/** @type {any} */ each) => each.elo !== null);
      setLevel(rated[Math.floor(rated.length / 2)]?.name ?? 'greedy');
    });
  }, [rules, seats]);
  useEffect(() => {
    api.tables('').then((found) => setTables(found.tables)).catch(() => setTables([]));
  }, []);
  const start = async (/** @type {string} */ others) => {
    const chairs = Array.from({ length: seats }, (_, seat) => (seat ? { who: others, ...(others === 'bot' ? { level } : {}) } : { who: 'me' }));
    const made = await api.makeTable({ rules, seats: chairs });
    go(`/t/${made.table}`);
  };
  return html`<main class="page lobby"><h1>${t('brand')}</h1>
    <section aria-label=${t('newTable')}><h2>${t('newTable')}</h2>
      <fieldset><legend>${t('game')}</legend>${GAMES.map((each) => html`<label><input type="radio" name="rules" checked=${each.rules === rules} onChange=${() => setRules(each.rules)} /> ${t(`rules.${each.rules}`)}</label>`)}</fieldset>
      <fieldset><legend>${t('players')}</legend>${game.players.map((count) => html`<label><input type="radio" name="players" checked=${count === seats} onChange=${() => setPlayers(count)} /> ${count}</label>`)}</fieldset>
      <label>${t('opponent')} <select value=${level} onChange=${(/** @type {any} */ event) => setLevel(event.target.value)}>${levels.map((each) => html`<option value=${each.name}>${t('levelOption', { name: each.name, elo: each.elo })}</option>`)}</select></label>
      <p><button type="button" class="cta" onClick=${() => start('bot')}>${t('playBots')}</button> <button type="button" class="cta second" onClick=${() => start('open')}>${t('playFriends')}</button></p></section>
    <section aria-label=${t('myTables')}><h2>${t('myTables')}</h2>
      <ul class="tables">${tables.map((table) => html`<li key=${table.table}><a href="/t/${table.table}">${t(`rules.${table.rules}`)} · ${t(`status.${table.status}`)} · ${table.seats.map((/** @type {any} */ seat) => seat.name || seat.bot || '…').join(', ')}</a></li>`)}</ul></section>
    <p class="foot">${t('unofficial')}</p></main>`;
}
