/** The analysis board: a tree of positions, what the computer thinks of them, and the table that shows one of them. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { api, ask } from '../../net/api.js';
import { Catalogue } from '../../state/catalogue.js';
import { parseMove } from '../../state/moves.js';
import { touched, touchedBy, turnsOf } from '../../state/after/review.js';
import { besideOf, childrenOf, matching, newTree, nextOf, pickedAfter, sameTry, withChild, withNode } from '../../state/analysis/tree.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { games, loadGames } from '../faces.js';
import { sayBriefly, whyOf } from '../shared/why.js';
import { Engine } from './engine.js';
import { Setup } from './setting_up.js';

/** @typedef {import('../../state/analysis/tree.js').Node} Node */
/** @typedef {import('../../state/analysis/tree.js').Board} Board */
/** @typedef {import('../../state/types.js').Table} Table */

const NO_EVENTS = 999_999_999; // beyond all events: the news come without them
const SHADES = 4;

/** A seed that was not used before. */
export const newSeed = () => crypto.randomUUID().slice(0, 8);

export class AnalysisBoard {
  past = true;
  receivedAt = 0;
  tree = signal(/** @type {import('../../state/analysis/tree.js').Tree} */ ([]));
  at = signal(0);
  catalogue = signal(/** @type {Catalogue | null} */ (null));
  room = signal(/** @type {import('../../state/types.js').Room | null} */ (null));
  seats = signal(/** @type {number[]} */ ([]));
  wrong = signal('');
  open = signal(false); // everything is shown, also what nobody knew
  picked = signal(/** @type {string[]} */ ([]));
  pointed = signal(''); // a move that somebody points at
  busy = signal(false);
  judged = signal(/** @type {Map<number, import('../../state/after/review.js').Judged>} */ (new Map())); // by ply, from a review
  tab = signal('best');
  refused = signal(/** @type {import('../shared/why.js').Said | null} */ (null));
  draft = signal(staging.nothing(0, []));
  lens = signal(/** @type {number | null} */ (null));
  before = signal(null);
  events = signal([]);
  isMyTurn = signal(false);
  isAhead = signal(false);
  pending = signal(false);
  queued = signal(false);
  status = signal('open');
  step = signal(-1);

  /** @param {string} id of a finished table, or empty */
  constructor(id) {
    this.id = id;
    this.gone = false;
    this.node = computed(() => /** @type {Node} */ (this.tree.value[this.at.value]));
    this.setup = new Setup(this);
    this.board = computed(() => this.setup.shown.value ?? this.node.value?.board ?? null);
    this.news = computed(() => this.newsNow());
    this.me = computed(() => this.seats.value[0] ?? 0);
    this.turn = computed(() => ({ seat: this.board.value?.table.active ?? 0, judged: null }));
    this.lay = computed(() => (this.open.value ? this.board.value?.whole ?? null : null));
    this.next = computed(() => (this.open.value ? this.board.value?.next ?? [] : []));
    this.legal = computed(() => (this.board.value?.you.legal ?? []).map((text) => ({ text, move: parseMove(text) })));
    this.matches = computed(() => matching(this.legal.value, this.picked.value));
    this.engine = new Engine(this);
    this.marks = computed(() => this.marksNow());
  }

  // Opening

  /** @param {string} address the fragment: a ply, or the text of a position */
  async start(address) {
    try {
      await loadGames();
      if (this.id) await this.openTable(Number(address) || 0);
      else await this.openText(address);
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** @param {number} ply */
  async openTable(ply) {
    const path = `/api/tables/${this.id}`;
    const [news, replay, cards] = await Promise.all([ask('GET', `${path}?since=${NO_EVENTS}`), api.replay(this.id, 'everybody'), api.cards(this.id)]);
    const turns = turnsOf(replay, []);
    let tree = newTree({ ply: 0, table: replay.steps[0].table });
    for (const turn of turns) {
      const moves = replay.steps.slice(turn.first + 1, turn.end + 1).map((/** @type {any} */ step) => step.move);
      tree = withChild(tree, tree.length - 1, { ply: turn.end, seat: turn.seat, moves, table: replay.steps[turn.end].table });
    }
    const found = tree.findLast((node) => node.ply <= ply) ?? tree[0];
    const board = await ask('POST', '/api/analysis/decision', { table: this.id, ply: found.ply });
    batch(() => {
      this.seats.value = (news.you ?? []).map((/** @type {any} */ you) => you.seat);
      this.room.value = { ...news.room, status: 'playing', clock: undefined, seats: news.room.seats.map((/** @type {any} */ seat) => ({ ...seat, present: true })) };
      this.catalogue.value = new Catalogue(cards);
      this.tree.value = withNode(tree, found.id, { board });
      this.at.value = found.id;
    });
    this.readReview();
  }

  /** The chances along the game, where it was reviewed. */
  async readReview() {
    const found = await ask('GET', `/api/tables/${this.id}/review`).catch(() => null);
    const turns = found?.review?.turns ?? found?.turns ?? [];
    this.judged.value = new Map(turns.map((/** @type {import('../../state/after/review.js').Judged} */ turn) =>
      [turn.decisions[turn.decisions.length - 1].ply + 1, turn]));
  }

  /** A position of its own: a text, or the beginning of a game. @param {string} text */
  async openText(text) {
    const board = text ? await ask('POST', '/api/analysis/position', { text, seed: newSeed() })
      : await ask('POST', '/api/analysis/deal', { rules: games.value?.games[0].rules, seed: newSeed() });
    await this.begin(board);
  }

  /** Begin a new tree with a position. @param {Board} board */
  async begin(board) {
    const cards = await this.cardsOf(board);
    batch(() => {
      this.forgetGame(board);
      this.setup.table.value = null; // of the former game
      this.engine.forgetAll();
      this.catalogue.value = cards;
      this.tree.value = newTree({ board, own: true });
      this.at.value = 0;
      this.clear();
    });
  }

  /** @param {Board} board @returns {Promise<Catalogue>} */
  async cardsOf({ rules }) {
    return new Catalogue(await ask('GET', `/api/rules/${rules}/cards`));
  }

  /** The room of a position that belongs to no table. @param {Board} board */
  forgetGame({ rules, options, players }) {
    const seats = Array.from({ length: players }, (_, seat) => ({ kind: 'person', name: t(`analysis.seat.${seat % SHADES}`), present: true }));
    this.id = '';
    this.judged.value = new Map();
    this.seats.value = [];
    this.room.value = { status: 'playing', rules, options, seats, fairness: { commitment: '' } };
  }

  // What is shown

  newsNow() {
    const board = this.board.value;
    const room = this.room.value;
    if (!board || !room) return null;
    return { type: /** @type {const} */ ('news'), seq: 0, state: 0, room, table: board.table, you: [{ seat: board.you.seat, hand: board.you.hand, legal: [] }] };
  }

  /** @returns {Table | undefined} */
  get shown() {
    return this.lay.value ?? this.board.value?.table;
  }

  marksNow() {
    const { thought } = this.engine;
    const setup = this.setup.active.value;
    const follows = this.tree.value.find(({ parent, own }) => parent === this.at.value && !own);
    const best = this.pointed.value || (this.engine.on.value ? thought.value?.moves[0]?.move : '') || '';
    const played = setup || !follows ? [] : follows.moves.map(parseMove);
    return {
      played: touched(played), best: touched(setup || !best ? [] : [parseMove(best)]),
      picked: new Set(setup ? [markOf(this.setup.place.value, String(this.board.value?.table.active))] : this.picked.value),
    };
  }

  /** What a button over a thing is called; empty where there is none. @param {string} what */
  pickLabel(what) {
    if (!what) return '';
    if (this.setup.active.value) return this.setup.labelOf(what);
    if (/^(card [123]|deck|seat|hand)/.test(what)) return ''; // these are buttons already, or nothing is done with them
    const can = this.legal.value.some(({ move }) => touchedBy(move).includes(what));
    return can ? t('analysis.pick', { what: nameOfThing(what) }) : '';
  }

  // Moving in the tree

  /** @param {Node | null | undefined} node */
  async go(node) {
    if (!node || this.setup.active.value) return;
    const wanted = ++this.wanted;
    try {
      const board = node.board ?? await ask('POST', '/api/analysis/decision', { table: this.id, ply: node.ply });
      if (wanted !== this.wanted) return; // somebody went on since
      batch(() => {
        this.tree.value = withNode(this.tree.value, node.id, { board });
        this.at.value = node.id;
        this.clear();
      });
    } catch (error) {
      this.explain(whyOf(error));
    }
  }

  wanted = 0;

  forward() {
    return this.go(nextOf(this.tree.value, this.at.value));
  }

  back() {
    const { parent } = this.node.value;
    return this.go(parent === null ? null : this.tree.value[parent]);
  }

  /** @param {number} by */
  beside(by) {
    return this.go(besideOf(this.tree.value, this.at.value, by));
  }

  /** Where the present try leaves the game; the beginning where there is none. */
  backToGame() {
    let node = this.node.value;
    while (node.own && node.parent !== null) node = this.tree.value[node.parent];
    return this.go(node);
  }

  /** @param {number} to -1: the beginning; 1: the end of the line */
  toEnd(to) {
    if (to < 0) return this.go(this.tree.value[0]);
    let node = this.node.value;
    for (let next = nextOf(this.tree.value, node.id); next; next = nextOf(this.tree.value, node.id)) node = next;
    return this.go(node);
  }

  // Playing

  /** @param {string} what a thing on the table */
  pick(what) {
    if (this.setup.active.value) {
      this.setup.choose(what);
      return;
    }
    const before = this.picked.value;
    this.picked.value = pickedAfter(this.legal.value, before, what);
    if (!this.picked.value.length && !before.includes(what)) this.explain(t('analysis.noMove'));
  }

  clear() {
    this.picked.value = [];
    this.pointed.value = '';
  }

  /** Try a move; one that was tried already is shown again. @param {string} move */
  async tryMove(move) {
    const node = this.node.value;
    if (!node.board || this.busy.value || this.setup.active.value) return;
    const known = this.followerBy(move);
    if (known) {
      await this.go(known);
      return;
    }
    await this.request(node, { moves: [move], seed: newSeed() });
  }

  /** The position after a move, if it is in the tree. @param {string} move */
  followerBy(move) {
    const own = sameTry(this.tree.value, this.at.value, [move]);
    return own ?? childrenOf(this.tree.value, this.at.value).find((node) => !node.own && node.moves.length === 1 && node.moves[0] === move) ?? null;
  }

  /** @param {Node} node @param {Object<string, any>} turn */
  async request(node, turn) {
    this.busy.value = true;
    try {
      const played = await ask('POST', '/api/analysis/turns', { position: node.board?.position, anew: !node.own, ...turn });
      this.add(node, played);
    } catch (error) {
      this.explain(whyOf(error));
    }
    this.busy.value = false;
  }

  /** @param {Node} parent @param {{ seat: number, moves: string[], board: Board, drawn?: import('../../state/analysis/tree.js').Drawn[] }} played */
  add(parent, { seat, moves, board, drawn = [] }) {
    const tree = withChild(this.tree.value, parent.id, { own: true, seat, moves, board, drawn, ply: parent.ply + moves.length });
    if (tree === this.tree.value) {
      this.explain(t('analysis.full'));
      return;
    }
    batch(() => {
      this.tree.value = tree;
      this.at.value = tree.length - 1;
      this.clear();
    });
  }

  /** The cards that came with the present position, and might be others. */
  get drawn() {
    const { own, drawn } = this.node.value ?? {};
    return own ? drawn : [];
  }

  /** Deal again what came with the last move, or choose it. A position that goes on already stays as it is, beside the new one.
   * @param {{ cards?: import('../../state/types.js').CardId[], tokens?: string }} [chosen] */
  async dealAgain(chosen) {
    const { parent, moves, id } = this.node.value;
    if (!this.drawn.length || parent === null || this.busy.value) return;
    const draws = chosen ? [{ move: this.drawn[0].move, ...chosen }] : [];
    const before = this.tree.value[parent];
    const turn = { position: before.board?.position, anew: !before.own, moves, seed: newSeed(), draws };
    this.busy.value = true;
    try {
      const played = await ask('POST', '/api/analysis/turns', turn);
      if (childrenOf(this.tree.value, id).length) this.add(before, played);
      else this.replace(id, played);
    } catch (error) {
      this.explain(whyOf(error));
    }
    this.busy.value = false;
  }

  /** @param {number} id @param {{ board: Board, drawn?: import('../../state/analysis/tree.js').Drawn[] }} played */
  replace(id, { board, drawn = [] }) {
    batch(() => {
      this.engine.forget(id);
      this.tree.value = withNode(this.tree.value, id, { board, drawn });
      this.clear();
    });
  }

  // Playing on

  /** Whether this is a position of the finished game, and no try. */
  get isOfGame() {
    return Boolean(this.id) && !this.node.value.own;
  }

  /** What is asked for to go on from here at a table: of a game with its decks, otherwise with those dealt anew.
   * @param {number} seat mine @param {string} level of the others */
  requestFor(seat, level) {
    const { ply, board } = this.node.value;
    const seats = (this.room.value?.seats ?? []).map((_, index) => (index === seat ? { who: 'me' } : { who: 'bot', level }));
    return this.isOfGame ? { seats, fork: { table: this.id, ply } } : { seats, position: board?.view };
  }

  // The rest of a table

  /** @param {string} why */
  explain(why) {
    sayBriefly(this.refused, why);
  }

  onlyLook() {}

  play() {}

  stage() {}

  choose() {}

  confirm() {}

  takeBack() {}

  why() {}

  close() {
    this.gone = true;
    this.engine.stop();
  }
}

/** How the table names a place that is set up: hands of the one who moves are named as in moves. @param {string} place
 * @param {string} active */
function markOf(place, active) {
  const [kind, seat, slot] = place.split(' ');
  return kind === 'hand' && seat === active ? `card h${Number(slot) + 1}` : place;
}

/** @param {string} what such as `pile W`, `space c3`, `card h1`, `noble 0` */
export function nameOfThing(what) {
  const [kind, which] = what.split(' ');
  if (kind === 'pile') return t(`gem.${which}`);
  if (kind === 'noble') return t('analysis.thing.noble', { number: Number(which) + 1 });
  if (kind === 'card' && which[0] === 'h') return t('analysis.thing.hand', { number: which[1] });
  return t(`analysis.thing.${kind}`, { which });
}
