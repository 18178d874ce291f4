/** A puzzle that somebody solves: a table at which one turn is tried and judged. */

import { batch, signal } from '../../vendor/preact.js';
import { ask } from '../../net/api.js';
import { Catalogue } from '../../state/catalogue.js';
import { queryOf, streamOf, switched, todayOf } from '../../state/puzzles.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { loadGames } from '../faces.js';
import { whyOf } from '../shared/why.js';
import { LiveTable } from '../table/live.js';

/** @typedef {import('../../state/puzzles.js').Puzzle} Puzzle */
/** @typedef {import('../../state/puzzles.js').Progress} Progress */
/** @typedef {import('../../state/puzzles.js').Solution} Solution */
/** @typedef {import('../../state/puzzles.js').Tried} Tried */
/** What is said: the task, that a try is judged, its verdict, the solution, that none is left, or that today's is done.
 * @typedef {'ask' | 'thinking' | 'wrong' | 'solved' | 'shown' | 'failed' | 'none' | 'today'} Saying */
/** Where the puzzle is from. @typedef {'daily' | 'stream' | 'link'} Mode */

const KEPT = 'splendor.puzzles'; // the kinds of the stream
/** The fragment of an address that goes on with the stream. */
export const STREAM = '#stream';

export class Solving extends LiveTable {
  puzzle = signal(/** @type {Puzzle | null} */ (null));
  mode = signal(/** @type {Mode} */ ('daily'));
  saying = signal(/** @type {Saying} */ ('ask'));
  tried = signal(/** @type {string[]} */ ([])); // the moves of the try
  trial = signal(/** @type {Tried | null} */ (null));
  solution = signal(/** @type {Solution | null} */ (null));
  clue = signal(/** @type {import('../table/live.js').Told['clue'] | null} */ (null));
  progress = signal(/** @type {Progress | null} */ (null));
  change = signal(0); // of the rating, by this puzzle
  step = signal(-1); // of the solution's line, on the table; -1: the puzzle itself
  stream = signal(streamOf(kept()));
  wrong = signal('');
  shownCount = 0;
  /** The cards of each rule set. @type {Map<string, Catalogue>} */
  known = new Map();

  /** @param {string} id of one puzzle, or empty */
  constructor(id) {
    super('puzzle', () => ({ send: (type, fields) => this.heed(type, fields), close: () => {} }));
    this.wanted = id;
    this.cards = Promise.resolve(); // they are loaded with the puzzle
    this.status.value = 'open';
  }

  // Loading

  start() {
    return this.open(this.wanted ? 'link' : location.hash === STREAM ? 'stream' : 'daily');
  }

  /** @param {Mode} mode */
  async open(mode) {
    const skip = mode === 'stream' ? this.puzzle.value?.id ?? '' : '';
    try {
      const found = mode === 'stream' ? await this.askNext(skip)
        : await ask('GET', `/api/puzzles/${mode === 'link' ? this.wanted : 'daily'}`);
      this.mode.value = mode;
      if (mode !== 'link') history.replaceState(history.state, '', `/puzzles${mode === 'stream' ? STREAM : ''}`);
      if (found) await this.lay(found);
      if (mode === 'daily' && todayOf(found?.progress)) this.reset('today');
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** The next of the stream; where there is none, that is said. @param {string} skip @returns {Promise<Puzzle | null>} */
  async askNext(skip) {
    const { puzzle, progress } = await ask('GET', `/api/puzzles/next${queryOf(this.stream.value, skip)}`);
    this.progress.value = progress;
    if (puzzle) return puzzle;
    const present = this.puzzle.value;
    if (!present) await this.lay(await ask('GET', '/api/puzzles/daily')); // a table is needed to say it at
    this.reset('none');
    return null;
  }

  /** @param {Puzzle} puzzle */
  async lay(puzzle) {
    const [cards] = await Promise.all([this.cardsOf(puzzle.rules), loadGames()]);
    batch(() => {
      this.puzzle.value = puzzle;
      this.progress.value = puzzle.progress;
      this.change.value = 0;
      this.catalogue.value = cards;
      this.reset('ask');
      this.receive(this.newsOf(puzzle));
      this.clear();
    });
  }

  /** @param {string} rules */
  async cardsOf(rules) {
    const cards = this.known.get(rules) ?? new Catalogue(await ask('GET', `/api/rules/${rules}/cards`));
    this.known.set(rules, cards);
    return cards;
  }

  /** The puzzle as news of a table. @param {Puzzle} puzzle @param {import('../../state/types.js').Table} [table]
   * @returns {import('../../state/types.js').News} */
  newsOf({ rules, options, players, you, ...puzzle }, table = puzzle.table) {
    const state = ++this.shownCount;
    const seats = Array.from({ length: players }, (_, seat) => ({ kind: 'person', name: nameOf(seat, you.seat, players), present: true }));
    const room = { status: 'playing', rules, options, seats, fairness: { commitment: '' }, hints: true };
    const own = table === puzzle.table ? you : { seat: you.seat, hand: table.places[you.seat].hand, legal: [] };
    return { type: 'news', seq: state, state, room, table, you: [own], events: [] };
  }

  /** @param {Saying} saying */
  reset(saying) {
    this.saying.value = saying;
    this.tried.value = [];
    this.trial.value = null;
    this.solution.value = null;
    this.clue.value = null;
    this.step.value = -1;
  }

  // Solving

  /** What the table would ask a server. @param {string} type @param {any} [fields] */
  async heed(type, fields) {
    return type === 'try' ? this.post('moves', { moves: fields.moves }) : null;
  }

  /** @param {string} what @param {any} [body] */
  post(what, body) {
    return ask('POST', `/api/puzzles/${this.puzzle.value?.id}/${what}`, body);
  }

  get isOver() {
    return ['solved', 'shown', 'none', 'today'].includes(this.saying.value);
  }

  /** Judge what is staged instead of playing it. */
  async confirm() {
    const draft = this.draft.value;
    if (this.pending.value) this.queued.value = true;
    if (this.pending.value || !staging.isComplete(draft) || this.busy.value || this.isOver) return;
    const moves = staging.movesToSend(draft);
    const puzzle = this.puzzle.value;
    batch(() => {
      this.reset('thinking');
      this.tried.value = moves;
      this.busy.value = true;
    });
    const told = await this.post('tries', { moves }).catch(() => null);
    this.busy.value = false;
    if (this.puzzle.value !== puzzle || this.saying.value !== 'thinking') return;
    if (told) this.judge(told);
    else this.saying.value = 'failed';
  }

  /** @param {Tried} told */
  judge(told) {
    batch(() => {
      this.trial.value = told;
      this.count(told);
      this.solution.value = told.solution ?? null;
      this.saying.value = told.right ? 'solved' : 'wrong';
      if (told.right) this.clear();
    });
  }

  /** @param {{ progress: Progress, counted?: boolean, change?: number }} told */
  count({ progress, counted, change = 0 }) {
    this.progress.value = progress;
    if (counted) this.change.value = change;
  }

  /** Show the solution. */
  async show() {
    const puzzle = this.puzzle.value;
    if (this.isOver || this.saying.value === 'thinking') return;
    try {
      const told = await this.post('solution');
      if (this.puzzle.value !== puzzle) return;
      batch(() => {
        this.clear();
        this.reset('shown');
        this.count(told);
        this.solution.value = told.solution;
      });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** A nudge: where to look. */
  async hint() {
    const puzzle = this.puzzle.value;
    if (this.saying.value !== 'ask' || this.clue.value) return;
    const clue = await this.post('nudge').catch(() => null);
    if (this.puzzle.value === puzzle && this.saying.value === 'ask') this.clue.value = clue;
  }

  /** Take a wrong try back. */
  again() {
    this.reset('ask');
    this.clear();
  }

  next() {
    return this.open('stream');
  }

  /** Show the table after a move of the solution, or the puzzle itself. @param {number} index */
  look(index) {
    const puzzle = this.puzzle.value;
    const table = index < 0 ? puzzle?.table : this.solution.value?.line[index]?.table;
    if (!puzzle || !table) return;
    batch(() => {
      this.step.value = index;
      this.receive(this.newsOf(puzzle, table));
      this.clear();
    });
  }

  // The stream

  /** @param {string} kind @param {string[]} all */
  chooseKind(kind, all) {
    return this.use(switched(this.stream.value, kind, all));
  }

  /** @param {string} game */
  chooseGame(game) {
    return this.use({ game, kinds: [] });
  }

  /** @param {import('../../state/puzzles.js').Stream} stream */
  use(stream) {
    this.stream.value = stream;
    try {
      localStorage.setItem(KEPT, JSON.stringify(stream));
    } catch {
      // without storage they are forgotten with the page
    }
    if (this.mode.value !== 'stream' || !['ask', 'none'].includes(this.saying.value)) return undefined;
    this.puzzle.value = null; // nothing to skip: it may come again
    return this.open('stream');
  }
}

function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** Nobody has a name in a puzzle. @param {number} seat @param {number} own @param {number} players */
function nameOf(seat, own, players) {
  if (seat === own) return t('you');
  return players === 2 ? t('puzzle.opponent') : t('puzzle.opponents', { number: (seat - own + players) % players });
}
