/** Web Push: this device is told about turns while none of our pages is open, where server and browser can do it. */

import { ask } from './api.js';

/** Subscribe this device, or renew its subscription. @returns {Promise<boolean>} whether it is told */
export async function subscribe() {
  const { key } = await ask('GET', '/api/push');
  const manager = key && navigator.serviceWorker && (await navigator.serviceWorker.ready).pushManager;
  if (!manager) return false;
  const { endpoint, keys } = (await subscriptionFor(manager, bytesOf(key))).toJSON();
  const { p256dh, auth } = keys ?? {};
  return (await ask('POST', '/api/push', { endpoint, keys: { p256dh, auth } })).on;
}

/** The subscription with the key of this server; one with another key is of no use. @param {PushManager} manager
 * @param {Uint8Array<ArrayBuffer>} key */
async function subscriptionFor(manager, key) {
  const known = await manager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Tell this device no more. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration();
  const known = await registration?.pushManager?.getSubscription();
  if (!known) return;
  await known.unsubscribe();
  await ask('DELETE', '/api/push');
}

/** The bytes of a key as the server writes it. @param {string} text */
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} known @param {Uint8Array} key */
const isSame = (known, key) => String(new Uint8Array(known ?? new ArrayBuffer(0))) === String(key);
