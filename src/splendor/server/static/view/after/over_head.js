/** The head of a result: crown or laurel, who won, in a sentence how; and the players with their points. */

import { html, useEffect, useLayoutEffect, useRef, useState } from '../../vendor/preact.js';
import { celebrate } from '../../fx/celebration.js';
import { counted, scoresFor } from '../../state/after/ending.js';
import { tieBreak } from '../../state/after/statistics.js';
import { initialsOf } from '../../state/names.js';
import { t } from '../../texts/index.js';
import { faceOf } from '../faces.js';
import { Name, PICTURES, Picture, Who } from '../shared/parts.js';
import { BotFace } from '../shared/portrait.js';
import { mayMove } from '../shared/prefs.js';

/** @typedef {import('../table/live.js').LiveTable} LiveTable */
/** @typedef {import('../../state/types.js').Result} Result */
/** @typedef {{ names: string[], shade: (seat: number) => number }} Called */

const COUNTING = 600; // milliseconds
const LAUREL = 'M54 56C24 54 8 34 10 8M66 56c30-2 46-22 44-48M10 18q-8-4-7-12 8 3 7 12M110 18q8-4 7-12-8 3-7 12M12 32q-9-2-11-9 9 0 11 9M108 32q9-2 11-9-9 0-11 9M20 44q-9 0-13-7 9-2 13 7M100 44q9 0 13-7-9-2-13 7M33 52q-8 2-14-4 8-4 14 4M87 52q8 2 14-4-8-4-14 4';
const RAYS = Array.from({ length: 25 }, (_, number) => {
  const [x, y] = [-Math.cos((Math.PI * number) / 24), -Math.sin((Math.PI * number) / 24)];
  const far = number % 2 ? 56 : 72;
  return `M${(34 * x).toFixed(1)} ${(20 + 34 * y).toFixed(1)}L${(far * x).toFixed(1)} ${(20 + far * y).toFixed(1)}`;
}).join('');

/** @param {{ ending: string, result: Result, title: string, sentence: string, called: Called, fresh: boolean,
 *   onClose: () => void }} props */
export function Head({ ending, result, title, sentence, called, fresh, onClose }) {
  return html`<${Shower} on=${fresh && (ending === 'won' || ending === 'shared')} />
    <header class=${fresh && mayMove() ? 'fresh' : ''}><${Emblem} ending=${ending} winners=${result.winners} called=${called} />
    <h2 id="over-title" tabindex="-1" autofocus>${title}</h2><p>${sentence}</p>
    <button type="button" class="quiet close" onClick=${onClose}>${t('over.lookAtTable')}</button></header>`;
}

/** A crown with rays for whoever won; a laurel around the winners for the others.
 * @param {{ ending: string, winners: number[], called: Called }} props */
function Emblem({ ending, winners, called: { names, shade } }) {
  const crowned = ending === 'won' || ending === 'shared';
  if (!winners.length) return null;
  return html`<div class="emblem" aria-hidden="true">
    ${crowned ? html`<svg class="rays" viewBox="-100 -60 200 120"><path d=${RAYS} /></svg>` : null}
    <svg class="laurel" viewBox="0 0 120 60"><path d=${LAUREL} /></svg>
    ${crowned ? html`<${Picture} id="crown" class="bigcrown" />`
    : winners.map((seat) => html`<${Who} seat=${shade(seat)} name=${names[seat]} letter=${initialsOf(names)[seat]} big=${true} />`)}</div>`;
}

/** @param {{ on: boolean }} props */
function Shower({ on }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (on && mayMove() && box.current ? celebrate(box.current, PICTURES) : undefined), [on]);
  return html`<div class="shower" aria-hidden="true" ref=${box}></div>`;
}

/** How it ended: why, the points, how many rounds. @param {Result} result @param {string | undefined} game
 * @param {number} rounds @param {number | null} you */
export function sentenceOf(result, game, rounds, you) {
  const tie = tieBreak(result);
  const reason = t(`reason.${result.reason === 'limit' ? faceOf(game).limitReason : result.reason}`);
  const { mine, others } = scoresFor(result, you);
  const score = t('over.score', { mine, others: others.join(', '), count: rounds });
  return `${reason}: ${tie ? `${t(`over.tie.${tie}`)}, ` : ''}${score}`;
}

/** The players with their points, best first.
 * @param {{ live: LiveTable, result: Result, called: Called, fresh: boolean }} props */
export function Podium({ live, result, called: { names, shade }, fresh }) {
  const { winners, points, cards } = result;
  const rank = (/** @type {number} */ seat) => (winners.includes(seat) ? 1000 : 0) + points[seat] - cards[seat] / 100;
  const order = names.map((_, seat) => seat).sort((one, other) => rank(other) - rank(one));
  const before = live.before.value?.table?.places ?? [];
  const seats = live.news.value?.room.seats ?? [];
  return html`<ol class="podium n${names.length}">${order.map((seat) => html`<li class=${winners.includes(seat) ? 'winner' : ''}>
    ${winners.includes(seat) ? html`<${Picture} id="crown" class="crowned" />` : null}
    <${Who} seat=${shade(seat)} name=${names[seat]} letter=${initialsOf(names)[seat]} big=${true} />
    <span class="nm">${names[seat]}
      ${winners.includes(seat) ? html`<span class="visually-hidden"> (${t('over.winner')})</span>` : null}</span>
    <${BotFace} seat=${seats[seat]} />
    <b><${Score} to=${points[seat]} from=${fresh ? before[seat]?.points : undefined} />
      <${Name} is=${t('over.points', { count: points[seat] })} /></b>
    <small>${countsOf(result, seat)}</small></li>`)}</ol>`;
}

/** @param {Result} result @param {number} seat */
function countsOf({ cards, crowns }, seat) {
  const counts = [t('over.cards', { count: cards[seat] })];
  if (crowns?.length) counts.push(t('crowns', { count: crowns[seat] }));
  return counts.join(' · ');
}

/** A score that counts up from what it was, if that is given. @param {{ to: number, from?: number }} props */
function Score({ to, from = to }) {
  const [shown, setShown] = useState(to);
  useLayoutEffect(() => {
    const begin = performance.now();
    let frame = 0;
    const step = () => {
      const share = from !== to && mayMove() ? (performance.now() - begin) / COUNTING : 1;
      setShown(counted(from, to, share));
      if (share < 1) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [to, from]);
  return html`<span>${shown}</span>`;
}
