/** The lobby: play at once, a new table in two clicks, and the tables of this browser; and the page /play. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { gameNamed, levelsOf } from '../../state/games.js';
import {
  botSeat, newSetup, typedSetup, withFitOptions, withKnownBots, wrongAddress, wrongWith,
} from '../../state/new_table.js';
import { botName, isText, rulesName, t } from '../../texts/index.js';
import { faceOf, games, loadGames } from '../faces.js';
import { Cta, Wrong } from '../shared/fields.js';
import { goInstead } from '../shared/route.js';
import { askNext, suggested, suitableLevel } from '../shared/suggested.js';
import { whyOf, wrongWords } from '../shared/why.js';
import { DailyPuzzle } from './daily.js';
import { NewTable, aboutRules } from './new_table.js';
import { Join, openTable } from './open_table.js';
import { Footer, PageBar } from './page_bar.js';
import { MyTables, TableLine } from './tables.js';

/** @typedef {import('../../state/games.js').Game} GameInfo */

/** `options`: with all options of a new table open. @param {{ options?: boolean }} props */
export function Lobby({ options = false }) {
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    loadGames((error) => setWrong(whyOf(error))).then(() => setWrong(''));
    askNext();
  }, []);
  const list = games.value;
  const waiting = wrong ? html`<${Wrong} text=${wrong} />` : html`<p role="status">${t('loading')}</p>`;
  return html`<div class="lobby"><${PageBar} />
    <main class="lobby-main" tabindex="-1"><h1 class="visually-hidden">${t('lobby')}</h1>
      <div class="games">${firstOfEach(list?.games ?? []).map((game) => html`
        <${Game} key=${game.rules} game=${game} />`)}</div>
      ${list ? html`<${NewTable} list=${list} open=${options} />`
        : html`<section class="box new"><h2>${t('newTable')}</h2>${waiting}</section>`}
      <aside class="lobby-side"><${DailyPuzzle} /><${MyTables} /><${Join} /></aside></main>
    <${Footer} /></div>`;
}

/** The first rule set of each game that has a picture. @param {GameInfo[]} list */
const firstOfEach = (list) => list.filter(({ game }, index) =>
  faceOf(game).Scene && list.findIndex((each) => each.game === game) === index);

/** One click opens a table against the usual bot. @param {{ game: GameInfo }} props */
function Game({ game }) {
  const { rules, players } = game;
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const face = faceOf(game.game);
  const bot = suitableLevel(game, players[0]);
  const play = async () => {
    setBusy(true);
    if (!suggested.value.length) await askNext(); // a newcomer does not meet the usual level
    await openTable(newSetup(rules, players[0], botSeat(suitableLevel(game, players[0]))), setWrong);
    setBusy(false);
  };
  const name = isText(`play.${rules}`) ? t(`play.${rules}`) : rulesName(rules);
  return html`<article class="game mat"><div class="scene" aria-hidden="true"><${face.Scene} /></div>
    <div class="game-text"><h2>${rulesName(rules)}</h2><p>${aboutRules(game)}</p>
      <${Cta} name=${name} more=${bot && suggested.value.length ? t('play.against', { bot: botName(bot) }) : ''} disabled=${busy} act=${play} />
      <${Wrong} text=${wrong} />
      ${face.rules ? html`<a class="how" href=${face.rules.address}>${t('rules.how')}</a>` : null}</div></article>`;
}

// The page /play, which `splendor play` opens: a table at once, with the setup in the fragment of the address. Who has
// an unfinished game there may go on with it instead.

/** @typedef {import('../../state/new_table.js').Setup} Setup */

const OFFERED = 3; // unfinished games

/** @param {{ fragment: string }} props */
export function PlayPage({ fragment }) {
  const [wrong, setWrong] = useState('');
  const [offer, setOffer] = useState(/** @type {Offer | null} */ (null));
  useEffect(() => {
    setOffer(null);
    play(fragment, setWrong, setOffer);
  }, [fragment]);
  const list = games.value;
  if (!wrong && !offer) return html`<main class="page loading"><p role="status">${t('setting')}</p></main>`;
  return html`<div class="lobby"><${PageBar} /><main class="play-page" tabindex="-1"><${Wrong} text=${wrong} />
      ${offer ? html`<${Unfinished} ...${offer} tell=${setWrong} />`
        : html`${list ? html`<${NewTable} list=${list} open=${false} first=${fitSetup(list, fragment)} />` : null}
          <p><a class="how" href="/">${t('toLobby')}</a></p>`}</main><${Footer} /></div>`;
}

/** @typedef {{ setup: Setup, lines: import('./tables.js').Line[] }} Offer */

/** Go on, or begin a new game. @param {Offer & { tell: (why: string) => void }} props */
function Unfinished({ setup, lines, tell }) {
  const [busy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    await openTable(setup, tell, goInstead);
    setBusy(false);
  };
  const several = lines.length > 1;
  return html`<section class="box tables unfinished" aria-labelledby="unfinished">
    <h1 id="unfinished">${t(several ? 'goOn.several' : 'goOn')}</h1>
    <ul class="lines">${lines.map((line) => html`<${TableLine} key=${line.table} line=${line} asks=${true} />`)}</ul>
    <${Cta} name=${t('goOn.last')} more=${several ? t('goOn.which') : ''} disabled=${busy}
      act=${() => goInstead(`/t/${lines[0].table}`)} />
    <${Cta} second=${true} name=${t('goOn.new')} disabled=${busy} act=${begin} />
    <p><a class="how" href="/">${t('toLobby')}</a></p></section>`;
}

/** @param {string} fragment @param {(why: string) => void} tell @param {(offer: Offer) => void} offer */
async function play(fragment, tell, offer) {
  const list = await loadGames((error) => tell(whyOf(error)));
  tell('');
  const setup = typedSetup(list, fragment);
  const game = gameNamed(list, setup.rules);
  const wrong = wrongWords(wrongAddress(list, fragment) ?? wrongWith(setup, game));
  if (wrong) return tell(wrong);
  await askNext();
  const known = withBots(setup, game);
  const lines = await unfinished(known.rules).catch(() => []); // a new table can be opened nevertheless
  if (lines.length) return offer({ setup: known, lines });
  return openTable(known, tell, goInstead);
}

/** My unfinished games with these rules, the last played first. @param {string} rules */
async function unfinished(rules) {
  const { tables } = await api.tables('playing');
  return tables.filter((/** @type {import('./tables.js').Line} */ line) => line.rules === rules).slice(0, OFFERED);
}

/** What an address asks for, as far as there is such a table. @param {import('../../state/games.js').Games} list
 * @param {string} fragment @returns {Setup} */
function fitSetup(list, fragment) {
  const typed = typedSetup(list, fragment);
  const game = gameNamed(list, typed.rules);
  return withFitOptions(withBots(typed, game), game);
}

/** The same with bots that can be chosen: one that suits me in place of others. @param {Setup} setup
 * @param {GameInfo} game */
const withBots = (setup, game) => {
  const players = setup.seats.length;
  return withKnownBots(setup, levelsOf(game, players), suitableLevel(game, players));
};
