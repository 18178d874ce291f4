/** The lobby: play at once, a new table in two clicks, and the tables of this browser. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { levelsOf, usualLevel } from '../../state/games.js';
import { botChair, newSetup, pageOf } from '../../state/new_table.js';
import { isText, t } from '../../texts/index.js';
import { faceOf, games, loadGames } from '../faces.js';
import { Cta, Wrong } from '../shared/fields.js';
import { botName, rulesName } from '../shared/name.js';
import { go } from '../shared/route.js';
import { whyOf } from '../shared/why.js';
import { NewTable, aboutRules } from './new_table.js';
import { openTable } from './open_table.js';
import { Footer, PageBar } from './page_bar.js';
import { MyTables } from './tables.js';

/** @typedef {import('../../state/games.js').Game} GameInfo */

/** `options`: with all options of a new table open. @param {{ options?: boolean }} props */
export function Lobby({ options = false }) {
  const [wrong, setWrong] = useState('');
  useEffect(() => {
    loadGames((error) => setWrong(whyOf(error))).then(() => setWrong(''));
  }, []);
  const list = games.value;
  const waiting = wrong ? html`<${Wrong} text=${wrong} />` : html`<p role="status">${t('loading')}</p>`;
  return html`<div class="lobby"><${PageBar} />
    <main class="lobby-main" tabindex="-1"><h1 class="visually-hidden">${t('lobby')}</h1>
      <div class="games">${firstOfEach(list?.games ?? []).map((game) => html`
        <${Game} key=${game.rules} game=${game} />`)}</div>
      ${list ? html`<${NewTable} list=${list} open=${options} />`
        : html`<section class="box new"><h2>${t('newTable')}</h2>${waiting}</section>`}
      <aside class="lobby-side"><${MyTables} /><${Join} /></aside></main>
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
  const bot = usualLevel(levelsOf(game, players[0]));
  const play = async () => {
    setBusy(true);
    await openTable(newSetup(rules, players[0], botChair(bot)), setWrong);
    setBusy(false);
  };
  const name = isText(`play.${rules}`) ? t(`play.${rules}`) : rulesName(rules);
  return html`<article class="game mat g-${rules}"><div class="scene" aria-hidden="true"><${face.Scene} /></div>
    <div class="game-text"><h2>${rulesName(rules)}</h2><p>${aboutRules(game)}</p>
      <${Cta} name=${name} more=${bot ? t('play.against', { bot: botName(bot) }) : ''} disabled=${busy} act=${play} />
      <${Wrong} text=${wrong} />
      ${face.rules ? html`<a class="how" href=${face.rules.address}>${t('rules.how')}</a>` : null}</div></article>`;
}

/** Open a link from a friend: to join, or to watch if no seat is free. */
function Join() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const page = pageOf(text);
    setWrong(!page);
    if (page) go(page);
  };
  const typed = (/** @type {any} */ event) => {
    setText(event.target.value);
    setWrong(false);
  };
  return html`<section class="box join" aria-labelledby="join-title"><h2 id="join-title">${t('join')}</h2>
    <p>${t('join.about')}</p>
    <form class="row" onSubmit=${open}><input aria-label=${t('join.link')} placeholder=${t('join.link')} value=${text}
        aria-invalid=${wrong ? 'true' : 'false'} onInput=${typed} />
      <button type="submit" class="quiet">${t('join.open')}</button></form>
    <${Wrong} text=${wrong ? t('join.wrong') : ''} /></section>`;
}
