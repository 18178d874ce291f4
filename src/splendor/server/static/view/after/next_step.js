/** After a game against bots: the level to play next, and after the first game whether it was too easy. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { gameNamed, levelsOf } from '../../state/games.js';
import { nextFor } from '../../state/my_games.js';
import { botSeat, newSetup } from '../../state/new_table.js';
import { botName, t } from '../../texts/index.js';
import { loadGames } from '../faces.js';
import { openTable } from '../lobby/open_table.js';
import { Wrong } from '../shared/fields.js';
import { isAlone } from '../shared/names.js';
import { Picture } from '../shared/parts.js';
import { askNext } from '../shared/suggested.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/my_games.js').Next} Next */
/** @typedef {import('../../state/types.js').Room} Room */

const ANSWERS = ['easy', 'right', 'hard'];

/** @typedef {{ next: Next | null, said: boolean, say: (felt: string) => void, wrong: string,
 *   tell: (why: string) => void }} NextState */

/** @param {import('../table/live.js').LiveTable} live @param {Room} room @returns {NextState} */
export function useNext(live, room) {
  const [next, setNext] = useState(/** @type {Next | null} */ (null));
  const [said, setSaid] = useState(false);
  const [wrong, tell] = useState('');
  const mine = live.seats.value.length === 1 && isAlone(room.seats);
  const look = async () => setNext(mine ? await nextAt(room) : null);
  useEffect(() => {
    look();
  }, [live.id, mine]);
  const say = async (/** @type {string} */ felt) => {
    try {
      await api.changeGame(live.id, { felt });
      setSaid(true);
      await look();
    } catch (error) {
      tell(whyOf(error));
    }
  };
  return { next, said, say, wrong, tell };
}

/** What suits me at a table like this one. @param {Room} room */
async function nextAt(room) {
  const list = await loadGames(() => {});
  const game = gameNamed(list, room.rules);
  const players = room.seats.length;
  return nextFor(await askNext(), game.game, players, levelsOf(game, players)) ?? null;
}

/** Was it too easy? Asked once. @param {NextState} props */
export function Asking({ next, said, say, wrong }) {
  const asks = next?.asks && !said;
  if (!asks && !said && !wrong) return null;
  return html`<section class="next-step" aria-label=${t('over.next')}>
    ${asks ? html`<p id="how-it-was">${t('next.asks', { level: botName(next.of ?? next.level) })}</p>
      <div class="answers" role="group" aria-labelledby="how-it-was">${ANSWERS.map((felt) => html`
        <button type="button" class="quiet" onClick=${() => say(felt)}>${t(`next.${felt}`)}</button>`)}</div>` : null}
    ${said && next ? html`<p role="status">${t('next.thanks', { level: botName(next.level) })}</p>` : null}
    <${Wrong} text=${wrong} /></section>`;
}

/** Another level in one click, if it is another one; otherwise my games. @param {NextState & { room: Room }} props */
export function Offer({ next, room, tell }) {
  if (!next || next.why === 'again' || next.why === 'first') {
    return html`<a class="next-way" href="/me"><${Picture} id="crown" />
      <span><b>${t('me')}</b> <small>${t('over.me')}</small></span></a>`;
  }
  const why = t(`next.why.${next.why}`, { of: botName(next.of ?? ''), count: next.count });
  const open = () => openTable(newSetup(room.rules, room.seats.length, botSeat(next.level)), tell);
  return html`<button type="button" class="next-way" onClick=${open}><${Picture} id="crown" />
    <span><b>${t('next.try', { level: botName(next.level) })}</b> <small>${why}</small></span></button>`;
}
