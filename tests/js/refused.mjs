/**
 * The pages' texts of refusals and findings, asked by tests/server/test_refusals.py: the names of the values that each
 * text uses, as JSON by language and key.
 */

import { LANGUAGES } from "../../src/splendor/server/static/texts/index.js";

/** Which values a text reads: those in braces, or those that a function takes. */
function namesIn(text) {
  if (typeof text === "string") return [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const names = new Set();
  const get = (_, name) => {
    names.add(name);
    return 1;
  };
  if (typeof text(new Proxy({}, { get })) !== "string") throw new Error(`not a text: ${text}`);
  return [...names];
}

const isAsked = ([key]) => /^(refused|finding)\.\w+$/.test(key);
const told = {};
for (const [language, { load }] of Object.entries(LANGUAGES)) {
  const texts = Object.entries(await load()).filter(isAsked);
  told[language] = Object.fromEntries(texts.map(([key, text]) => [key, namesIn(text)]));
}
process.stdout.write(JSON.stringify(told));
