/** The page "Practise": positions of one theme from one's own games, some at a time. What was shown comes back. */

import { html, signal, useEffect, useMemo } from '../../vendor/preact.js';
import { ask } from '../../net/api.js';
import { streamOf } from '../../state/after/practice.js';
import { filterIn, queryOf } from '../../state/my_games.js';
import { t } from '../../texts/index.js';
import { dayOf } from '../me/words.js';
import { comebacks } from '../shared/comebacks.js';
import { useTraining } from '../shared/training.js';
import { whyOf } from '../shared/why.js';
import { LearnTable } from './learn.js';
import { Learning, learnt } from './learning.js';

/** @typedef {import('../../state/after/practice.js').MySlip} MySlip */
/** @typedef {import('../../state/after/learning.js').Mark} Mark */

const AT_ONCE = 8; // positions in a row

/** Some positions in a row. */
export class Course {
  slips = signal(/** @type {MySlip[] | null} */ (null)); // of this row; null: not known yet
  marks = signal(/** @type {Object<number, Mark>} */ ({})); // by the place in the row
  at = signal(0);
  live = signal(/** @type {Learning | null} */ (null));
  next_day = signal(/** @type {number | null} */ (null)); // when the next one comes back
  wrong = signal('');
  all = /** @type {MySlip[]} */ ([]);

  /** @param {string} theme empty: all of them @param {string} query a filter of games */
  constructor(theme, query) {
    this.theme = theme;
    this.query = query;
  }

  get title() {
    return this.theme ? t(`habit.${this.theme}`) : t('practise.all');
  }

  async load() {
    try {
      const theme = this.theme ? `${this.query ? '&' : '?'}theme=${this.theme}` : '';
      this.all = await ask('GET', `/api/me/slips${this.query}${theme}`);
      this.begin();
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** The next positions. @param {boolean} [everything] also those that were found */
  begin(everything = false) {
    const isTried = (/** @type {MySlip} */ { table, seat, ply }) => Boolean(learnt(table, seat)[ply]);
    const { stream, next } = streamOf(this.all, comebacks(), isTried, Date.now());
    this.marks.value = {};
    this.next_day.value = next;
    this.slips.value = (everything ? this.all : stream).slice(0, AT_ONCE);
    if (this.slips.value.length) this.go(0);
    else this.close();
  }

  /** @param {number} index */
  go(index) {
    const { table, seat, ply } = /** @type {MySlip[]} */ (this.slips.value)[index];
    this.close();
    this.at.value = index;
    this.live.value = new Learning(table, seat, ply, this);
    this.live.value.load();
  }

  /** The next position without a mark. @returns {boolean} whether there is one */
  next() {
    const slips = this.slips.value ?? [];
    const order = slips.map((_, index) => (this.at.value + 1 + index) % slips.length);
    const found = order.find((index) => !this.marks.value[index]);
    if (found !== undefined) this.go(found);
    return found !== undefined;
  }

  skip() {
    const count = this.slips.value?.length ?? 0;
    if (count > 1) this.go((this.at.value + 1) % count);
  }

  /** The present position is no slip any more: its review was made anew. */
  drop() {
    const present = this.slips.value?.[this.at.value];
    this.all = this.all.filter((each) => each !== present);
    this.begin();
  }

  /** @param {Mark} mark */
  mark(mark) {
    this.marks.value = { ...this.marks.value, [this.at.value]: mark };
  }

  /** How many more there are now. */
  get left() {
    const isTried = (/** @type {MySlip} */ { table, seat, ply }) => Boolean(learnt(table, seat)[ply]);
    return streamOf(this.all, comebacks(), isTried, Date.now()).stream.length;
  }

  close() {
    this.live.value?.close();
    this.live.value = null;
  }
}

export function PractisePage() {
  const course = useMemo(() => {
    const theme = new URLSearchParams(location.search).get('theme') ?? '';
    return new Course(/^[a-z]+$/.test(theme) ? theme : '', queryOf(filterIn(location.search)));
  }, []);
  const ready = useTraining('learning');
  useEffect(() => {
    course.load();
    return () => course.close();
  }, [course]);
  const live = course.live.value;
  if (course.wrong.value) return html`<${Plain}><p role="alert">${course.wrong.value}</p><//>`;
  if (!ready || !course.slips.value) return html`<main class="page"><p role="status">${t('loading')}</p></main>`;
  return live ? html`<${LearnTable} key=${`${live.id} ${live.first}`} live=${live} />` : html`<${Nothing} course=${course} />`;
}

/** @param {{ children?: any }} props */
const Plain = ({ children }) => html`<main class="page" tabindex="-1"><h1>${t('practise')}</h1>${children}
  <p><a href="/me#me-habits">${t('practise.back')}</a> · <a href="/">${t('toLobby')}</a></p></main>`;

/** Nothing to be asked today. @param {{ course: Course }} props */
function Nothing({ course }) {
  const count = course.all.length;
  const day = course.next_day.value;
  if (!count) return html`<${Plain}><p role="status">${t('practise.none', { theme: course.title })}</p><//>`;
  return html`<${Plain}><h2>${course.title}</h2><p role="status">${t('practise.nothing', { count })}
      ${day ? ` ${t('practise.comesBack', { day: dayOf(day) })}` : ''}</p>
    <p><button type="button" class="cta" onClick=${() => course.begin(true)}>${t('practise.again')}</button></p><//>`;
}
