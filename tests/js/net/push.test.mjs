/** Web Push as a page asks for it: the browser's subscription, and what the server is told. */

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';

const KEY = 'BAEC-_8'; // the bytes 4, 1, 2, 251, 255
const OTHER = new Uint8Array([4, 9]).buffer;

let key = KEY;
let known = null; // the browser's subscription
let asked = []; // requests
let ended = 0; // subscriptions

const aSubscription = (applicationServerKey) => ({
  options: { applicationServerKey },
  toJSON: () => ({ endpoint: 'https://push.example/1', expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: async () => {
    ended += 1;
    known = null;
  },
});
const pushManager = {
  getSubscription: async () => known,
  subscribe: async ({ userVisibleOnly, applicationServerKey }) => {
    assert.ok(userVisibleOnly);
    known = aSubscription(applicationServerKey.buffer);
    return known;
  },
};
const registration = { pushManager };
Object.defineProperty(globalThis, 'navigator', {
  value: { serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration } },
});
globalThis.fetch = async (path, { method, body }) => {
  asked.push([method, path, body && JSON.parse(body)]);
  return { ok: true, json: async () => (method === 'GET' ? { key } : { on: method === 'POST' }) };
};

const { subscribe, unsubscribe } = await import('../../../src/splendor/server/static/net/push.js');

beforeEach(() => {
  [key, known, asked, ended] = [KEY, null, [], 0];
});

test('a device subscribes with the key of the server, and says where it is told', async () => {
  assert.equal(await subscribe(), true);
  assert.deepEqual([...new Uint8Array(known.options.applicationServerKey)], [4, 1, 2, 251, 255]);
  assert.deepEqual(asked.at(-1), ['POST', '/api/push', { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }]);
});

test('a subscription is renewed with the server, and not made again', async () => {
  await subscribe();
  const before = known;
  await subscribe();
  assert.equal(known, before);
  assert.equal(asked.filter(([method]) => method === 'POST').length, 2);
});

test('a subscription with the key of another server is replaced', async () => {
  known = aSubscription(OTHER);
  await subscribe();
  assert.equal(ended, 1);
  assert.notEqual(known.options.applicationServerKey, OTHER);
});

test('where the server sends no messages, nothing is subscribed', async () => {
  key = '';
  assert.equal(await subscribe(), false);
  assert.equal(known, null);
  assert.equal(asked.length, 1);
});

test('unsubscribing tells browser and server', async () => {
  await unsubscribe();
  assert.deepEqual(asked, []);
  await subscribe();
  await unsubscribe();
  assert.equal(ended, 1);
  assert.deepEqual(asked.at(-1), ['DELETE', '/api/push', undefined]);
});
