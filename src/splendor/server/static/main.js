/** The entry point: identifies the visitor and shows the page of the address. */

import { html, render, signal, useEffect, useRef } from './vendor/preact.js';
import { api, untilDone } from './net/api.js';
import { installWorker } from './net/worker.js';
import { speak, t, usualLanguage } from './texts/index.js';
import { faceAt } from './view/faces.js';
import { stuck, untilLoaded } from './view/shared/loading.js';
import { sayHello } from './view/shared/names.js';
import { followInput } from './view/shared/input.js';
import { followPointing } from './view/shared/pointing.js';
import { follow, prefs } from './view/shared/prefs.js';
import { followNotifications } from './view/shared/notify.js';
import { dropFragment, fragment, go, path } from './view/shared/route.js';
import { followTurns, waiting } from './view/shared/turns.js';
import { whyOf } from './view/shared/why.js';

const TABLE = /^\/t\/([\w-]{22})$/;
const REPLAY = /^\/replay\/([\w-]{22})$/;
const REVIEW = /^\/review\/([\w-]{22})$/;
const LEARN = /^\/learn\/([\w-]{22})$/;
const ANALYSIS = /^\/analysis(?:\/([\w-]{22}))?$/;
const PUZZLES = /^\/puzzles(?:\/([0-9a-f]{8}))?$/;
const CUT = /^\/(t|replay|review|learn|puzzles|analysis)\//; // a link of which only a part was copied
const RULES = /^\/rules(?:\/\w+)?$/;
const SEAT = /^#seat=([\w-]+)$/;

const known = signal(false);
const problem = signal('');

function App() {
  const address = path.value;
  const atTable = TABLE.test(address); // which has a title of its own, once it is loaded
  const count = waiting.value && !atTable ? `(${waiting.value}) ` : '';
  useEffect(() => {
    document.title = atTable ? t('title') : `${count}${titleOf(address)} · ${t('title')}`;
  }, [address, t('title'), count]);
  useFocus(address);
  const bar = stuck.value ? html`<${Stuck} />` : problem.value ? html`<${Problem} />` : null;
  return html`${bar}<${Page} address=${address} />`;
}

/** After a change of page the focus moves to its main part. @param {string} address */
function useFocus(address) {
  const first = useRef(address);
  useEffect(() => {
    if (address === first.current) return;
    first.current = '';
    tell(''); // the problem of the former page
    const main = document.querySelector('main[tabindex]');
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  }, [address]);
}

/** @param {string} address */
function titleOf(address) {
  const [page, { what }] = pageOf(address);
  if (page === 'Nowhere') return t(what);
  if (REPLAY.test(address)) return t('replay');
  if (REVIEW.test(address)) return t('over.review');
  if (LEARN.test(address) || address === '/practise') return t('learn');
  if (ANALYSIS.test(address)) return t('analysis');
  if (PUZZLES.test(address)) return t('puzzles');
  if (address === '/fair') return t('fair.title');
  if (address === '/devices') return t('profile');
  if (address === '/privacy') return t('privacy');
  if (address === '/me') return t('me');
  return t(RULES.test(address) ? 'rules' : 'lobby');
}

// Pages, whose code is loaded when it is needed

/** @type {Object<string, () => Promise<any>>} */
const PAGES = {
  Lobby: () => import('./view/lobby/lobby.js'),
  TablePage: () => import('./view/table/table.js'),
  ReplayPage: () => import('./view/after/replay.js'),
  ReviewPage: () => import('./view/review/review.js'),
  LearnPage: () => import('./view/training/learn.js'),
  AnalysisPage: () => import('./view/analysis/analysis.js'),
  PuzzlesPage: () => import('./view/puzzles/puzzles.js'),
  RulesPage: () => import('./view/rules/rules.js').then((page) => page.whole()),
  PlayPage: () => import('./view/lobby/lobby.js'),
  MePage: () => import('./view/me/me.js'),
  PractisePage: () => import('./view/training/practise.js'),
  FairPage: () => import('./view/after/fair_page.js'),
  DevicesPage: () => import('./view/lobby/devices.js'),
  PrivacyPage: () => import('./view/lobby/privacy.js'),
};
/** The pages that are loaded. @type {import('./vendor/preact.js').Signal<Object<string, any>>} */
const loaded = signal({ Nowhere });

/** The page of an address and its properties. @param {string} address @returns {[string, Object<string, any>]} */
function pageOf(address) {
  const table = address.match(TABLE);
  const replay = address.match(REPLAY);
  if (table) return ['TablePage', { id: table[1], key: table[1] }];
  if (replay) return ['ReplayPage', { id: replay[1], key: replay[1] }];
  const review = address.match(REVIEW);
  if (review) return ['ReviewPage', { id: review[1], key: review[1] }];
  const learn = address.match(LEARN);
  if (learn) return ['LearnPage', { id: learn[1], key: learn[1] }];
  const analysis = address.match(ANALYSIS);
  if (analysis) return ['AnalysisPage', { id: analysis[1] ?? '', key: address }];
  const puzzle = address.match(PUZZLES);
  if (puzzle) return ['PuzzlesPage', { id: puzzle[1] ?? '', key: address }];
  if (RULES.test(address)) return ['RulesPage', { game: faceAt(address).game }];
  if (address === '/fair') return ['FairPage', {}];
  if (address === '/devices') return ['DevicesPage', {}];
  if (address === '/privacy') return ['PrivacyPage', {}];
  if (address === '/me') return ['MePage', {}];
  if (address === '/practise') return ['PractisePage', {}];
  if (address === '/play') return ['PlayPage', { fragment: fragment.value }];
  if (address === '/' || address === '/new') return ['Lobby', { options: address === '/new' }];
  return ['Nowhere', { what: CUT.test(address) ? 'gone' : 'noPage' }];
}

/** @param {string} name */
async function load(name) {
  if (loaded.value[name]) return;
  const module = await untilLoaded(PAGES[name], () => tell(t('offline')));
  loaded.value = { ...loaded.value, [name]: module[name] };
}

/** @param {{ address: string }} props */
function Page({ address }) {
  const [name, props] = pageOf(address);
  useEffect(() => {
    const next = name === 'Lobby' || name === 'PlayPage' ? 'TablePage' : name; // the next page to be needed, fetched ahead
    load(name).then(PAGES[next]).catch(() => {}); // it is fetched again when it is needed
  }, [name]);
  const Found = loaded.value[name];
  if (!Found || !(known.value || FOR_ALL.includes(name))) return html`<${Loading} text=${t('loading')} />`;
  const seat = fragment.value.match(SEAT);
  return name === 'TablePage' && seat ? html`<${Claim} token=${seat[1]} />` : html`<${Found} ...${props} />`;
}

/** Pages that need no identity. */
const FOR_ALL = ['RulesPage', 'PrivacyPage', 'Nowhere'];

/** There is nothing at this address. @param {{ what: string }} props */
function Nowhere({ what }) {
  return html`<main class="page" tabindex="-1"><h1>${t(what)}</h1><p><a href="/">${t('toLobby')}</a></p></main>`;
}

/** @param {{ text: string }} props */
const Loading = ({ text }) => html`<main class="page loading"><p role="status">${text}</p></main>`;

/** A private link to a seat: claim the seat and drop the token from the address. @param {{ token: string }} props */
function Claim({ token }) {
  useEffect(() => {
    api.claim(token)
      .then(({ table }) => path.value !== `/t/${table}` && go(`/t/${table}`))
      .catch((error) => tell(whyOf(error)))
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

/** Part of the page failed to load. */
const Stuck = () => html`<div class="problem" role="alert"><p>${t('stuck')}</p>
  <button type="button" class="quiet" onClick=${() => location.reload()}>${t('loadAgain')}</button></div>`;

async function start() {
  follow();
  followInput();
  followPointing();
  followTurns();
  load(pageOf(path.value)[0]);
  await speak(prefs.value.language || usualLanguage());
  render(html`<${App} />`, /** @type {HTMLElement} */ (document.getElementById('app')));
  let wrong = '';
  await untilDone(sayHello, (error) => {
    wrong = whyOf(error);
    tell(wrong);
  });
  if (problem.value === wrong) tell('');
  known.value = true;
  installWorker();
  followNotifications();
}

start();
