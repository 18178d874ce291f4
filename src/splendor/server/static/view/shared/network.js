/** Whether the network of this computer reaches the table, and opening and closing it. */

import { signal, useEffect } from '../../vendor/preact.js';
import { api } from '../../net/api.js';

/** @typedef {import('../../net/api.js').Network} Network */

/** Host names that mean the reader's own machine. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether only this computer can open an address. @param {string} url */
export const isLocal = (url) => LOCAL.test(new URL(url).hostname);

/** As the server has told it; null until then. */
const network = signal(/** @type {Network | null} */ (isLocal(location.href) ? null : {}));
/** Somebody wants to keep the table to this computer: do not ask again. */
export const onlyHere = signal(false);

/** What is known of the network; asked anew whenever something shows it. @returns {Network | null} */
export function useNetwork() {
  useEffect(() => {
    if (isLocal(location.href)) ask();
  }, []);
  return network.value;
}

async function ask() {
  network.value = await api.network().catch(() => network.value ?? {}); // without an answer, the link is all there is
}

/** @param {boolean} open @param {string} address */
export async function changeNetwork(open, address = '') {
  network.value = await api.changeNetwork(open, address);
  onlyHere.value = !open;
}

/** The link to this page for others. @param {Network | null} known */
export const linkHere = (known) => (known?.url || location.origin) + location.pathname;
