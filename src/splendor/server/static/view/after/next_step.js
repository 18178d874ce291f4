/** After a game against bots: the level to play next, and after the first game whether it was too easy. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { gameNamed, levelsOf } from '../../state/games.js';
import { nextFor } from '../../state/my_games.js';
import { botSeat, newSetup } from '../../state/new_table.js';
import { botName, t } from '../../texts/index.js';
import { loadGames } from '../faces.js';
import { openTable } from '../lobby/open_table.js';
import { Cta, Wrong } from '../shared/fields.js';
import { isAlone } from '../shared/names.js';
import { askNext } from '../shared/suggested.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/my_games.js').Next} Next */
/** @typedef {import('../../state/types.js').Room} Room */

const ANSWERS = ['easy', 'right', 'hard'];

/** @param {{ live: import('../table/live.js').LiveTable, room: Room }} props */
export function NextStep({ live, room }) {
  const [next, setNext] = useState(/** @type {Next | null} */ (null));
  const [said, setSaid] = useState(false);
  const [wrong, setWrong] = useState('');
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
      setWrong(whyOf(error));
    }
  };
  if (!next) return null;
  return html`<section class="next-step" aria-label=${t('over.next')}>
    ${next.asks && !said ? html`<${Asking} next=${next} say=${say} />` : html`<${Offer} next=${next} room=${room} said=${said} tell=${setWrong} />`}
    <${Wrong} text=${wrong} /></section>`;
}

/** What suits me at a table like this one. @param {Room} room */
async function nextAt(room) {
  const list = await loadGames(() => {});
  const game = gameNamed(list, room.rules);
  const players = room.seats.length;
  return nextFor(await askNext(), game.game, players, levelsOf(game, players)) ?? null;
}

/** Was it too easy? @param {{ next: Next, say: (felt: string) => void }} props */
const Asking = ({ next, say }) => html`<p id="how-it-was">${t('next.asks', { level: botName(next.of ?? next.level) })}</p>
  <div class="answers" role="group" aria-labelledby="how-it-was">${ANSWERS.map((felt) => html`
    <button type="button" class="quiet" onClick=${() => say(felt)}>${t(`next.${felt}`)}</button>`)}</div>`;

/** Another level in one click, if it is another one. @param {{ next: Next, room: Room, said: boolean,
 *   tell: (why: string) => void }} props */
function Offer({ next, room, said, tell }) {
  const level = botName(next.level);
  const why = next.why === 'again' ? '' : t(`next.why.${next.why}`, { of: botName(next.of ?? ''), count: next.count });
  const open = () => openTable(newSetup(room.rules, room.seats.length, botSeat(next.level)), tell);
  const thanks = said ? html`<p role="status">${t('next.thanks', { level })}</p>` : null;
  if (!why) return thanks;
  return html`${thanks}<${Cta} second=${true} name=${t('next.try', { level })} more=${why} act=${open} />`;
}
