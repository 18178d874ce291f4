/**
 * The modules of joined scripts: `server/joining.py` puts this file at the head of the first of them. Each module is a
 * function that returns its exports; it is called when the module is first needed.
 */

/** @typedef {(need: (name: string) => any, later: (name: string) => Promise<any>, url: string) => any} Maker */

/** @type {Object<string, Maker>} */
const makers = {};
/** The exports of the modules that have run. @type {Object<string, any>} */
const made = {};
const folder = new URL('../', import.meta.url).href;

/** Add the modules of a script; those that are known already stay. @param {Object<string, Maker>} more */
export function define(more) {
  for (const name in more) makers[name] ??= more[name];
}

/** The exports of a module, as an import would give them. @param {string} name */
export const need = (name) => (made[name] ??= makers[name](need, later, folder + name));

/** The exports of a module whose script may have to be loaded first. @param {string} name */
export async function later(name) {
  if (!(name in makers)) await import(`${folder}joined/${name}`);
  return need(name);
}
