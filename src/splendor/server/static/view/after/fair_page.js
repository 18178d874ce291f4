/** The page /fair, which checks a proof from a file. The file is not uploaded. */

import { html, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { Footer, PageBar } from '../lobby/page_bar.js';
import { IDLE, Verdict, judge, readProof } from './verdict.js';

export function FairPage() {
  const [judged, setJudged] = useState(IDLE);
  const [over, setOver] = useState(false);
  const check = async (/** @type {File | undefined} */ file) => {
    if (file) setJudged(await judge(() => readProof(file), file.name, toCompare));
  };
  const drop = (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    setOver(false);
    check(event.dataTransfer?.files[0]);
  };
  return html`<div class="lobby"><${PageBar} name=${false} />
    <main class="fair-page box" tabindex="-1" onDragOver=${dragging(setOver)} onDragLeave=${() => setOver(false)}
        onDrop=${drop}>
      <h1>${t('fair.title')}</h1><p>${t('fair.page')}</p>
      <label class="drop ${over ? 'ready' : ''}">${t('fair.drop')}
        <input type="file" accept=".json,application/json" onClick=${forget}
          onChange=${(/** @type {any} */ event) => check(event.target.files?.[0])} /></label>
      <${Verdict} judged=${judged} />${judged.lines.length ? html`<p>${t('fair.limits')}</p>` : null}</main>
    <${Footer} /></div>`;
}

/** Forget the chosen file, so that choosing it again counts as a change. @param {any} event */
const forget = (event) => { event.target.value = ''; };

/** While a file is dragged over the page: keep the browser from opening it.
 * @param {(over: boolean) => void} setOver */
const dragging = (setOver) => (/** @type {DragEvent} */ event) => {
  event.preventDefault();
  setOver(true);
};

/** The commitment, which only the reader can compare with the one shown before the game. @param {any} proof
 * @returns {import('./verdict.js').Line[]} */
const toCompare = ({ commitment }) =>
  [{ passed: null, title: t('fair.check.promise'), text: t('fair.compare', { commitment }) }];
