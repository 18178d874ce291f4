/** What reviews say of my games: accuracy, luck, and what costs me most. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { averageOf, luckBars, queryOf } from '../../state/my_games.js';
import { learn, t } from '../../texts/index.js';
import { AsTable } from './as_table.js';
import { dayOf } from './words.js';

/** @typedef {import('../../state/my_games.js').Habits} Habits */
/** @typedef {import('../../state/my_games.js').ReviewedGame} ReviewedGame */

const FRAME = { width: 420, height: 150, left: 34, right: 10, top: 10, bottom: 22 };
const LEAST = 40; // per cent of accuracy at the foot of the chart
const RUN = 8; // games of the average

/** Its words are those of reviews: the rest of the page does not wait for them.
 * @param {{ habits: Habits, filter: Object<string, string> }} props */
export function HabitsBox({ habits: { games, themes }, filter }) {
  const [speaks, setSpeaks] = useState(false);
  useEffect(() => {
    if (games.length) learn('review').then(() => setSpeaks(true));
  }, [games.length]);
  return html`<section class="box me-habits" id="me-habits" aria-labelledby="me-habits-title">
    <h2 id="me-habits-title">${t('habits')}</h2>
    ${!games.length ? html`<p>${t('habits.none')}</p>` : !speaks ? html`<p class="waiting" role="status">${t('loading')}</p>`
    : html`<div class="habits"><${Accuracy} games=${games} /><${LuckOf} games=${games} /><${Themes} themes=${themes} query=${queryOf(filter, ['hidden'])} /></div>`}</section>`;
}

/** @param {{ games: ReviewedGame[] }} props */
function Accuracy({ games }) {
  const known = games.flatMap((game) => (game.accuracy === null ? [] : [{ ...game, accuracy: game.accuracy }]));
  if (!known.length) return null;
  const x = (/** @type {number} */ at) => FRAME.left + ((FRAME.width - FRAME.left - FRAME.right) * (at + 0.5)) / known.length;
  const y = (/** @type {number} */ value) =>
    FRAME.height - FRAME.bottom - ((FRAME.height - FRAME.top - FRAME.bottom) * (Math.max(LEAST, value) - LEAST)) / (100 - LEAST);
  const line = averageOf(known.map(({ accuracy }) => accuracy), RUN);
  const last = Math.round(line[line.length - 1]);
  return html`<figure><figcaption>${t('habits.accuracy')} <b>${last} %</b></figcaption>
    <svg class="chart" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label=${t('habits.accuracy.says', { count: known.length, last })}>
      ${[40, 60, 80, 100].map((value) => html`<g class="grid"><line x1=${FRAME.left} x2=${FRAME.width - FRAME.right} y1=${y(value)} y2=${y(value)} />
        <text class="end" x=${FRAME.left - 6} y=${y(value) + 4}>${value}</text></g>`)}
      <polyline class="rated" points=${line.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
      ${known.map(({ accuracy, outcome }, at) => (outcome === 'won'
    ? html`<circle class="hw" cx=${x(at)} cy=${y(accuracy)} r="4" />`
    : html`<path class="hl1" d="M${x(at) - 4} ${y(accuracy) - 4}l8 8m0 -8l-8 8" />`))}</svg>
    <small>${t('habits.accuracy.about')}</small>
    <${AsTable}><table class="numbers"><caption class="visually-hidden">${t('habits.accuracy')}</caption>
      <thead><tr><th scope="col">${t('me.when')}</th><th scope="col">${t('habits.accuracy')}</th><th scope="col">${t('habits.luck')}</th></tr></thead>
      <tbody>${games.map(({ ended, accuracy, luck }) => html`<tr><th scope="row">${dayOf(ended)}</th><td>${accuracy === null ? '–' : `${Math.round(accuracy)} %`}</td><td>${luck}</td></tr>`)}</tbody></table><//></figure>`;
}

/** @param {{ games: ReviewedGame[] }} props */
function LuckOf({ games }) {
  const { bars, mean, error } = luckBars(games.map(({ luck }) => luck));
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const width = (FRAME.width - 20) / bars.length;
  const word = Math.abs(mean) <= 2 * error || games.length < 3 ? 'even' : mean > 0 ? 'more' : 'less';
  const says = t(`habits.luck.${word}`, { mean: Math.round(mean) });
  return html`<figure><figcaption>${t('habits.luck')}</figcaption>
    <svg class="chart" viewBox="0 0 ${FRAME.width} 110" role="img" aria-label=${says}>
      ${bars.map(({ from, count }, at) => html`<g><rect class="hk" x=${12 + at * width} y=${86 - (74 * count) / most} width=${width - 4} height=${(74 * count) / most} rx="2" />
        <text class="middle" x=${12 + (at + 0.5) * width - 2} y="104">${from > 0 ? '+' : ''}${from}</text></g>`)}</svg>
    <small>${says}</small></figure>`;
}

/** @param {{ themes: import('../../state/my_games.js').SlipTheme[], query: string }} props */
function Themes({ themes, query }) {
  if (!themes.length) return html`<div><h3>${t('habits.themes')}</h3><p>${t('habits.noThemes')}</p></div>`;
  const most = themes[0].cost || 1;
  return html`<div><h3>${t('habits.themes')}</h3><ul class="themes">${themes.slice(0, 6).map(({ theme, count, cost }) => html`<li>
    <span class="th"><b>${t(`habit.${theme}`)}</b> <small>${t('habits.slips', { count })}</small></span>
    <svg class="won-share" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="100" height="8" rx="1.5" /><rect class="part" width=${(100 * cost) / most} height="8" rx="1.5" /></svg>
    <span class="cost">−${cost} %</span><a class="quiet small" href="/practise${query ? `${query}&` : '?'}theme=${theme}">${t('habits.practise')}<span class="visually-hidden">: ${t(`habit.${theme}`)}</span></a></li>`)}</ul>
    <p><a href="/practise${query}">${t('habits.practiseAll')}</a></p></div>`;
}
