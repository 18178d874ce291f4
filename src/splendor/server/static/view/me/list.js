/** The list of my finished games with its filters; games can be hidden, or deleted after a question. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { api, untilDone } from '../../net/api.js';
import { ladderOf, levelsOf } from '../../state/games.js';
import { pointsIn } from '../../state/my_games.js';
import { initialsOf } from '../../state/names.js';
import { botName, rulesName, t } from '../../texts/index.js';
import { games } from '../faces.js';
import { Radios, Select, Switch, Wrong, optionsOf } from '../shared/fields.js';
import { namesOf } from '../shared/names.js';
import { Picture, Who } from '../shared/parts.js';
import { whyOf } from '../shared/why.js';
import { dayOf, gameName } from './words.js';

/** @typedef {import('../../state/my_games.js').MyGame} MyGame */
/** @typedef {{ filter: Object<string, string>, change: (some: Object<string, string>) => void }} Filtering */

const AGAINST = ['bots', 'people', 'here'];
const RESULTS = ['won', 'shared', 'lost', 'none'];

/** @param {Filtering} props */
export function Filters({ filter, change }) {
  const known = [...new Set((games.value?.games ?? []).map(({ game }) => game))];
  const counts = [...new Set((games.value?.games ?? []).flatMap(({ players }) => players))].sort();
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) => change({ [name]: value });
  return html`<div class="filters">
    <${Radios} label=${t('me.game')} name="me-game" values=${['', ...known]} value=${filter.game ?? ''}
      text=${(/** @type {string} */ game) => (game ? gameName(game) : t('me.all'))} onChange=${set('game')} />
    <${Radios} label=${t('me.players')} name="me-players" values=${['', ...counts.map(String)]} value=${filter.players ?? ''}
      text=${(/** @type {string} */ count) => count || t('me.all')} onChange=${set('players')} />
    <${Choice} label=${t('me.against')} values=${AGAINST} prefix="me.against" value=${filter.against} act=${set('against')} />
    <${Select} label=${t('me.level')} value=${filter.level ?? ''} onChange=${set('level')}>
      ${optionsOf([['', t('me.all')], ...levels()])}<//>
    <${Choice} label=${t('me.result')} values=${RESULTS} prefix="me.result" value=${filter.result} act=${set('result')} />
    <${Switch} label=${t('me.hidden')} about="" on=${filter.hidden === 'yes'}
      onChange=${(/** @type {boolean} */ on) => change({ hidden: on ? 'yes' : '' })} /></div>`;
}

/** All levels, weakest first. @returns {[string, string][]} */
const levels = () => [...new Set((games.value?.games ?? []).flatMap((game) =>
  game.players.flatMap((count) => ladderOf(levelsOf(game, count)).map(({ name }) => name))))]
  .map((name) => [name, botName(name)]);

/** @param {{ label: string, values: string[], prefix: string, value?: string, act: (value: string) => void }} props */
const Choice = ({ label, values, prefix, value = '', act }) => html`<${Select} label=${label} value=${value} onChange=${act}>
  ${optionsOf([['', t('me.all')], ...values.map((each) => /** @type {[string, string]} */ ([each, t(`${prefix}.${each}`)]))])}<//>`;

/** @typedef {ReturnType<typeof useGames>} Found */

/** @param {{ list: Found }} props */
export function GameList({ list: { found, more, wrong, setWrong, loadMore, drop } }) {
  const [doomed, setDoomed] = useState(/** @type {MyGame | null} */ (null));
  const hide = async (/** @type {MyGame} */ game) => {
    await api.changeGame(game.table, { hidden: !game.hidden }).then(() => drop(game)).catch((error) => setWrong(whyOf(error)));
  };
  const remove = async (/** @type {MyGame} */ game) => {
    setDoomed(null);
    await api.deleteGame(game.table).then(() => drop(game)).catch((error) => setWrong(whyOf(error)));
  };
  return html`<${Wrong} text=${wrong} />
    ${found && !found.length ? html`<p class="none" role="status">${t('me.noGames')}</p>` : null}
    <ul class="my-games" aria-labelledby="me-list-title">${(found ?? []).map((game) => html`
      <${Line} key=${game.table} game=${game} hide=${() => hide(game)} remove=${() => setDoomed(game)} />`)}</ul>
    ${more ? html`<button type="button" class="textlink" onClick=${loadMore}>${t('tables.more')}</button>` : null}
    ${doomed ? html`<${Question} game=${doomed} act=${() => remove(doomed)} onClose=${() => setDoomed(null)} />` : null}`;
}

/** The games of a filter, page by page. `drop` takes one away; if the filter was changed while the server was told,
 * the list is loaded again. @param {string} query */
export function useGames(query) {
  const current = useRef(query);
  current.current = query;
  const [stale, setStale] = useState(0);
  const [{ found, more }, setPage] = useState({ found: /** @type {MyGame[] | null} */ (null), more: '' });
  const [wrong, setWrong] = useState('');
  const load = async (/** @type {MyGame[]} */ before, /** @type {string} */ from, /** @type {AbortSignal} */ signal) => {
    const page = await api.myGames(query, from);
    if (signal.aborted) return;
    setPage({ found: [...before, ...page.games], more: page.more ?? '' });
    setWrong('');
  };
  const tell = (/** @type {unknown} */ error) => setWrong(whyOf(error));
  useEffect(() => {
    const gone = new AbortController();
    untilDone(() => load([], '', gone.signal), tell, gone.signal);
    return () => gone.abort();
  }, [query, stale]);
  const loadMore = () => load(found ?? [], more, new AbortController().signal).catch(tell);
  const drop = (/** @type {MyGame} */ game) => {
    if (current.current !== query) setStale((count) => count + 1);
    else setPage((page) => ({ ...page, found: (page.found ?? []).filter((each) => each.table !== game.table) }));
  };
  return { found, more, wrong, setWrong, loadMore, drop };
}

/** @param {{ game: MyGame, hide: () => void, remove: () => void }} props */
function Line({ game, hide, remove }) {
  const names = namesOf(game.seats);
  const letters = initialsOf(names);
  const others = names.filter((_, seat) => seat !== game.seat).join(', ');
  const readable = game.outcome !== 'unreadable';
  return html`<li class="my-game ${game.outcome}"><span class="when">${dayOf(game.ended)}</span>
    <span class="what"><b>${rulesName(game.rules)}</b> <span class="shields">${names.map((name, seat) => html`
      <${Who} seat=${seat} name=${name} letter=${letters[seat]} />`)}</span>
      <span class="others">${others}${game.level ? html` <small>${botName(game.level)}</small>` : null}</span></span>
    <span class="outcome">${game.outcome === 'won' ? html`<${Picture} id="crown" />` : null}${t(`me.result.${game.outcome}`)}</span>
    <span class="points">${pointsIn(game).join(' : ')} <small>${t('me.inRounds', { count: game.rounds })}</small></span>
    <span class="rated"><${Rated} game=${game} /></span>
    ${readable ? html`<span class="ways"><${Judged} game=${game} /><a class="quiet small" href="/review/${game.table}">${t('over.review')}</a>
      <a class="quiet small" href="/replay/${game.table}">${t('replay')}</a></span>` : html`<span></span>`}
    <details class="more"><summary aria-label=${t('me.more', { names: others })}>⋯</summary>
      <div class="menu-box"><button type="button" class="quiet small" onClick=${hide}>${t(game.hidden ? 'me.show' : 'me.hide')}</button>
        ${game.against === 'people' ? null : html`
          <button type="button" class="quiet small" onClick=${remove}>${t('me.delete')}</button>`}</div></details></li>`;
}

/** What the review says: accuracy and turning points. @param {{ game: MyGame }} props */
const Judged = ({ game: { review } }) => (review
  ? html`<small class="judged">${review.accuracy === null ? '' : `${Math.round(review.accuracy)} %, `}${t('over.turning', { count: review.turning_points })}</small>` : null);

/** The rating after the game, or why it does not count. @param {{ game: MyGame }} props */
const Rated = ({ game: { rating, interval, help = [] } }) => (rating === undefined
  ? html`<small>${help.map((why) => t(`me.help.${why}`)).join(', ') || t('me.counted')}</small>`
  : html`${rating} <small>± ${interval}</small>`);

/** Nothing is deleted at one click. @param {{ game: MyGame, act: () => void, onClose: () => void }} props */
function Question({ game, act, onClose }) {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return html`<dialog ref=${dialog} class="menu" aria-labelledby="delete-title" onClose=${onClose}>
    <h2 id="delete-title">${t('me.delete.title')}</h2><p>${t('me.delete.about', { day: dayOf(game.ended) })}</p>
    <div class="starts"><button type="button" class="cta second" autofocus onClick=${() => dialog.current?.close()}>
        ${t('me.keep')}</button>
      <button type="button" class="cta" onClick=${act}>${t('me.delete.yes')}</button></div></dialog>`;
}
