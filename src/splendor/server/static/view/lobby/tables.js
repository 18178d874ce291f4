/** My tables: running ones with whose turn it is, waiting and finished ones. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { api, ask, untilDone } from '../../net/api.js';
import { initialsOf } from '../../state/names.js';
import { language, rulesName, t } from '../../texts/index.js';
import { Wrong } from '../shared/fields.js';
import { Who } from '../shared/parts.js';
import { namesOf, othersOf } from '../shared/names.js';
import { isNotified } from '../shared/notify.js';
import { onlyAmong, turnAt, waiting } from '../shared/turns.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/types.js').News} News */
/** @typedef {{ table: string, status: string, rules: string, created: number, changed: number,
 *   seats: import('../../state/types.js').Seat[], result?: import('../../state/types.js').Result }} Line */

const STEP = 5; // lines that a list shows at once
const ASKED = 10; // running tables whose state is fetched
const AGAIN = 30_000; // milliseconds between two requests
const NO_EVENTS = 999_999_999; // beyond all events: the news come without them

const STATUSES = ['playing', 'open', 'over', 'frozen'];

export function MyTables() {
  const [known, setKnown] = useState(/** @type {Object<string, number>} */ ({}));
  const count = (/** @type {string} */ status, /** @type {number} */ many) =>
    setKnown((before) => ({ ...before, [status]: many }));
  const none = STATUSES.every((status) => known[status] === 0);
  return html`<section class="box tables" aria-labelledby="tables-title">
    <div class="tables-head"><h2 id="tables-title">${t('myTables')}</h2><${Waiting} /></div>
    ${STATUSES.map((status) => html`<${List} key=${status} status=${status} onCount=${count} />`)}
    ${none ? html`<p class="none">${t('tables.none')}</p>` : null}</section>`;
}

/** How many games wait for me. */
const Waiting = () => (waiting.value
  ? html`<p role="status"><span class="pill go">${t('tables.waiting', { count: waiting.value })}</span></p>`
  : null);

/** @typedef {(status: string, many: number) => void} Counted */

/** @param {{ status: string, onCount: Counted }} props */
function List({ status, onCount }) {
  const { lines, more, wrong, loadMore } = useLines(status, onCount);
  const [shown, setShown] = useState(STEP);
  const showMore = () => {
    if (shown + STEP > lines.length && more) loadMore();
    setShown(shown + STEP);
  };
  if (!lines.length) return html`<${Wrong} text=${wrong} />`;
  const asks = (/** @type {number} */ place) => status === 'playing' && place < ASKED;
  return html`<h3 id="list-${status}">${t(`tables.${status}`)}</h3>
    <ul class="lines" aria-labelledby="list-${status}">
      ${lines.slice(0, shown).map((line, place) => html`
        <${TableLine} key=${line.table} line=${line} asks=${asks(place)} />`)}</ul>
    ${shown < lines.length || more
      ? html`<button type="button" class="textlink" onClick=${showMore}>${t('tables.more')}</button>` : null}
    <${Wrong} text=${wrong} />`;
}

/** The lines of a list, requested until the server answers. @param {string} status @param {Counted} onCount */
function useLines(status, onCount) {
  const [found, setFound] = useState({ lines: /** @type {Line[]} */ ([]), more: '' });
  const [wrong, setWrong] = useState('');
  const loading = useRef(false);
  const load = async (/** @type {Line[]} */ before, /** @type {string} */ from) => {
    const { tables, more = '' } = await api.tables(status, from);
    setFound({ lines: [...before, ...tables], more });
    if (status === 'playing' && !more) onlyAmong([...before, ...tables].map(({ table }) => table));
    setWrong('');
    onCount(status, before.length + tables.length);
  };
  const tell = (/** @type {unknown} */ error) => setWrong(whyOf(error));
  useEffect(() => {
    const gone = new AbortController();
    untilDone(() => load([], ''), tell, gone.signal);
    return () => gone.abort();
  }, [status]);
  const loadMore = async () => {
    if (loading.current) return;
    loading.current = true;
    await load(found.lines, found.more).catch(tell);
    loading.current = false;
  };
  return { ...found, wrong, loadMore };
}

/** `asks`: with whose turn it is. @param {{ line: Line, asks: boolean }} props */
export function TableLine({ line, asks }) {
  const news = useNews(line, asks);
  const names = namesOf(line.seats).map((name, seat) => (line.seats[seat].kind === 'open' ? t('openSeat') : name));
  const letters = initialsOf(names);
  return html`<li><a class="line" href="/t/${line.table}">
      <span class="shields">${names.map((name, seat) => html`
        <${Who} seat=${seat} name=${name} letter=${letters[seat]} />`)}</span>
      <span class="who-plays"><b>${rulesName(line.rules)}</b> <span class="names">${names.join(' · ')}</span></span>
      <${Status} line=${line} news=${news} names=${names} /></a>
    ${line.status === 'over'
      ? html`<a class="quiet small" href="/replay/${line.table}">${t('replay')}</a>` : null}</li>`;
}

/** The state of a table, fetched now and then while somebody looks or wants to be told. @param {Line} line @param {boolean} asks */
function useNews({ table, rules }, asks) {
  const [news, setNews] = useState(/** @type {News | null} */ (null));
  useEffect(() => {
    const look = () => {
      if (document.hidden && !isNotified()) return;
      ask('GET', `/api/tables/${table}?since=${NO_EVENTS}`).then((found) => {
        setNews(found);
        turnAt(table, isMine(found), { rules, others: othersOf(found) });
      }).catch(() => {}); // keep the former state
    };
    if (!asks) return undefined;
    look();
    const timer = setInterval(look, AGAIN);
    addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', look);
    };
  }, [table, asks]);
  return news;
}

/** Whether it is my turn. @param {News} news */
const isMine = ({ you }) => (you ?? []).some(({ legal }) => legal?.length);

/** @param {{ line: Line, news: News | null, names: string[] }} props */
function Status({ line, news, names }) {
  const result = line.result ?? news?.room.result;
  if (result) {
    const winners = result.winners.map((seat) => names[seat]).join(', ') || t('nobody');
    const points = result.points.join(' : ');
    return html`<span class="state"><span>${t('won', { names: winners })}</span>
      <small>${points} · ${ago(line.changed)}</small></span>`;
  }
  if (!news?.table) return html`<span class="state"><small>${ago(line.changed)}</small></span>`;
  const mine = isMine(news);
  const points = news.table.places.map((place) => place.points).join(' : ');
  const turn = mine ? t('yourMove') : t('moveOf', { name: names[news.table.active] });
  return html`<span class="state"><span class=${mine ? 'pill go' : ''}>${turn}</span>
    <small>${points} · ${t('round', { round: news.table.round })}</small></span>`;
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [['day', 86_400_000], ['hour', 3_600_000], ['minute', 60_000]];

/** How long ago something was. @param {number} at milliseconds since 1970 */
function ago(at) {
  const past = Math.max(0, Date.now() - at);
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => past >= size) ?? ['second', 1000];
  return unit === 'second' ? t('justNow') : format.format(-Math.floor(past / length), unit);
}
