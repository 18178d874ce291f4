import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';

const SCRIPT = readFileSync(new URL('../../../src/splendor/server/static/service_worker.js', import.meta.url), 'utf8');
const HERE = 'https://splendor.example';

/** A worker of a version, in a browser whose caches, requests and windows are simulated. */
function aWorker(version, { stores = new Map(), server = () => new Response('served'), windows = [] } = {}) {
  const listeners = {};
  const asked = [];
  const shown = [];
  const caches = {
    open: async (name) => {
      if (!stores.has(name)) stores.set(name, new Map());
      const store = stores.get(name);
      return {
        match: async (url) => store.get(url)?.clone(),
        put: async (url, response) => void store.set(url, response),
        addAll: async (requests) => requests.forEach(({ url }) => store.set(new URL(url, HERE).href, new Response(url))),
      };
    },
    match: async (url) => [...stores.values()].map((store) => store.get(new URL(url, HERE).href)).find(Boolean)?.clone(),
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  };
  const fetch = async (request) => {
    asked.push(request.url);
    return server(request);
  };
  const scope = {
    addEventListener: (kind, listener) => { listeners[kind] = listener; },
    skipWaiting: async () => {},
    clients: {
      claim: async () => {},
      matchAll: async () => windows,
      openWindow: async (url) => windows.push({ url: HERE + url }),
    },
    registration: { showNotification: async (title, options) => shown.push({ title, ...options }) },
    navigator: {},
  };
  const Request = class { constructor(url) { this.url = url; } };
  vm.runInNewContext(SCRIPT.replace("'development'", `'${version}'`), {
    self: scope, caches, fetch, Request, Response, URL, location: { origin: HERE }, Promise,
  });
  const fire = async (kind, event = {}) => {
    let done;
    listeners[kind]({ ...event, waitUntil: (work) => { done = work; }, respondWith: (work) => { done = work; } });
    return done;
  };
  return { fire, asked, shown, stores, windows };
}

/** What the worker answers; undefined where it leaves the request to the browser. */
const get = async (worker, path, more = {}) =>
  (await worker.fire('fetch', { request: { url: HERE + path, method: 'GET', mode: 'no-cors', ...more } }))?.text();

for (const path of ['/api/tables', '/api/guest', '/static/main.js', '/static/other/main.js', '/service-worker.js']) {
  test(`the worker leaves ${path} to the browser`, async () => {
    const worker = aWorker('v1');
    assert.equal(await get(worker, path), undefined);
    assert.equal(worker.stores.size, 0);
  });
}

test('the worker leaves other servers and changes to the browser', async () => {
  const worker = aWorker('v1');
  assert.equal(await worker.fire('fetch', { request: { url: 'https://elsewhere.example/static/v1/a.js', method: 'GET' } }), undefined);
  assert.equal(await get(worker, '/static/v1/a.js', { method: 'POST' }), undefined);
});

test('a static file is fetched once, and a failure is not kept', async () => {
  let status = 404;
  const worker = aWorker('v1', { server: () => new Response('served', { status }) });
  await get(worker, '/static/v1/a.js');
  status = 200;
  assert.equal(await get(worker, '/static/v1/a.js'), 'served');
  assert.equal(await get(worker, '/static/v1/a.js'), 'served');
  assert.equal(worker.asked.length, 2);
});

test('a page always comes from the server and is not kept', async () => {
  const worker = aWorker('v1');
  await worker.fire('install');
  for (let visit = 0; visit < 2; visit += 1) assert.equal(await get(worker, '/t/abc', { mode: 'navigate' }), 'served');
  assert.equal(worker.asked.length, 2);
  const kept = [...worker.stores.get('splendor-v1').keys()];
  assert.deepEqual(kept, ['/offline', '/static/v1/style/offline.css', '/static/v1/icon.svg'].map((path) => HERE + path));
});

test('without a connection a page says so', async () => {
  const worker = aWorker('v1', { server: () => { throw new TypeError('no connection'); } });
  await worker.fire('install');
  assert.equal(await get(worker, '/t/abc', { mode: 'navigate' }), '/offline');
});

test('the worker of a newer version deletes the files of the older one', async () => {
  const old = aWorker('v1');
  await old.fire('install');
  await get(old, '/static/v1/a.js');
  const newer = aWorker('v2', { stores: old.stores });
  await newer.fire('install');
  await newer.fire('activate');
  assert.deepEqual([...newer.stores.keys()], ['splendor-v2']);
});

const A_TABLE = 'abcdefghijklmnopqrstuv';

for (const [data, path] of [[{ table: A_TABLE }, `/t/${A_TABLE}`], [{ table: '//elsewhere.example' }, '/'], [undefined, '/']]) {
  test(`a click on a notification with ${JSON.stringify(data)} opens ${path}`, async () => {
    const worker = aWorker('v1');
    await worker.fire('notificationclick', { notification: { data, close() {} } });
    assert.deepEqual(worker.windows, [{ url: HERE + path }]);
  });
}

test('a click on a notification shows the page that is open already', async () => {
  let focused = 0;
  const there = { url: `${HERE}/t/${A_TABLE}#chat`, focus: () => { focused += 1; } };
  const worker = aWorker('v1', { windows: [{ url: `${HERE}/` }, there] });
  await worker.fire('notificationclick', { notification: { data: { table: A_TABLE }, close() {} } });
  assert.equal(focused, 1);
  assert.equal(worker.windows.length, 2);
});

const TOLD = { kind: 'turn', table: A_TABLE, names: ['Bert', '', 'Lin'] };

test('a push message is shown in the words that a page has left', async () => {
  const stores = new Map([['words', new Map([[`${HERE}/words`, Response.json({ title: 'Du bist am Zug', body: 'am Tisch mit {names}' })]])]]);
  const worker = aWorker('v1', { stores, windows: [{ url: `${HERE}/`, visibilityState: 'hidden' }] });
  await worker.fire('activate');
  await worker.fire('push', { data: { json: () => TOLD } });
  assert.deepEqual(worker.shown.map(({ title, body, tag, data }) => [title, body, tag, { ...data }]),
    [['Du bist am Zug', 'am Tisch mit Bert, Lin', A_TABLE, { table: A_TABLE }]]);
});

test('a push message is not shown to somebody who looks at a page', async () => {
  const worker = aWorker('v1', { windows: [{ url: `${HERE}/`, visibilityState: 'visible' }] });
  await worker.fire('push', { data: { json: () => TOLD } });
  assert.deepEqual(worker.shown, []);
});

for (const data of [null, { json: () => { throw new SyntaxError('not JSON'); } }, { json: () => ({ table: 1 }) }]) {
  test('a push message of another form is shown without details', async () => {
    const worker = aWorker('v1');
    await worker.fire('push', { data });
    assert.equal(worker.shown.length, 1);
    assert.equal(worker.shown[0].title, 'Your move');
  });
}
