/** My games in numbers: won and lost, streaks, results by opponent, points and rounds over time. */

import { html } from '../../vendor/preact.js';
import { ladderOf, levelsOf } from '../../state/games.js';
import { averageChart, byOpponent, pointsOf, shareWon, totalOf } from '../../state/my_games.js';
import { botName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { AsTable } from './as_table.js';
import { againstWords, average, dayOf, gameName } from './words.js';

/** @typedef {import('../../state/my_games.js').Statistics} Statistics */
/** @typedef {import('../../state/my_games.js').Tally} Tally */

/** @param {{ numbers: Statistics }} props */
export function Summary({ numbers }) {
  const total = totalOf(numbers.games);
  const { result, length, longest } = numbers.streaks;
  const share = shareWon(total);
  return html`<section class="box me-summary" aria-labelledby="me-summary-title">
    <h2 id="me-summary-title">${t('me.games', { count: total.games })}</h2>
    <p class="won-lost"><span><b>${total.won}</b> ${t('me.won')}</span>
      ${total.shared ? html`<span><b>${total.shared}</b> ${t('me.shared')}</span>` : null}
      <span><b>${total.lost}</b> ${t('me.lost')}</span></p>
    <${Share} share=${share} label=${t('me.share', { share })} />
    <dl><div><dt>${t('me.now')}</dt><dd>${result ? t(`me.streak.${result}`, { count: length }) : '–'}</dd></div>
      <div><dt>${t('me.longest')}</dt><dd>${longest}</dd></div></dl></section>`;
}

/** A bar. @param {{ share: number, label?: string }} props */
const Share = ({ share, label }) => html`<svg class="won-share" viewBox="0 0 100 8" preserveAspectRatio="none"
    role=${label ? 'img' : null} aria-label=${label} aria-hidden=${label ? null : 'true'}>
  <rect class="all" width="100" height="8" rx="1.5" /><rect class="part" width=${share} height="8" rx="1.5" /></svg>`;

/** @param {{ tallies: Tally[] }} props */
export function Results({ tallies }) {
  const rows = byOpponent(tallies, ladderNames());
  return html`<section class="box me-results" id="me-results" aria-labelledby="me-results-title">
    <h2 id="me-results-title">${t('me.results')}</h2>
    ${rows.length ? html`<table class="numbers opponents"><caption class="visually-hidden">${t('me.results')}</caption>
      <thead><tr><th scope="col">${t('me.against')}</th><th scope="col">${t('me.won')}</th>
        <th scope="col">${t('me.lost')}</th><th scope="col" colspan="2">${t('me.wonShare')}</th></tr></thead>
      <tbody>${rows.map((row) => html`<tr><th scope="row">${row.level ? botName(row.level) : againstWords(row)}${' '}
          <small>${t('me.kind', { game: gameName(row.game), players: row.players })}</small></th>
        <td>${row.won + row.shared / 2}</td><td>${row.lost + row.shared / 2}</td>
        <td class="portion"><${Share} share=${shareWon(row)} /></td><td>${shareWon(row)} %</td></tr>`)}</tbody></table>`
      : html`<p>${t('me.noResults')}</p>`}</section>`;
}

/** All levels, weakest first. */
const ladderNames = () => [...new Set((games.value?.games ?? []).flatMap((game) =>
  game.players.flatMap((count) => ladderOf(levelsOf(game, count)).map(({ name }) => name))))];

// Over time

const FRAME = { width: 300, height: 110, left: 30, right: 12, top: 10, bottom: 20 };

/** @param {{ periods: import('../../state/my_games.js').Period[] }} props */
export const Averages = ({ periods }) => html`<section class="box me-averages" aria-labelledby="me-averages-title">
  <h2 id="me-averages-title">${t('me.averages')}</h2>
  ${periods.length > 1 ? html`<${Average} periods=${periods} name="points" /><${Average} periods=${periods} name="rounds" />
    <${AsTable}><${PeriodTable} periods=${periods} /><//>`
    : html`<p>${t('me.noAverages')}</p>`}</section>`;

/** @param {{ periods: import('../../state/my_games.js').Period[], name: 'points' | 'rounds' }} props */
function Average({ periods, name }) {
  const chart = averageChart(periods.map((each) => each[name]), FRAME);
  const last = periods[periods.length - 1];
  const label = t('me.average.label', { what: t(`me.average.${name}`), from: average(periods[0][name]), to: average(last[name]) });
  return html`<figure><figcaption>${t(`me.average.${name}`)}</figcaption>
    <svg class="chart" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label=${label}>
      ${chart.up.map(({ text, y }) => html`<g class="grid"><line x1=${FRAME.left} x2=${FRAME.width - FRAME.right} y1=${y} y2=${y} />
        <text x=${FRAME.left - 6} y=${y + 4} class="end">${text}</text></g>`)}
      <polyline class="rated" points=${pointsOf(chart.line)} />
      <text x=${FRAME.left} y=${FRAME.height - 4}>${dayOf(periods[0].since)}</text>
      <text x=${FRAME.width - FRAME.right} y=${FRAME.height - 4} class="end">${dayOf(last.until)}</text></svg></figure>`;
}

/** @param {{ periods: import('../../state/my_games.js').Period[] }} props */
const PeriodTable = ({ periods }) => html`<table class="numbers"><caption class="visually-hidden">${t('me.averages')}</caption>
  <thead><tr><th scope="col">${t('me.when')}</th><th scope="col">${t('me.list')}</th><th scope="col">${t('me.won')}</th>
    <th scope="col">${t('me.points')}</th><th scope="col">${t('me.rounds')}</th></tr></thead>
  <tbody>${periods.map((each) => html`<tr><th scope="row">${dayOf(each.since)}</th><td>${each.games}</td><td>${each.won}</td>
    <td>${average(each.points)}</td><td>${average(each.rounds)}</td></tr>`)}</tbody></table>`;
