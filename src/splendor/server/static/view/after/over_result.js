/** The result: points, statistics, files, the fair-deal check, and where to go next. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { tieBreak } from '../../state/after/statistics.js';
import { initialsOf } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { faceOf } from '../faces.js';
import { Picture, Who } from '../shared/parts.js';
import { go } from '../shared/route.js';
import { Share } from '../shared/share.js';
import { viewModel } from '../shared/view_model.js';
import { whyOf } from '../shared/why.js';
import { NextStep } from './next_step.js';
import { FairCheck } from './over_fair.js';
import { PointsChart, StatisticsTable } from './statistics.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Result} Result */
/** @typedef {import('../../state/types.js').Room} Room */

/** @param {{ live: LiveTable, room: Room, title: string, onClose: () => void }} props */
export function ResultOf({ live, room, title, onClose }) {
  const result = /** @type {Result} */ (room.result);
  const [replay, setReplay] = useState(/** @type {any} */ (null));
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    api.replay(live.id, 'everybody').then(setReplay).catch((error) => setWrong(whyOf(error)));
  }, [live.id]);
  const { names, shade, catalogue } = viewModel(live);
  const shown = { replay, names, shade, catalogue };
  const waiting = wrong ? html`<p role="alert">${wrong}</p>` : html`<p role="status">${t('loading')}</p>`;
  return html`<header><h2 id="over-title" tabindex="-1" autofocus>${title}</h2><p>${reasonOf(result, live.news.value?.table?.game)}</p>
      <button type="button" class="quiet close" onClick=${onClose}>${t('over.lookAtTable')}</button></header>
    <${Podium} result=${result} names=${names} shade=${shade} />
    <${Actions} live=${live} room=${room} /><${NextStep} live=${live} room=${room} />
    <div class="two"><div>${replay ? html`<${StatisticsTable} ...${shown} />` : waiting}<${Files} id=${live.id} /></div>
      <div>${replay ? html`<${PointsChart} ...${shown} />` : null}
        <${FairCheck} id=${live.id} room=${room} seats=${live.seats.value} replay=${replay} /></div></div>`;
}

/** Why it ended; what a limit counts depends on the game. @param {Result} result @param {string | undefined} game */
function reasonOf(result, game) {
  const tie = tieBreak(result);
  const reason = t(`reason.${result.reason === 'limit' ? faceOf(game).limitReason : result.reason}`);
  return tie ? `${reason}: ${t(`over.tie.${tie}`)}` : reason;
}

/** The players with their points, best first.
 * @param {{ result: Result, names: string[], shade: (seat: number) => number }} props */
function Podium({ result, names, shade }) {
  const { winners, points, cards } = result;
  const rank = (/** @type {number} */ seat) => (winners.includes(seat) ? 1000 : 0) + points[seat] - cards[seat] / 100;
  const order = names.map((_, seat) => seat).sort((one, other) => rank(other) - rank(one));
  return html`<ol class="podium">${order.map((seat) => html`<li class=${winners.includes(seat) ? 'winner' : ''}>
    ${winners.includes(seat) ? html`<${Picture} id="crown" class="crowned" />` : null}
    <${Who} seat=${shade(seat)} name=${names[seat]} letter=${initialsOf(names)[seat]} big=${true} />
    <span class="nm">${names[seat]}
      ${winners.includes(seat) ? html`<span class="visually-hidden"> (${t('over.winner')})</span>` : null}</span>
    <b>${points[seat]}</b><small>${countsOf(result, seat)}</small></li>`)}</ol>`;
}

/** @param {Result} result @param {number} seat */
function countsOf({ points, cards, crowns }, seat) {
  const counts = [t('over.points', { count: points[seat] }), t('over.cards', { count: cards[seat] })];
  if (crowns?.length) counts.push(t('crowns', { count: crowns[seat] }));
  return counts.join(' · ');
}

/** @param {{ live: LiveTable, room: Room }} props */
function Actions({ live, room }) {
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current && room.rematch) go(`/t/${room.rematch}`);
  }, [room.rematch]);
  const ask = () => {
    wanted.current = true;
    live.send('rematch');
  };
  const again = room.rematch
    ? html`<a class="cta" href="/t/${room.rematch}">${t('toRematch')}</a>`
    : live.seats.value.length ? html`<button type="button" class="cta" onClick=${ask}>${t('rematch')}</button>` : null;
  return html`<nav class="actions" aria-label=${t('over.next')}>${again}
    <a class="cta second" href="/replay/${live.id}">${t('replay')}</a>
    <a class="cta second" href="/me">${t('me')}</a>
    <a class="cta second" href="/">${t('toLobby')}</a></nav>`;
}

/** Downloads and the link to the replay. @param {{ id: string }} props */
function Files({ id }) {
  const files = `/api/tables/${id}`;
  return html`<section class="files" aria-labelledby="files-title"><h3 id="files-title">${t('over.files')}</h3>
    <ul>${['record', 'transcript', 'proof'].map((file) => html`<li>
      <a href="${files}/${file}" download>${t(`download.${file}`)}</a>${' '}
      <small>${t(`download.${file}.about`)}</small></li>`)}</ul>
    <${Share} link=${`${location.origin}/replay/${id}`} label=${t('over.share')} /></section>`;
}
