/**
 * Writes, for tests/server/test_refusals.py, the names of the values that each text of a refusal or a finding uses: JSON
 * by language and key.
 */

import { LANGUAGES } from "../../src/splendor/server/static/texts/index.js";

/** The values that a text uses: the names in braces, or the properties that a function reads. */
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

const isWanted = ([key]) => /^(refused|finding)\.\w+$/.test(key);
const values = {};
for (const [language, { load, analysis, review }] of Object.entries(LANGUAGES)) {
  const texts = Object.entries({ ...await load(), ...(await analysis()).default, ...(await review()).default }).filter(isWanted);
  values[language] = Object.fromEntries(texts.map(([key, text]) => [key, namesIn(text)]));
}
process.stdout.write(JSON.stringify(values));
