/** The result: head and next steps, which stay visible; below them points, numbers, files, the fair-deal check. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { bestStretch, endingFor, lastLevel } from '../../state/after/ending.js';
import { pointsByRound } from '../../state/after/statistics.js';
import { botName, t } from '../../texts/index.js';
import { Picture } from '../shared/parts.js';
import { go } from '../shared/route.js';
import { Share } from '../shared/share.js';
import { viewModel } from '../shared/view_model.js';
import { whyOf } from '../shared/why.js';
import { watchesBots } from '../table/watch.js';
import { Asking, Offer, useNext } from './next_step.js';
import { FairCheck } from './over_fair.js';
import { Head, Podium, sentenceOf } from './over_head.js';
import { PointsChart, StatisticsTable } from './statistics.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Result} Result */
/** @typedef {import('../../state/types.js').Room} Room */
/** @typedef {import('../../state/after/replay.js').Replay} Replay */

/** `fresh`: the game has just ended, and the result is shown. @param {{ live: LiveTable, room: Room, title: string,
 *   fresh: boolean, onClose: () => void }} props */
export function ResultOf({ live, room, title, fresh, onClose }) {
  const result = /** @type {Result} */ (room.result);
  const [replay, wrong] = useReplay(live.id);
  const next = useNext(live, room);
  const { names, shade, catalogue, you, table } = viewModel(live);
  const ending = endingFor(result, you);
  const called = { names, shade };
  const shown = { replay, names, shade, catalogue };
  const waiting = wrong ? html`<p role="alert">${wrong}</p>` : html`<p role="status">${t('loading')}</p>`;
  const rounds = replay ? pointsByRound(replay).length - 1 : table.round;
  const sentence = [sentenceOf(result, table.game, rounds, you), streakOf(ending, next.next)].filter(Boolean).join(' ');
  return html`<div class="over-in is-${ending}">
    <${Head} ending=${ending} result=${result} title=${title} sentence=${sentence} called=${called} fresh=${fresh}
      onClose=${onClose} />
    <${Podium} live=${live} result=${result} called=${called} fresh=${fresh} />
    <${Steps} live=${live} room=${room} replay=${replay} ending=${ending} next=${next} />
    <div class="over-more" tabindex="0" role="region" aria-label=${t('stats')}>
      ${ending === 'lost' && replay ? html`<${Kind} stretch=${bestStretch(replay, you ?? 0)} />` : null}
      <${Asking} ...${next} />
      <div class="two"><div>${replay ? html`<${StatisticsTable} ...${shown} />` : waiting}<${Files} id=${live.id} room=${room} /></div>
      <div>${replay ? html`<${PointsChart} ...${shown} />` : null}
        ${room.position ? null : html`<${FairCheck} id=${live.id} room=${room} seats=${live.seats.value} replay=${replay} />`}</div></div>
      <nav class="over-foot" aria-label=${t('pages')}><a href="/me">${t('me')}</a> <a href="/">${t('toLobby')}</a></nav></div></div>`;
}

/** @param {string} id @returns {[Replay | null, string]} the replay, or what is wrong */
function useReplay(id) {
  const [replay, setReplay] = useState(/** @type {Replay | null} */ (null));
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    api.replay(id, 'everybody').then(setReplay).catch((error) => setWrong(whyOf(error)));
  }, [id]);
  return [replay, wrong];
}

/** Several wins in a row against the same level. @param {string} ending
 * @param {import('../../state/my_games.js').Next | null} next */
const streakOf = (ending, next) =>
  (ending === 'won' && next?.of && (next.count ?? 0) > 1 ? t('over.streak', { count: next.count, of: botName(next.of) }) : '');

/** A kind word for who did not win: what went well. @param {{ stretch: import('../../state/after/ending.js').Stretch | null }} props */
const Kind = ({ stretch }) => html`<p class="kind"><${Picture} id="eye" />
  <span>${stretch ? html`<b>${t('over.stretch')}</b> ${t('over.stretch.is', stretch)}` : t('over.kind')}</span></p>`;

// What next

/** @param {{ live: LiveTable, room: Room, replay: Replay | null, ending: string,
 *   next: import('./next_step.js').NextState }} props */
function Steps({ live, room, replay, ending, next }) {
  const level = ending === 'lost' && replay ? lastLevel(replay, live.seats.value[0]) : null;
  const { turning, slips } = useReview(live.id);
  const review = turning === null ? t('over.review.about') : t('over.turning', { count: turning });
  return html`<nav class="actions" aria-label=${t('over.next')}><${Again} live=${live} room=${room} />
    <${Way} href="/review/${live.id}" picture="scroll" name=${t('over.review')} about=${review} />
    ${ending === 'lost' && slips ? html`<${Way} href="/learn/${live.id}" picture="again" name=${t('over.retry', { count: slips })}
        about=${t('over.retry.about')} />`
    : html`<${Way} href="/replay/${live.id}${level ? `#${level.ply}` : ''}" picture="eye" name=${t('replay')}
        about=${level ? t('over.level', level) : t('over.replay')} />`}
    <${Offer} room=${room} ...${next} /></nav>`;
}

/** @param {{ href: string, picture: string, name: string, about: string }} props */
const Way = ({ href, picture, name, about }) => html`<a class="next-way" href=${href}><${Picture} id=${picture} />
  <span><b>${name}</b> <small>${about}</small></span></a>`;

/** What a finished review says: its turning points, and my slips. @param {string} id */
function useReview(id) {
  const [found, setFound] = useState({ turning: /** @type {number | null} */ (null), slips: 0 });
  useEffect(() => {
    api.reviewInBrief(id).then(({ status, turning_points: turning = 0, slips = 0 }) =>
      status === 'finished' && setFound({ turning, slips })).catch(() => {});
  }, [id]);
  return found;
}

/** @param {{ live: LiveTable, room: Room }} props */
function Again({ live, room }) {
  const wanted = useRef(false);
  useEffect(() => {
    if (wanted.current && room.rematch) go(`/t/${room.rematch}`);
  }, [room.rematch]);
  const ask = () => {
    wanted.current = true;
    live.send('rematch');
  };
  const inside = (/** @type {string} */ name, /** @type {string} */ more) => html`<${Picture} id="again" />
    <span><b>${name}</b> <small>${more}</small></span>`;
  if (room.rematch) {
    return html`<a class="next-way gold" href="/t/${room.rematch}">${inside(t('toRematch'), t('over.rematch.there'))}</a>`;
  }
  if (!live.seats.value.length && !watchesBots(live)) return null;
  return html`<button type="button" class="next-way gold" onClick=${ask}>${inside(t('rematch'), t('over.rematch'))}</button>`;
}

/** Downloads and the link to the replay. A game that began with a position has no deal to write down. @param {{ id: string, room: Room }} props */
function Files({ id, room }) {
  const files = `/api/tables/${id}`;
  const kinds = room.position ? ['record'] : ['record', 'transcript', 'proof'];
  return html`<section class="files" aria-labelledby="files-title"><h3 id="files-title">${t('over.files')}</h3>
    <ul>${kinds.map((file) => html`<li>
      <a href="${files}/${file}" download>${t(`download.${file}`)}</a>${' '}
      <small>${t(`download.${file}.about`)}</small></li>`)}</ul>
    <${Share} link=${`${location.origin}/replay/${id}`} label=${t('over.share')} /></section>`;
}
