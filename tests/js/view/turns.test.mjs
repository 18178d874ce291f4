/** Games that wait for me: their number, and notifications while nobody looks. */

import assert from 'node:assert/strict';
import { soon } from '../pages.mjs';
import test, { beforeEach } from 'node:test';

const shown = [];
let badge = null;
let answer = 'granted';
let asked = 0;

class FakeNotification {
  static permission = 'default';

  static async requestPermission() {
    asked += 1;
    FakeNotification.permission = answer;
    return answer;
  }

  constructor(title, options) {
    shown.push({ title, ...options });
  }
}

Object.assign(globalThis, { Notification: FakeNotification, isSecureContext: true });
Object.defineProperty(globalThis, 'navigator', {
  value: {
    setAppBadge: async (count) => { badge = count; },
    clearAppBadge: async () => { badge = 0; },
  },
});
location.pathname = '/';
location.hash = '';

const { followTurns, onlyAmong, turnAt, waiting } = await import('../../../src/splendor/server/static/view/shared/turns.js');
const { switchNotifications, isNotified } = await import('../../../src/splendor/server/static/view/shared/notify.js');

const GAME = { rules: 'official', others: ['Bert', 'Lin'] };

followTurns();

beforeEach(async () => {
  onlyAmong([]);
  document.hidden = true;
  answer = 'granted';
  await switchNotifications(true);
  shown.length = 0;
  asked = 0;
});

test('the number of games that wait is on the icon of the app', () => {
  turnAt('one', true, GAME);
  turnAt('two', true, GAME);
  turnAt('three', false, GAME);
  assert.deepEqual([waiting.value, badge], [2, 2]);
  turnAt('one', false, GAME);
  assert.deepEqual([waiting.value, badge], [1, 1]);
  turnAt('two', false, GAME);
  assert.deepEqual([waiting.value, badge], [0, 0]);
});

test('games that are gone wait no longer', () => {
  turnAt('one', true, GAME);
  turnAt('two', true, GAME);
  onlyAmong(['two']);
  assert.equal(waiting.value, 1);
});

test('a turn that begins while nobody looks is notified once, with the names of the others', async () => {
  turnAt('one', false, GAME);
  turnAt('one', true, GAME);
  turnAt('one', true, GAME);
  await soon();
  assert.deepEqual(shown.map(({ title, body, tag }) => [title, body, tag]), [['Your move', 'Splendor with Bert, Lin', 'one']]);
});

test('nothing is notified while somebody looks at the page', async () => {
  document.hidden = false;
  turnAt('one', false, GAME);
  turnAt('one', true, GAME);
  await soon();
  assert.deepEqual(shown, []);
});

test('a turn that was there before the page is not notified', async () => {
  turnAt('one', true, GAME);
  await soon();
  assert.deepEqual(shown, []);
});

test('nothing is notified where notifications are off, and nobody is asked', async () => {
  await switchNotifications(false);
  turnAt('one', false, GAME);
  turnAt('one', true, GAME);
  await soon();
  assert.deepEqual([shown.length, asked], [0, 0]);
});

test('who does not allow notifications has them switched off', async () => {
  answer = 'denied';
  assert.equal(await switchNotifications(true), false);
  assert.equal(isNotified(), false);
  assert.equal(asked, 1);
});
