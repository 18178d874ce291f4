/** The end of a game: a bar with the winner, and the result in a dialog. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';
import { untilLoaded } from '../shared/loading.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Result} Result */
/** @typedef {import('../../state/types.js').Room} Room */

const LAST_MOVE = 1600; // milliseconds for the last move before the result covers the table

/** @param {{ live: LiveTable }} props */
export function Over({ live }) {
  const room = /** @type {Room} */ (live.news.value?.room);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [Found, setFound] = useState(/** @type {any} */ (null));
  const [isFresh] = useState(() => live.before.value?.room.status === 'playing'); // it ended while the page was open
  const [shown, setShown] = useState(false);
  useEffect(() => {
    untilLoaded(() => import('./over_result.js')).then((module) => setFound(() => module.ResultOf));
  }, []);
  useEffect(() => {
    const show = () => {
      open(dialog.current);
      setShown(true);
    };
    const timer = setTimeout(() => Found && show(), isFresh ? LAST_MOVE : 0);
    return () => clearTimeout(timer);
  }, [Found]);
  if (!room.result) return null;
  const title = titleOf(live, room.result);
  return html`<div class="overbar" role="status"><b>${title}</b>
      <button type="button" class="cta" onClick=${() => open(dialog.current)}>${t('over.show')}</button></div>
    <dialog class="over" ref=${dialog} aria-labelledby="over-title">
      ${Found ? html`<${Found} live=${live} room=${room} title=${title} fresh=${isFresh && shown}
        onClose=${() => dialog.current?.close()} />` : html`<p class="over-in">${t('loading')}</p>`}</dialog>`;
}

/** @param {HTMLDialogElement | null} dialog */
function open(dialog) {
  const own = document.querySelector('dialog.own-result[open]'); // it is read first
  if (own) own.addEventListener('close', () => open(dialog), { once: true });
  else if (dialog && !dialog.open) dialog.showModal();
}

/** @param {LiveTable} live @param {Result} result */
function titleOf(live, result) {
  const { names, you } = viewModel(live);
  const { winners } = result;
  const called = winners.map((winner) => names[winner]).join(', ');
  if (!winners.length) return t('over.nobody');
  if (winners.length > 1) return t('over.shared', { names: called });
  return winners[0] === you ? t('over.youWon') : t('won', { names: called });
}
