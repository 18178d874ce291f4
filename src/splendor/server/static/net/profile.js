/** HTTP: my profile, its devices, and what the server says about itself. */

import { ask } from './api.js';

/** @typedef {{ device: string, name: string, created: number, seen: number, this?: boolean }} Device */
/** @typedef {{ name: string, devices: Device[], tables: number, recovery: number }} Profile */
/** @typedef {{ token: string, link: string, expires: number }} ProfileLink */
/** @typedef {{ contact: string, text: string, keep_guests: number, keep_games: number }} Privacy */

export const profileApi = {
  /** @returns {Promise<Profile>} */
  mine: () => ask('GET', '/api/profile'),
  /** @returns {Promise<ProfileLink>} */
  makeLink: () => ask('POST', '/api/profile/links'),
  /** @returns {Promise<{ code: string, expires: number }>} */
  makeCode: () => ask('POST', '/api/profile/recovery'),
  /** @param {string} token of a link, or a recovery code @returns {Promise<{ name: string, kind: string }>} */
  claim: (token) => ask('POST', '/api/profile/claims', { token }),
  /** @param {string} device @returns {Promise<Profile>} */
  revoke: (device) => ask('DELETE', `/api/profile/devices/${device}`),
  /** @param {string} name @returns {Promise<{ tables: number }>} */
  erase: (name) => ask('POST', '/api/profile/erasure', { name }),
  /** @returns {Promise<Privacy>} */
  privacy: () => ask('GET', '/api/privacy'),
};
