/** The lobby: play at once, a new table in two clicks, and the tables of this browser. */

import { html, useState } from '../../vendor/preact.js';
import * as wishes from '../../state/new_table.js';
import { t } from '../../texts/index.js';
import { Cta, Wrong } from '../shared/fields.js';
import { botName } from '../shared/name.js';
import { go } from '../shared/route.js';
import { useLevels } from './levels.js';
import { NewTable } from './new_table.js';
import { openTable } from './open_table.js';
import { Footer, PageBar } from './page_bar.js';
import { BaseScene, DuelScene } from './scenes.js';
import { MyTables } from './tables.js';

/** `options`: with all options of a new table open. @param {{ options?: boolean }} props */
export function Lobby({ options = false }) {
  return html`<div class="lobby"><${PageBar} />
    <main class="lobby-main" tabindex="-1"><h1 class="visually-hidden">${t('lobby')}</h1>
      <div class="games">
        <${Game} rules="official" Scene=${BaseScene} /><${Game} rules="duel" Scene=${DuelScene} /></div>
      <${NewTable} open=${options} />
      <aside class="lobby-side"><${MyTables} /><${Join} /></aside></main>
    <${Footer} /></div>`;
}

/** One click, and one sits at a table against the usual bot. @param {{ rules: string, Scene: any }} props */
function Game({ rules, Scene }) {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const levels = useLevels(rules, 2, setWrong);
  const name = wishes.usualLevel(levels);
  const level = levels.find((each) => each.name === name);
  const play = async () => {
    setBusy(true);
    await openTable(wishes.newWish(rules, 2, wishes.botChair(name)), setWrong);
    setBusy(false);
  };
  const against = level ? t('play.against', { bot: botName(level.name) }) : '';
  return html`<article class="game mat g-${rules}"><div class="scene" aria-hidden="true"><${Scene} /></div>
    <div class="game-text"><h2>${t(`rules.${rules}`)}</h2><p>${t(`about.${rules}`)}</p>
      <${Cta} name=${t(`play.${rules}`)} more=${against} disabled=${busy} act=${play} /><${Wrong} text=${wrong} />
      <a class="how" href=${rules === 'duel' ? '/rules/duel' : '/rules'}>${t('rules.how')}</a></div></article>`;
}

/** A link from a friend: to join, or to watch where no seat is free. */
function Join() {
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const open = (/** @type {Event} */ event) => {
    event.preventDefault();
    const page = wishes.pageOf(text);
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
