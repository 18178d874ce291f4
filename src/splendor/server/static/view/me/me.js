/** My games: ratings, results, and the list of all finished games; filters stand in the address. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { api, untilDone } from '../../net/api.js';
import { filterIn, queryOf, totalOf } from '../../state/my_games.js';
import { t } from '../../texts/index.js';
import { games, loadGames } from '../faces.js';
import { Footer, PageBar } from '../lobby/page_bar.js';
import { Wrong } from '../shared/fields.js';
import { useSheets } from '../shared/sheet.js';
import { whyOf } from '../shared/why.js';
import { saveAll } from './export.js';
import { HabitsBox } from './habits.js';
import { Filters, GameList, useGames } from './list.js';
import { Averages, Results, Summary } from './numbers.js';
import { Ratings } from './ratings.js';

/** @typedef {import('../../state/my_games.js').Statistics} Statistics */

export function MePage() {
  const [filter, setFilter] = useState(() => filterIn(location.search));
  const [wrong, setWrong] = useState('');
  const styled = useSheets('me');
  const numbers = useStatistics(filter, setWrong);
  const list = useGames(queryOf(filter));
  useEffect(() => {
    loadGames((error) => setWrong(whyOf(error)));
  }, []);
  const change = (/** @type {Object<string, string>} */ some) => {
    const next = { ...filter, ...some };
    history.replaceState(history.state, '', `/me${queryOf(next)}${location.hash}`);
    setFilter(next);
  };
  const known = games.value && styled;
  return html`<div class="my-page"><${PageBar} /><main class="my-main" tabindex="-1"><${Head} />
    <${Wrong} text=${wrong} />
    ${known && numbers ? null : html`<p role="status">${t('loading')}</p>`}
    ${known ? html`<${Content} numbers=${numbers} list=${list} filter=${filter} change=${change} />` : null}</main><${Footer} /></div>`;
}

/** The numbers for a filter, requested until the server answers.
 * @param {Object<string, string>} filter @param {(why: string) => void} tell @returns {Statistics | null} */
function useStatistics(filter, tell) {
  const [numbers, setNumbers] = useState(/** @type {Statistics | null} */ (null));
  const query = queryOf(filter, ['hidden']);
  useEffect(() => {
    const gone = new AbortController();
    const load = async () => {
      const found = await api.statistics(query);
      if (gone.signal.aborted) return;
      setNumbers(found);
      tell('');
    };
    untilDone(load, (error) => tell(whyOf(error)), gone.signal);
    return () => gone.abort();
  }, [query]);
  return numbers;
}

/** The title, and everything in one file. */
function Head() {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setSaid(await saveAll((count) => setSaid(t('me.saving', { count }))).catch(whyOf));
    setBusy(false);
  };
  return html`<header class="me-head"><h1>${t('me')}</h1>
    <nav class="me-parts" aria-label=${t('me.parts')}><a href="#me-ratings">${t('me.ratings')}</a>
      <a href="#me-results">${t('me.results')}</a><a href="#me-habits">${t('habits')}</a><a href="#me-games">${t('me.list')}</a></nav>
    <span class="save"><small role="status">${said}</small>
      <button type="button" class="quiet" disabled=${busy} onClick=${save}>${t('me.save')}</button></span></header>`;
}

/** The numbers and the list, which is made while the numbers are on their way, and shown with them.
 * @param {{ numbers: Statistics | null, list: import('./list.js').Found, filter: Object<string, string>,
 *   change: (some: Object<string, string>) => void }} props */
function Content({ numbers, list, filter, change }) {
  const any = !numbers || totalOf(numbers.games).games || numbers.ratings.length || queryOf(filter);
  const late = !numbers || numbers.recorded ? null : html`<p class="note" role="status">${t('me.recording')}</p>`;
  if (!any) return html`${late}<${Welcome} />`;
  return html`${late}<div class="me-grid" hidden=${!numbers}>
    ${numbers && html`<${Summary} numbers=${numbers} /><${Ratings} ratings=${numbers.ratings} />
      <${Results} tallies=${numbers.games} /><${Averages} periods=${numbers.periods} />
      <${HabitsBox} habits=${numbers.habits} filter=${filter} />`}
    <section class="box me-list" id="me-games" aria-labelledby="me-list-title"><h2 id="me-list-title">${t('me.list')}</h2>
      <${Filters} filter=${filter} change=${change} /><${GameList} list=${list} /></section></div>`;
}

/** Before the first game. */
const Welcome = () => html`<section class="box welcome"><h2>${t('me.none')}</h2><p>${t('me.none.about')}</p>
  <ul>${['rating', 'levels', 'keep'].map((each) => html`<li><b>${t(`me.promise.${each}`)}</b>
    <span>${t(`me.promise.${each}.about`)}</span></li>`)}</ul>
  <a class="cta" href="/">${t('me.play')}</a></section>`;

