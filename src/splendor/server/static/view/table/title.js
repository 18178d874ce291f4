/** The title of a table's tab: where nobody looks at it, it says when it is one's turn. */

import { useEffect } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

/** @param {import('./live.js').LiveTable} live */
export function useTitle(live) {
  const call = live.isMyTurn.value ? `${t('yourMove.title')} · ` : '';
  const title = t('title');
  useEffect(() => {
    const show = () => {
      document.title = (document.hidden ? call : '') + title;
    };
    show();
    addEventListener('visibilitychange', show);
    return () => removeEventListener('visibilitychange', show);
  }, [call, title]);
}
