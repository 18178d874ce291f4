/** Among three or four a bot plays on for whoever resigns: their own result, and then the rest as a spectator. */

import { html, useEffect, useRef } from '../../vendor/preact.js';
import { botName, t } from '../../texts/index.js';
import { hasGivenUp } from '../shared/names.js';
import { viewModel } from '../shared/view_model.js';

/** @param {{ live: import('./live.js').LiveTable }} props */
export function OwnResult({ live }) {
  const { news, table, me } = viewModel(live);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const seat = me === null ? undefined : news.room.seats[me];
  const isOut = seat !== undefined && hasGivenUp(seat);
  const wasOut = useRef(isOut);
  const first = useRef(/** @type {{ round: number, points: number[] } | null} */ (null)); // the standing at that moment
  useEffect(() => {
    if (isOut && !wasOut.current) dialog.current?.showModal();
    wasOut.current = isOut;
  }, [isOut]);
  if (!isOut || me === null) return null;
  first.current ??= { round: table.round, points: table.places.map((place) => place.points) };
  const { round, points } = first.current;
  const rank = 1 + points.filter((each) => each > points[me]).length;
  return html`<dialog ref=${dialog} class="menu own-result" aria-labelledby="own-result-title"><form method="dialog">
    <h2 id="own-result-title">${t(`resigned.title.${seat.why}`)}</h2>
    <p>${t('resigned.standing', { round, points: points[me], rank, of: points.length })}</p>
    <p>${t('resigned.watch', { bot: botName(seat.bot ?? '') })}</p>
    <p class="row"><button type="submit" class="cta" autofocus>${t('resigned.look')}</button>
      <a class="quiet" href="/">${t('toLobby')}</a></p></form></dialog>`;
}
