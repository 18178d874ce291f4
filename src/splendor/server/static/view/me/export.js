/** All my games as one file, fetched part by part. */

import { Refused, api } from '../../net/api.js';
import { t } from '../../texts/index.js';

const NAME = 'splendor-games.jsonl';

/** Save all games. Returns what happened. @param {(count: number) => void} tell how many there are so far */
export async function saveAll(tell) {
  /** @type {string[]} */
  const parts = [];
  let count = 0;
  let before = '';
  do {
    const part = await patiently(() => api.exported(before));
    parts.push(part.lines);
    count += part.lines.split('\n').length - 1;
    before = part.more;
    tell(count);
  } while (before);
  download(new Blob(parts, { type: 'application/x-ndjson' }));
  return t('me.saved', { count });
}

/** The server limits how fast it is asked: wait as long as it says. @template T @param {() => Promise<T>} attempt
 * @returns {Promise<T>} */
async function patiently(attempt) {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'too_often')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * Math.max(1, Number(error.values.wait))));
    }
  }
}

/** @param {Blob} blob */
function download(blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
