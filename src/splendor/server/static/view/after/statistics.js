/** The statistics of a finished game: a table by player, and the points over the rounds as chart and table. */

import { html } from '../../vendor/preact.js';
import { chartOf, givenInAll, pointsByRound, statisticsOf } from '../../state/after/statistics.js';
import { initialsOf } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { drawingOf, faceOf } from '../faces.js';
import { Who } from '../shared/parts.js';

/** @typedef {import('../../state/after/statistics.js').Statistics} Statistics */
/** @typedef {{ replay: import('../../state/after/replay.js').Replay, names: string[], shade: (seat: number) => number,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} Props */

/** The rows of a game: those of all games, without levels and gold that it does not have, and its own.
 * @param {string} game @param {Props['catalogue']} catalogue */
function rowsOf(game, catalogue) {
  const { tokens, statistics } = faceOf(game);
  const levels = new Set([...catalogue.cards.values()].map(({ level }) => level));
  const bought = [1, 2, 3].filter((level) => levels.has(level)).map((level) => `bought${level}`);
  const gold = tokens.includes('J') ? ['gold'] : [];
  return ['turns', 'takes', 'tokens', 'reserves', ...bought, ...gold, 'returned', ...statistics];
}

/** The value of a row, where it is not a plain field. @type {Object<string, (each: Statistics) => any>} */
const VALUES = {
  bought1: (each) => each.bought[0],
  bought2: (each) => each.bought[1],
  bought3: (each) => each.bought[2],
  given: (each) => html`${givenInAll(each)}${givenWhy(each)}`,
};

/** @param {string} row @param {Statistics} each */
const valueOf = (row, each) => (VALUES[row] ? VALUES[row](each) : /** @type {any} */ (each)[row]);

/** @param {Props} props */
export function StatisticsTable({ replay, names, shade, catalogue }) {
  const { game } = replay.steps[0].table;
  const found = statisticsOf(replay, (card) => catalogue.card(card).level, drawingOf(game)?.countMore);
  const rows = rowsOf(game, catalogue);
  return html`<table class="numbers"><caption>${t('stats')}</caption>
    <thead><tr><td></td>${names.map((name, seat) => html`<th scope="col">
      <${Who} seat=${shade(seat)} name=${name} letter=${initialsOf(names)[seat]} /> ${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${t(`stats.${row}`)}</th>
      ${found.map((each) => html`<td>${valueOf(row, each)}</td>`)}</tr>`)}</tbody></table>`;
}

/** Why privileges were given away. @param {Statistics} each */
function givenWhy({ given }) {
  const reasons = /** @type {const} */ (['fill', 'three', 'pearls']).filter((reason) => given[reason]);
  if (!reasons.length) return null;
  const words = reasons.map((reason) => t(`stats.given.${reason}`, { count: given[reason] }));
  return html` <small>${words.join(', ')}</small>`;
}

// Points over the rounds

const FRAME = { width: 460, height: 250, left: 28, right: 104, top: 14, bottom: 26 };
const LONGEST = 9; // letters of a name beside its line

/** @param {Props} props */
export function PointsChart({ replay, names, shade }) {
  const rounds = pointsByRound(replay);
  const { game, target = drawingOf(game)?.target ?? 0 } = replay.steps[0].table;
  return html`<figure class="points"><figcaption>${t('chart')}</figcaption>
    <${PointsPicture} rounds=${rounds} target=${target} names=${names} shade=${shade} />
    <details><summary>${t('chart.asTable')}</summary>
      <${PointsTable} rounds=${rounds} names=${names} /></details></figure>`;
}

/** @param {{ rounds: number[][], target: number, names: string[], shade: (seat: number) => number }} props */
function PointsPicture({ rounds, target, names, shade }) {
  const chart = chartOf(rounds, target, FRAME);
  const end = FRAME.width - FRAME.right;
  const last = rounds[rounds.length - 1];
  const points = names.map((name, seat) => `${name} ${last[seat]}`).join(', ');
  const label = t('chart.label', { rounds: rounds.length - 1, points });
  return html`<svg class="chart" viewBox="0 0 ${FRAME.width} ${FRAME.height}" role="img" aria-label=${label}>
    ${chart.up.map((tick) => html`<g class="grid"><line x1=${FRAME.left} x2=${end} y1=${tick.at} y2=${tick.at} />
      <text x=${FRAME.left - 6} y=${tick.at + 4} class="end">${tick.text}</text></g>`)}
    ${chart.across.map((tick) => html`<text x=${tick.at} y=${FRAME.height - 8} class="middle">${tick.text}</text>`)}
    ${target ? html`<line class="target" x1=${FRAME.left} x2=${end} y1=${chart.target} y2=${chart.target} />` : null}
    ${chart.lines.map((line, seat) => html`<g class="of${shade(seat)}"><path d=${pathOf(line)} />
      <${Mark} at=${line[line.length - 1]} kind=${shade(seat)} />
      <text x=${end + 12} y=${chart.labels[seat] + 4}>${last[seat]} ${shortened(names[seat])}</text></g>`)}</svg>`;
}

/** @param {string} name */
const shortened = (name) => ([...name].length > LONGEST ? `${[...name].slice(0, LONGEST - 1).join('')}…` : name);

/** A step chart: points stay until more are won. @param {{ x: number, y: number }[]} line */
const pathOf = (line) => line
  .map(({ x, y }, index) => (index ? `H${x.toFixed(1)}V${y.toFixed(1)}` : `M${x.toFixed(1)} ${y.toFixed(1)}`)).join('');

/** A marker with a different shape for each player. @param {{ at: { x: number, y: number }, kind: number }} props */
function Mark({ at: { x, y }, kind }) {
  if (kind === 0) return html`<circle cx=${x} cy=${y} r="5" />`;
  if (kind === 1) return html`<rect x=${x - 4.5} y=${y - 4.5} width="9" height="9" />`;
  const points = kind === 2 ? [[0, -6], [6, 5], [-6, 5]] : [[0, -6], [6, 0], [0, 6], [-6, 0]];
  return html`<polygon points=${points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(' ')} />`;
}

/** @param {{ rounds: number[][], names: string[] }} props */
const PointsTable = ({ rounds, names }) => html`<table class="numbers">
  <caption class="visually-hidden">${t('chart')}</caption>
  <thead><tr><th scope="col">${t('chart.round')}</th>
    ${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
  <tbody>${rounds.slice(1).map((row, round) => html`<tr><th scope="row">${round + 1}</th>
    ${row.map((points) => html`<td>${points}</td>`)}</tr>`)}</tbody></table>`;
