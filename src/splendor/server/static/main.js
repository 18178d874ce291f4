/** Where everything begins: who am I, which page is it. */

import { html, render, signal, useEffect, useRef, useState } from './vendor/preact.js';
import { api } from './net/api.js';
import { speak, t, usualLanguage } from './texts/index.js';
import { Lobby } from './view/lobby.js';
import { sayHello } from './view/name.js';
import { follow, prefs } from './view/prefs.js';
import { dropFragment, fragment, go, path } from './view/route.js';
import { TablePage } from './view/table.js';

const TABLE = /^\/t\/([\w-]{22})$/;
const REPLAY = /^\/replay\/([\w-]{22})$/;
const RULES = /^\/rules(?:\/(\w+))?$/;
const SEAT = /^#seat=([\w-]+)$/;

const known = signal(false);
const problem = signal('');

function App() {
  const address = path.value;
  useEffect(() => {
    document.title = TABLE.test(address) ? t('title') : `${titleOf(address)} · ${t('title')}`;
  }, [address, t('title')]);
  useFocus(address);
  return html`${problem.value ? html`<${Problem} />` : null}<${Page} address=${address} />`;
}

/** Who goes to another page begins at its beginning, with the keyboard, too. @param {string} address */
function useFocus(address) {
  const first = useRef(address);
  useEffect(() => {
    if (address === first.current) return;
    first.current = '';
    const main = document.querySelector('main[tabindex]');
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  }, [address]);
}

/** @param {string} address */
function titleOf(address) {
  if (REPLAY.test(address)) return t('replay');
  return t(RULES.test(address) ? 'rules' : 'lobby');
}

/** @param {{ address: string }} props */
function Page({ address }) {
  const rules = address.match(RULES);
  if (rules) return html`<${Later} load=${loadRules} name="RulesPage" game=${rules[1] === 'duel' ? 'duel' : 'base'} />`;
  if (!known.value) return html`<${Loading} text=${t('loading')} />`;
  const table = address.match(TABLE);
  if (table && SEAT.test(fragment.value)) return html`<${Claim} token=${fragment.value.slice('#seat='.length)} />`;
  if (table) return html`<${TablePage} key=${table[1]} id=${table[1]} />`;
  const replay = address.match(REPLAY);
  if (replay) return html`<${Later} key=${replay[1]} load=${loadReplay} name="ReplayPage" id=${replay[1]} />`;
  return html`<${Lobby} options=${address === '/new'} />`;
}

/** @param {{ text: string }} props */
const Loading = ({ text }) => html`<main class="page loading"><p role="status">${text}</p></main>`;

const loadRules = () => import('./view/rules.js');
const loadReplay = () => import('./view/replay.js');

/** A page whose code comes when it is needed.
 * @param {{ load: () => Promise<any>, name: string, [other: string]: any }} props */
function Later({ load, name, ...rest }) {
  const [Found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    load().then((module) => setFound(() => module[name])).catch(() => tell(t('offline')));
  }, [load, name]);
  return Found ? html`<${Found} ...${rest} />` : html`<${Loading} text=${t('loading')} />`;
}

/** A private link: the seat is mine from now on, and the token leaves the address. @param {{ token: string }} props */
function Claim({ token }) {
  useEffect(() => {
    api.claim(token)
      .then(({ table }) => path.value !== `/t/${table}` && go(`/t/${table}`))
      .catch((error) => tell(error.message))
      .finally(dropFragment);
  }, [token]);
  return html`<${Loading} text=${t('claiming')} />`;
}

/** @param {string} why */
function tell(why) {
  problem.value = why;
}

/** Something went wrong outside a table. */
const Problem = () => html`<div class="problem" role="alert"><p>${problem.value}</p>
  <button type="button" class="quiet" onClick=${() => tell('')}>${t('close')}</button></div>`;

async function start() {
  follow();
  await speak(prefs.value.language || usualLanguage());
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
  try {
    await sayHello();
    known.value = true;
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
}

start();
