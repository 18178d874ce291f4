/** A finished game with its review: what is known, what is shown, and news while it is being made. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { ask, pause } from '../../net/api.js';
import { SHORTEST, nextCards, turnAt, turnsOf, withJudged } from '../../state/after/review.js';
import { plyOf } from '../../state/after/replay.js';
import { t } from '../../texts/index.js';
import { ReplayTable } from '../after/replay_table.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/after/review.js').News} News */
/** @typedef {import('../../state/after/review.js').Judged} Judged */
/** @typedef {{ seat: number, move: string, table?: import('../../state/types.js').Table }} LineStep */

const STEP = 1100; // milliseconds of a step, when a line plays by itself
const OVER = ['finished', 'stopped', 'failed'];

export class ReviewTable extends ReplayTable {
  /** @param {string} id @param {string | null} seat whose eyes @param {number} ply */
  constructor(id, seat, ply) {
    super(id, seat ?? 'everybody', ply);
    this.asked = seat;
    this.eyes = signal(/** @type {number | null} */ (null)); // whose game it is; null: not chosen yet
    this.judged = signal(/** @type {Judged[]} */ ([]));
    this.state = signal(/** @type {News | null} */ (null));
    this.review = signal(/** @type {import('../../state/after/review.js').Review | null} */ (null));
    this.problem = signal('');
    this.line = signal(/** @type {LineStep[]} */ ([]));
    this.step = signal(-1); // of the line, on the table; -1: the position itself
    this.running = signal(false); // the line plays by itself
    this.lay = signal(/** @type {import('../../state/types.js').Table | null} */ (null)); // what lay there
    this.next = signal(/** @type {(import('../../state/types.js').CardId | null)[]} */ ([]));
    this.filter = signal('all');
    this.tab = signal('move');
    this.turns = computed(() => this.allTurns());
    this.at = computed(() => turnAt(this.turns.value, this.ply.value));
    this.turn = computed(() => this.turns.value[this.at.value]);
    this.tooShort = computed(() => this.turns.value.length < SHORTEST);
    this.gone = false;
    this.timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.everything = /** @type {[any, any] | null} */ (null); // the game without secrets, once somebody has asked
  }

  allTurns() {
    const replay = this.replay.value;
    if (!replay) return [];
    return withJudged(turnsOf(replay, this.state.value?.hints ?? []), this.judged.value);
  }

  /** Whose eyes: the asked seat, else the reader's own; a spectator chooses. */
  async open() {
    await this.load();
    if (this.wrong.value) return;
    const seats = this.room.value?.seats.length ?? 0;
    const own = this.seats.value[0];
    const wanted = this.asked !== null && Number(this.asked) < seats ? Number(this.asked) : own;
    if (wanted !== undefined) await this.choose_eyes(wanted);
    await this.follow();
  }

  /** @param {number} seat */
  async choose_eyes(seat) {
    await this.look(String(seat));
    this.eyes.value = seat;
  }

  // The review

  get address() {
    return `/api/tables/${this.id}/review`;
  }

  /** Begin it if nobody has, and read the news until it is over. */
  async follow() {
    await this.read(() => ask('GET', this.address));
    if (!this.tooShort.value && ['none', 'paused'].includes(this.state.value?.status ?? '')) await this.start();
    await this.keepReading();
  }

  async keepReading() {
    while (!this.gone && this.state.value?.status === 'running') {
      const since = this.state.value.told ?? 0;
      await this.read(() => ask('GET', `${this.address}?since=${since}`));
    }
  }

  /** @param {boolean} [again] */
  async start(again = false) {
    if (again) this.forget();
    await this.read(() => ask('POST', this.address, again ? { again } : {}));
  }

  /** Go on with one that was stopped, or make it anew. @param {boolean} [again] */
  async goOn(again = false) {
    await this.start(again);
    await this.keepReading();
  }

  async stop() {
    await this.read(() => ask('DELETE', this.address));
  }

  forget() {
    batch(() => {
      this.judged.value = [];
      this.review.value = null;
    });
  }

  /** @param {() => Promise<News>} request */
  async read(request) {
    try {
      this.take(await request());
    } catch (error) {
      this.problem.value = whyOf(error);
      await pause();
    }
  }

  /** @param {News} news */
  take(news) {
    batch(() => {
      this.problem.value = '';
      if (news.review) this.judged.value = news.review.turns;
      else if (news.turns?.length) this.judged.value = merged(this.judged.value, news.turns);
      this.review.value = news.review ?? null;
      this.state.value = news;
    });
  }

  get isOver() {
    return OVER.includes(this.state.value?.status ?? '');
  }

  // Going through the game: always to the beginning of a turn

  /** @param {number} at */
  goTurn(at) {
    const turns = this.turns.value;
    const turn = turns[Math.max(0, Math.min(turns.length - 1, at))];
    if (!turn) return;
    this.stopLine();
    batch(() => {
      this.hideLay();
      this.line.value = [];
      this.step.value = -1;
      this.ply.value = turn.first;
    });
  }

  // A line on the table

  /** @param {number} ply @param {string[]} moves */
  async showLine(ply, moves) {
    if (!moves.length) return;
    const query = `ply=${ply}&moves=${encodeURIComponent(moves.join(' '))}`;
    try {
      const { steps } = await ask('GET', `${this.address}/line?${query}`);
      if (this.turn.value?.judged?.decisions.some((each) => each.ply === ply)) this.line.value = steps;
    } catch (error) {
      this.explain(whyOf(error));
    }
  }

  /** The last step whose table is certain. */
  get lastStep() {
    return this.line.value.findLastIndex((step) => step.table);
  }

  /** @param {number} by */
  stepLine(by) {
    this.step.value = Math.max(-1, Math.min(this.lastStep, this.step.value + by));
  }

  /** Play the line step by step, from its beginning if it is at its end; or stop it. */
  playLine() {
    if (this.running.value) {
      this.stopLine();
      return;
    }
    if (this.step.value >= this.lastStep) this.step.value = -1;
    this.running.value = true;
    this.stepOn();
  }

  stepOn() {
    this.stepLine(1);
    this.timer = this.step.value < this.lastStep ? setTimeout(() => this.stepOn(), STEP) : undefined;
    this.running.value = this.timer !== undefined;
  }

  stopLine() {
    clearTimeout(this.timer);
    this.running.value = false;
  }

  /** The table that is shown: a step of a line, what lay there, or the position. */
  get shown() {
    const at = this.news.value?.table;
    if (this.step.value >= 0) return this.line.value[this.step.value]?.table ?? at;
    return this.lay.value ?? at;
  }

  // What lay there

  async toggleLay() {
    if (this.lay.value) {
      this.hideLay();
      return;
    }
    try {
      this.everything ??= await Promise.all([
        ask('GET', `/api/tables/${this.id}/replay?as=everybody`), ask('GET', `/api/tables/${this.id}/transcript`),
      ]);
      const [replay, { deal }] = this.everything;
      const { table } = replay.steps[this.ply.value];
      batch(() => {
        this.step.value = -1;
        this.lay.value = table;
        this.next.value = deal?.decks ? nextCards(deal.decks, table.decks) : [];
      });
    } catch (error) {
      this.explain(whyOf(error));
    }
  }

  hideLay() {
    this.lay.value = null;
    this.next.value = [];
  }

  onlyLook() {
    this.explain(t('review.onlyLook'));
  }

  close() {
    super.close();
    this.stopLine();
    this.gone = true;
  }
}

/** @param {Judged[]} known @param {Judged[]} more */
function merged(known, more) {
  const all = new Map([...known, ...more].map((turn) => [turn.number, turn]));
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** The reviewed game of an address: `/review/ID?as=0#12`. @param {string} id */
export function opened(id) {
  const seat = new URLSearchParams(location.search).get('as');
  return new ReviewTable(id, seat && /^\d$/.test(seat) ? seat : null, plyOf(location.hash));
}
