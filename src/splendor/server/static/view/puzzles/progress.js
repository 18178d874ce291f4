/** How somebody gets on with puzzles: rating, days, what is solved, and the kinds of the stream. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { kindsOf } from '../../state/puzzles.js';
import { language, t } from '../../texts/index.js';
import { loadGames } from '../faces.js';
import { gameName } from '../me/words.js';
import { Name, Picture } from '../shared/parts.js';

/** @typedef {import('./solving.js').Solving} Solving */

/** @param {{ live: Solving }} props */
export function Numbers({ live }) {
  const progress = live.progress.value;
  if (!progress) return null;
  const change = live.change.value;
  const { rating, interval, days = 0, solved = 0, count = 0 } = progress;
  const about = rating === undefined ? t('puzzle.rating.none') : t('puzzle.rating.about', { rating, interval });
  return html`<dl class="numbers"><div title=${about}><dt>${t('puzzle.rating')}</dt>
      <dd>${rating ?? '–'} ${change ? html`<small class=${change > 0 ? 'more' : 'less'}>${signed(change)}</small>` : null}</dd></div>
    <div><dt>${t('puzzle.days')}</dt><dd class="days">${days}</dd></div>
    <div><dt>${t('puzzle.solved')}</dt><dd>${solved}<small>/${count}</small></dd></div></dl>`;
}

/** @param {number} change */
export const signed = (change) => `${change > 0 ? '+' : '−'}${Math.abs(change)}`;

/** @type {Object<string, string>} */
const SIGNS = { found: '✓', near: '≈', shown: '–' };

/** The last seven days. @param {{ live: Solving }} props */
export function Week({ live }) {
  const { week = [] } = live.progress.value ?? {};
  const name = new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' });
  const long = new Intl.DateTimeFormat(language.value, { weekday: 'long', timeZone: 'UTC' });
  return html`<ol class="week" aria-label=${t('puzzle.week')}>${week.map(({ day, mark = '' }, index) => html`
    <li key=${day} class="${mark} ${index === week.length - 1 ? 'today' : ''}"><span aria-hidden="true">${name.format(new Date(day)).slice(0, 2)} ${SIGNS[mark] ?? ''}</span>
      <${Name} is=${`${long.format(new Date(day))}: ${t(`puzzle.day.${mark || 'open'}`)}`} /></li>`)}</ol>`;
}

/** @type {Object<string, string>} */
const PICTURES = { win: 'crown', force: 'eye', purchase: 'g', defence: 'lock', royal: 'c0', crowns: 'crown', colour: 'x', privilege: 'scroll' };
const LOW = '(max-width: 1239.98px), (max-height: 859.98px)'; // the kinds are folded there

/** Which kinds the stream has, as switches with what is solved. @param {{ live: Solving }} props */
export function Kinds({ live }) {
  const [first] = useState(!matchMedia(LOW).matches);
  useEffect(() => {
    loadGames(); // their names
  }, []);
  const known = live.progress.value?.kinds ?? [];
  const games = [...new Set(known.map(({ game }) => game))];
  const { game, kinds } = live.stream.value;
  const shown = kindsOf(known, game);
  const all = shown.map(({ kind }) => kind);
  return html`<details class="kinds" open=${first}><summary>${t('puzzle.kinds')} <small>${t(kinds.length ? 'puzzle.kinds.some' : 'puzzle.kinds.mixed', { count: kinds.length })}</small></summary>
    ${games.length > 1 ? html`<div class="modes games" role="group" aria-label=${t('puzzle.games')}>${['', ...games].map((each) => html`
      <button key=${each} type="button" aria-pressed=${String(game === each)} onClick=${() => live.chooseGame(each)}>${nameOf(each)}</button>`)}</div>` : null}
    <ul>${shown.map(({ kind, solved, count }) => html`<li key=${kind}><button type="button" aria-pressed=${String(!kinds.length || kinds.includes(kind))}
      onClick=${() => live.chooseKind(kind, all)}><${Picture} id=${PICTURES[kind] ?? 'crown'} />
      <span>${t(`puzzle.kind.${kind}`)}</span>
      <b>${solved}<small>/${count}</small></b><progress max=${count} value=${solved} aria-hidden="true"></progress></button></li>`)}</ul></details>`;
}

/** @param {string} game */
const nameOf = (game) => (game ? gameName(game) : t('puzzle.games.all'));
