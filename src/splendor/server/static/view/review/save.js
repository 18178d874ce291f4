/** A button that saves a position as a puzzle of one's own, which comes back after some days. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { ask } from '../../net/api.js';
import { t } from '../../texts/index.js';
import { whyOf } from '../shared/why.js';

/** @param {{ what: { text: string } | { table: string, ply: number }, disabled?: boolean }} props */
export function SavePuzzle({ what, disabled = false }) {
  const [said, setSaid] = useState('');
  const key = JSON.stringify(what);
  useEffect(() => setSaid(''), [key]);
  const save = async () => {
    setSaid(t('review.saving'));
    setSaid(await ask('POST', '/api/puzzles', what).then(() => t('review.saved'), whyOf));
  };
  return html`<button type="button" class="btn save" disabled=${disabled} onClick=${save}><span aria-live="polite">${said || t('review.save')}</span></button>`;
}
