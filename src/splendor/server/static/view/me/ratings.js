/** My ratings: one card for each game and number of players, and the rating over time as a chart and a table. */

import { html, useState } from '../../vendor/preact.js';
import { isSameKind, pointsOf, ratingChart } from '../../state/my_games.js';
import { levelsOf } from '../../state/games.js';
import { botName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { AsTable } from './as_table.js';
import { dayOf, gameName } from './words.js';

/** @typedef {import('../../state/my_games.js').Rating} Rating */

/** @param {{ ratings: Rating[] }} props */
export function Ratings({ ratings }) {
  const [chosen, setChosen] = useState(/** @type {Rating | null} */ (null));
  const usual = ratings.reduce((/** @type {Rating | null} */ most, each) =>
    (most && most.games >= each.games ? most : each), null);
  const shown = ratings.find((each) => chosen && isSameKind(each, chosen)) ?? usual;
  return html`<section class="box me-ratings" id="me-ratings" aria-labelledby="me-ratings-title">
    <h2 id="me-ratings-title">${t('me.ratings')} <small>${t('me.scale')}</small></h2>
    ${shown ? html`<ul class="rates">${ratings.map((rating) => html`<li key=${kindOf(rating)}>
        <${Card} rating=${rating} isShown=${rating === shown} act=${() => setChosen(rating)} /></li>`)}</ul>
      <${Chart} rating=${shown} />` : html`<p>${t('me.unrated')}</p>`}
    <p class="note">${t('me.counts')}</p></section>`;
}

/** @param {Rating} rating */
const kindOf = ({ game, players }) => `${game}-${players}`;

/** @param {{ rating: Rating, isShown: boolean, act: () => void }} props */
const Card = ({ rating, isShown, act }) => html`<button type="button" class="rate" aria-pressed=${isShown ? 'true' : 'false'}
    onClick=${act}><span><b>${t('me.kind', { game: gameName(rating.game), players: rating.players })}</b>
      <small>${t('me.ratedGames', { count: rating.games })}</small></span>
    <span class="number">${rating.rating === undefined ? html`<small>${t('me.missing', { count: rating.missing })}</small>`
      : html`<b>${rating.rating}</b> <small>± ${rating.interval}</small>`}</span></button>`;

// The chart

const FRAME = { width: 560, height: 250, left: 40, right: 112, top: 12, bottom: 26 };

/** @param {{ rating: Rating }} props */
function Chart({ rating }) {
  const { history = [], like = '' } = rating;
  if (rating.rating === undefined || !history.length) {
    return html`<p class="sentence">${t('me.missing.about', { count: rating.missing })}</p>`;
  }
  const game = games.value?.games.find((each) => each.game === rating.game);
  const levels = levelsOf(game, rating.players);
  const label = t('me.chart', {
    game: gameName(rating.game), from: history[0].rating, to: rating.rating, interval: rating.interval,
    count: rating.games,
  });
  return html`<p class="sentence">${like ? t('me.like', { level: botName(like) }) : ''}</p>
    <figure class="rating-chart"><${Picture} history=${history} levels=${levels} label=${label} />
    <${AsTable}><${RatingTable} history=${history} /><//></figure>`;
}

/** @param {{ history: import('../../state/my_games.js').Step[], levels: import('../../state/games.js').Level[],
 *   label: string }} props */
function Picture({ history, levels, label }) {
  const chart = ratingChart(history, levels, FRAME);
  const end = FRAME.width - FRAME.right;
  const last = chart.line[chart.line.length - 1];
  return html`<svg class="chart" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label=${label}>
    ${chart.up.map(({ text, y }) => html`<text x=${FRAME.left - 8} y=${y + 4} class="end">${text}</text>`)}
    ${chart.levels.map(({ name, elo, y, label: at }) => html`<g class="mile">
      <line x1=${FRAME.left} x2=${end} y1=${y} y2=${y} /><text x=${end + 10} y=${at + 4}>${botName(name)} ${elo}</text></g>`)}
    <polygon class="band" points=${pointsOf(chart.band)} /><polyline class="rated" points=${pointsOf(chart.line)} />
    <circle class="rated" cx=${last.x} cy=${last.y} r="5" />
    <text x=${FRAME.left} y=${FRAME.height - 6}>${dayOf(history[0].at)}</text>
    <text x=${end} y=${FRAME.height - 6} class="end">${dayOf(history[history.length - 1].at)}</text></svg>`;
}

/** @param {{ history: import('../../state/my_games.js').Step[] }} props */
const RatingTable = ({ history }) => html`<table class="numbers"><caption class="visually-hidden">${t('me.ratings')}</caption>
  <thead><tr><th scope="col">${t('me.game')}</th><th scope="col">${t('me.when')}</th><th scope="col">${t('me.rating')}</th>
    <th scope="col">±</th></tr></thead>
  <tbody>${history.map(({ place, at, rating, interval }) => html`<tr><th scope="row">${place}</th><td>${dayOf(at)}</td>
    <td>${rating}</td><td>${interval}</td></tr>`)}</tbody></table>`;
