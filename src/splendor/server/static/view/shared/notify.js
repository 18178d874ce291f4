/** Notifications of the browser, asked for only when somebody switches them on, and shown only while no page is looked at. */

import { effect, signal } from '../../vendor/preact.js';
import { subscribe, unsubscribe } from '../../net/push.js';
import { t } from '../../texts/index.js';
import { choose, prefs } from './prefs.js';
import { go } from './route.js';

const ICON = '/static/icons/icon-192.png';
const WORDS = 'words'; // the cache where the service worker finds its words, in the reader's language

/** Whether this device is told while none of our pages is open, too. */
export const isTold = signal(false);

/** Whether this browser has notifications: not over plain http, and not in every app. */
export const canNotify = () => isSecureContext && 'Notification' in globalThis;

/** Whether they are switched on, and allowed. */
export const isNotified = () => prefs.value.notify && canNotify() && Notification.permission === 'granted';

/** Switch notifications on or off. The browser asks, so that a click must come first.
 * @param {boolean} on @returns {Promise<boolean>} whether it is as wanted */
export async function switchNotifications(on) {
  const allowed = !on || (await Notification.requestPermission()) === 'granted';
  choose({ notify: on && allowed });
  await renew();
  return allowed;
}

/** Tell the server what this device wants. Without Web Push there are notifications while a page is open. */
async function renew() {
  if (isNotified()) isTold.value = await subscribe().catch(() => false);
  else await unsubscribe().catch(() => {}); // the server drops what the browser no longer takes
  isTold.value &&= isNotified();
}

/** At the start: the subscription may have ended, or belong to another profile. */
export function followNotifications() {
  if (isNotified()) renew();
  effect(() => {
    if (!prefs.value.notify) return;
    const words = { title: t('yourMove.title'), body: t('notify.at', { names: '{names}' }) };
    globalThis.caches?.open(WORDS).then((store) => store.put('/words', Response.json(words))).catch(() => {});
  });
}

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
const worker = async () => navigator.serviceWorker?.getRegistration().catch(() => undefined);

/** Say that a table waits, unless somebody looks at this page. A table has one notification at most.
 * @param {string} table @param {string} title @param {string} body */
export async function notify(table, title, body) {
  if (!isNotified() || !document.hidden) return;
  const options = { body, tag: table, icon: ICON, data: { table } };
  const registration = await worker();
  if (registration?.active) {
    await registration.showNotification(title, options).catch(() => {});
    return;
  }
  const shown = new Notification(title, options);
  shown.onclick = () => {
    globalThis.focus();
    go(`/t/${table}`);
  };
}

/** Take back the notification of a table, or all of them. @param {string} [table] */
export async function withdraw(table) {
  if (!isNotified()) return;
  const registration = await worker();
  const shown = await registration?.getNotifications(table ? { tag: table } : {});
  for (const each of shown ?? []) each.close();
}

globalThis.document?.addEventListener?.('visibilitychange', () => {
  if (!document.hidden) withdraw();
});
