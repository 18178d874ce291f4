/** The bots that can sit at a table. */

import { useEffect, useState } from '../../vendor/preact.js';
import { api, untilDone } from '../../net/api.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/new_table.js').Level} Level */

const NONE = /** @type {Level[]} */ ([]);

/** None while they are on their way; what is wrong meanwhile is told.
 * @param {string} rules @param {number} players @param {(why: string) => void} tell */
export function useLevels(rules, players, tell) {
  const table = `${rules} ${players}`;
  const [found, setFound] = useState({ table: '', levels: NONE });
  useEffect(() => {
    const change = new AbortController();
    const hear = (/** @type {Level[] | null} */ levels) => {
      if (!levels || change.signal.aborted) return;
      setFound({ table, levels });
      tell('');
    };
    untilDone(() => api.levels(rules, players), (error) => tell(whyOf(error)), change.signal).then(hear);
    return () => change.abort();
  }, [table]);
  return found.table === table ? found.levels : NONE;
}
