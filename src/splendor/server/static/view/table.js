/** One table: title bar, the table of its game, log, chat, and what is asked of people. */

import { html, useEffect, useMemo, useRef } from '../vendor/preact.js';
import { flights } from '../fx/motion.js';
import * as staging from '../state/staging.js';
import { linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { BaseTable, look } from './base.js';
import { Advice } from './advice.js';
import { Chat } from './chat.js';
import { DuelTable } from './duel.js';
import { LiveTable } from './live.js';
import { Log, Words } from './log.js';
import { Menu } from './menu.js';
import { Over } from './over.js';
import { Waiting } from './waiting.js';

/** @param {{ id: string }} props */
export function TablePage({ id }) {
  const live = useMemo(() => new LiveTable(id), [id]);
  useEffect(() => {
    live.animate = (news) => flights(news, live);
    return () => live.close();
  }, [live]);
  useKeys(live);
  const news = live.news.value;
  if (live.status.value === 'gone') return html`<main class="page"><h1>${t('gone')}</h1><p><a href="/">${t('toLobby')}</a></p></main>`;
  if (!news || !live.catalogue.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  if (!news.table) return html`<${Waiting} live=${live} />`;
  const duel = news.table.game === 'duel';
  const seen = look(live);
  const side = html`<${Log} events=${live.events.value} names=${seen.names} shade=${seen.shade} catalogue=${seen.catalogue} /><${Chat} live=${live} />`;
  return html`<div class=${duel ? 'duel' : 'base'}><div class="table seats-${news.room.seats.length} ${news.room.rules}">
    <${TitleBar} live=${live} />
    ${duel ? html`<${DuelTable} live=${live} side=${side} />` : html`<${BaseTable} live=${live} side=${side} />`}
    <${Refusal} live=${live} /><${Advice} live=${live} />
    ${news.room.status === 'over' ? html`<${Over} live=${live} />` : null}</div></div>`;
}

/** @param {{ live: LiveTable }} props */
function TitleBar({ live }) {
  const { news, table, names, catalogue } = look(live);
  const mine = live.isMyTurn.value;
  const last = linesOf(live.events.value).find((line) => line.kind === 'moved');
  const whose = mine ? t('yourMove') : t('moveOf', { name: names[table.active] });
  return html`<header class="top"><a class="brand" href="/">${t('brand')}</a>
    <span class="turn ${mine ? '' : 'theirs'}" role="status"><i></i>${t('round', { round: table.round })} · ${news.room.status === 'over' ? t('gameOver') : whose}</span>
    <span class="hint">${last && last.seat !== null ? html`${names[last.seat]} <${Words} line=${last} catalogue=${catalogue} />` : null}</span>
    ${live.status.value === 'open' ? null : html`<span class="offline" role="alert">${t('reconnecting')}</span>`}
    <${Menu} live=${live} /></header>`;
}

/** Why something was refused, near where people look; it goes by itself. @param {{ live: LiveTable }} props */
function Refusal({ live }) {
  const refused = live.refused.value;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (!refused) return undefined;
    const timer = setTimeout(() => {
      live.refused.value = null;
    }, 4000);
    return () => clearTimeout(timer);
  }, [refused]);
  return html`<div class="refusal ${refused ? 'shown' : ''}" role="alert" ref=${box}>${refused?.why ?? ''}</div>`;
}

/** Enter confirms, Esc clears, Backspace takes the last choice back. @param {LiveTable} live */
function useKeys(live) {
  useEffect(() => {
    const pressed = (/** @type {KeyboardEvent} */ event) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, dialog');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const onButton = event.target instanceof HTMLElement && event.target.closest('button, a');
      if (event.key === 'Enter' && staging.isComplete(live.draft.value) && !(onButton && onButton.matches('.cta'))) {
        event.preventDefault();
        live.confirm();
      } else if (event.key === 'Escape') live.clear();
      else if (event.key === 'Backspace') live.back();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [live]);
}
