/** A finished game in which somebody looks for better moves: a table at which nothing is played, only judged. */

import { batch, signal } from '../../vendor/preact.js';
import { api, ask } from '../../net/api.js';
import { newsAt } from '../../state/after/replay.js';
import { isFound, knownTrial, markOf, nextOpen, slipsOf, verdictOf } from '../../state/after/learning.js';
import { Catalogue } from '../../state/catalogue.js';
import * as staging from '../../state/staging.js';
import { loadGames } from '../faces.js';
import { comeBack, forget, found as foundAgain } from '../shared/comebacks.js';
import { whyOf } from '../shared/why.js';
import { LiveTable } from '../table/live.js';

/** @typedef {import('../../state/after/learning.js').Slip} Slip */
/** @typedef {import('../../state/after/learning.js').Trial} Trial */
/** @typedef {import('../../state/after/learning.js').Mark} Mark */
/** What is said now: a question, that a try is judged, its verdict, the answer, or that everything is done.
 * @typedef {'ask' | 'thinking' | 'good' | 'also' | 'notyet' | 'notquite' | 'shown' | 'failed' | 'done'} Saying */

const NO_EVENTS = 999_999_999; // beyond all events: the news come without them
const KEPT = 'splendor.learnt'; // and the table: what was found there
const PAUSE = 1000; // milliseconds between two questions how far the review is
const ENDED = ['finished', 'stopped', 'failed'];

export class Learning extends LiveTable {
  replay = signal(/** @type {import('../../state/after/replay.js').Replay | null} */ (null));
  room = signal(/** @type {import('../../state/types.js').Room | null} */ (null));
  slips = signal(/** @type {Slip[]} */ ([]));
  turns = signal(/** @type {import('../../state/after/learning.js').Turn[]} */ ([]));
  marks = signal(/** @type {Object<number, Mark>} */ ({}));
  at = signal(0); // the slip
  saying = signal(/** @type {Saying} */ ('ask'));
  trial = signal(/** @type {Trial | null} */ (null));
  tried = signal(/** @type {string[]} */ ([])); // the moves of the try
  clue = signal(/** @type {import('../table/live.js').Told['clue'] | null} */ (null));
  review = signal(/** @type {any} */ (null)); // how far it is
  wrong = signal('');
  seat = 0;
  tries = 0; // at this slip, before it is found
  closed = false;

  /** @param {string} id @param {number | null} seat whose slips; null: the reader's @param {number} ply the decision to
   * begin with, if it is a slip @param {import('./practise.js').Course | null} [course] a row of positions in which
   * this decision is one */
  constructor(id, seat, ply, course = null) {
    super(id, () => ({ send: (type, fields) => this.heed(type, fields), close: () => {} }));
    this.asked = seat;
    this.first = ply;
    this.course = course;
    this.status.value = 'open';
  }

  get slip() {
    return this.slips.value[this.at.value];
  }

  get address() {
    return `/api/tables/${this.id}`;
  }

  // Loading

  async load() {
    try {
      const news = await ask('GET', `${this.address}?since=${NO_EVENTS}`);
      this.seat = this.asked ?? news.you?.[0]?.seat ?? 0;
      const [replay, cards] = await Promise.all([api.replay(this.id, String(this.seat)), api.cards(this.id), loadGames()]);
      this.cards = Promise.resolve();
      batch(() => {
        this.catalogue.value = new Catalogue(cards);
        this.room.value = { ...news.room, status: 'playing', hints: true, clock: undefined };
        this.replay.value = replay;
        this.marks.value = learnt(this.id, this.seat);
      });
      await this.follow();
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** Read the review, and wait for it where it is being made. */
  async follow() {
    while (!this.closed) {
      const found = await ask('GET', `${this.address}/review`);
      this.review.value = found;
      if (found.review) return this.begin_with(found.review.turns);
      if (ENDED.includes(found.status) || found.status === 'none') return undefined;
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
    return undefined;
  }

  /** Let the game be reviewed. */
  async make() {
    try {
      this.review.value = await ask('POST', `${this.address}/review`, {});
      await this.follow();
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** @param {import('../../state/after/learning.js').Turn[]} turns */
  begin_with(turns) {
    this.turns.value = turns;
    const slips = slipsOf(turns, this.seat);
    this.slips.value = this.course ? slips.filter(({ ply }) => ply === this.first) : slips;
    const wanted = this.first || this.course ? this.slips.value.findIndex(({ ply }) => ply === this.first) : -1;
    const first = wanted < 0 ? nextOpen(this.slips.value, this.marks.value, -1) : wanted;
    if (this.course && !this.slips.value.length) this.course.drop();
    return this.slips.value.length ? this.go(Math.max(0, first)) : undefined;
  }

  // Going from slip to slip

  /** @param {number} index */
  async go(index) {
    const replay = /** @type {import('../../state/after/replay.js').Replay} */ (this.replay.value);
    const { ply } = this.slips.value[index];
    const { legal } = await ask('POST', `${this.address}/past-moves`, { ply });
    const news = newsAt(replay, ply, this.seat, /** @type {any} */ (this.room.value));
    batch(() => {
      this.at.value = index;
      this.tries = 0;
      this.reset('ask');
      this.receive({ ...news, events: [], you: [{ ...news.you?.[0], seat: this.seat, legal }] });
      this.clear();
    });
  }

  /** @param {Saying} saying */
  reset(saying) {
    this.saying.value = saying;
    this.trial.value = null;
    this.tried.value = [];
    this.clue.value = null;
  }

  next() {
    if (this.course) {
      if (!this.course.next()) this.reset('done');
      return;
    }
    const found = nextOpen(this.slips.value, this.marks.value, this.at.value);
    if (found < 0) this.reset('done');
    else this.go(found);
  }

  skip() {
    if (this.course) {
      this.course.skip();
      return;
    }
    const count = this.slips.value.length;
    if (count > 1) this.go((this.at.value + 1) % count);
  }

  /** Those that were shown, again. */
  rest() {
    this.mark(Object.fromEntries(Object.entries(this.marks.value).filter(([, mark]) => mark !== 'shown')));
    this.next();
  }

  /** Take a try back. */
  again() {
    this.reset('ask');
    this.clear();
  }

  // Judging

  /** What the table would ask a server. @param {string} type @param {any} [fields] */
  async heed(type, fields) {
    if (type !== 'try') return null;
    return ask('POST', `${this.address}/past-moves`, { ply: fields.state, moves: fields.moves });
  }

  /** Judge what is staged instead of playing it. */
  async confirm() {
    const draft = this.draft.value;
    if (this.pending.value) this.queued.value = true;
    if (this.pending.value || !staging.isComplete(draft) || this.busy.value || this.saying.value === 'done') return;
    const moves = staging.movesToSend(draft);
    const { ply } = this.slip;
    batch(() => {
      this.reset('thinking');
      this.tried.value = moves;
      this.busy.value = true;
    });
    const trial = knownTrial(this.slip, moves)
      ?? await ask('POST', `${this.address}/trials`, { ply, moves }).catch(() => null);
    this.busy.value = false;
    if (this.slip.ply === ply && this.saying.value === 'thinking') this.judge(trial);
  }

  /** @param {Trial | null} trial */
  judge(trial) {
    if (!trial) {
      this.saying.value = 'failed';
      return;
    }
    const verdict = verdictOf(trial, this.slip);
    this.trial.value = trial;
    this.saying.value = verdict;
    if (!isFound(verdict)) {
      this.tries += 1;
      return;
    }
    this.markSlip(markOf(verdict, this.tries));
    foundAgain(this.position);
  }

  /** Show the answer; it comes back in three days. */
  show() {
    this.clear();
    this.reset('shown');
    this.markSlip('shown');
    comeBack(this.position);
  }

  notAgain() {
    forget(this.position);
  }

  get position() {
    return { table: this.id, seat: this.seat, ply: this.slip.ply };
  }

  /** A nudge: where to look. */
  async hint() {
    if (this.saying.value !== 'ask') return;
    const { ply, best } = this.slip;
    const found = await ask('POST', `${this.address}/nudges`, { ply, moves: best.line.slice(0, 6) }).catch(() => null);
    if (this.slip.ply === ply) this.clue.value = found;
  }

  /** @param {Mark} mark */
  markSlip(mark) {
    this.mark({ ...this.marks.value, [this.slip.ply]: mark });
    this.course?.mark(mark);
  }

  /** @param {Object<number, Mark>} marks */
  mark(marks) {
    this.marks.value = marks;
    try {
      localStorage.setItem(`${KEPT}.${this.id}.${this.seat}`, JSON.stringify(marks));
    } catch {
      // without storage they are forgotten with the page
    }
  }

  close() {
    this.closed = true;
  }
}

/** What was found before. @param {string} id @param {number} seat @returns {Object<number, Mark>} */
export function learnt(id, seat) {
  try {
    const found = JSON.parse(localStorage.getItem(`${KEPT}.${id}.${seat}`) ?? '{}');
    return found && typeof found === 'object' ? found : {};
  } catch {
    return {};
  }
}
