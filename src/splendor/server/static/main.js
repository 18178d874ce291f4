/** Where everything begins: who am I, which page is it. */

import { html, render, signal } from './vendor/preact.js';
import { api } from './net/api.js';
import { t } from './texts/index.js';
import { Lobby } from './view/lobby.js';
import { follow } from './view/prefs.js';
import { path } from './view/route.js';
import { TablePage } from './view/table.js';

const TABLE = /^\/t\/([\w-]{22})$/;
const known = signal(false);

function App() {
  if (!known.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  const table = path.value.match(TABLE);
  return table ? html`<${TablePage} key=${table[1]} id=${table[1]} />` : html`<${Lobby} />`;
}

async function start() {
  follow();
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
  const name = await api.whoAmI();
  if (!name) await api.sayName(t('guest'));
  known.value = true;
}

start();
