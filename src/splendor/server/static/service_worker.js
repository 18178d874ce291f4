/**
 * The service worker: it keeps static files, and nothing else. Their addresses have the fingerprint of one version, so
 * that nothing kept can be out of date: a page of another version asks for other addresses. Pages, the API and games
 * always come from the server; without a connection there is one page that says so.
 */

const VERSION = 'development'; // the server puts the fingerprint here, so that each version is another worker
const MINE = 'splendor-';
const KEPT = MINE + VERSION;
const FILES = `/static/${VERSION}/`;
const OFFLINE = '/offline';
const ICON = '/static/icons/icon-192.png';
/** What a page has said in the reader's language. */
const WORDS = '/words';
const TABLE = /^[\w-]{22}$/;
/** What the offline page needs. */
const FIRST = [OFFLINE, `${FILES}style/offline.css`, `${FILES}icon.svg`];

const worker = /** @type {any} */ (self);

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

worker.addEventListener('push', (/** @type {any} */ event) => event.waitUntil(told(event.data)));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.table));
});

async function install() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FIRST.map((file) => new Request(file, { cache: 'reload' })));
  await worker.skipWaiting();
}

/** Delete the files of other versions, and serve the pages that are open. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(MINE) && name !== KEPT).map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The answer to a request, or null where the browser asks the server as if there were no worker. @param {any} event
 * @returns {Promise<Response> | null} */
function answerTo({ request, preloadResponse }) {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return null;
  if (request.mode === 'navigate') return page(request, preloadResponse);
  return pathname.startsWith(FILES) ? file(request) : null;
}

/** A page of the server, or the one about its absence. @param {Request} request
 * @param {Promise<Response | undefined>} preloaded */
async function page(request, preloaded) {
  try {
    return (await preloaded) ?? await fetch(request);
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** A static file: what is kept, or the server's, which is then kept. @param {Request} request */
async function file(request) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(request.url);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) kept.put(request.url, answer.clone()).catch(() => {}); // no room: it works without
  return answer;
}

// Notifications

/** The server says that a game waits. Somebody who looks at one of our pages sees it there. @param {any} data */
async function told(data) {
  const { table, names } = contentOf(data);
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.some((/** @type {any} */ { visibilityState }) => visibilityState === 'visible')) return;
  const said = await (await caches.match(WORDS))?.json().catch(() => null);
  const body = names && said ? said.body.replace('{names}', names) : names;
  await worker.registration.showNotification(said?.title ?? 'Your move', { body, tag: table, icon: ICON, data: { table } });
  await worker.navigator.setAppBadge?.().catch(() => {}); // how many is not known here
}

/** The table that waits, and who plays there. @param {any} data */
function contentOf(data) {
  try {
    const { table, names } = data.json();
    return { table: String(table), names: names.map(String).filter(Boolean).join(', ').slice(0, 200) };
  } catch {
    return { table: '', names: '' };
  }
}

/** The page of a table, which may be open already. @param {unknown} table */
async function open(table) {
  const address = TABLE.test(String(table)) ? `/t/${table}` : '/';
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((/** @type {any} */ { url }) => new URL(url).pathname === address);
  return there ? there.focus() : worker.clients.openWindow(address);
}
