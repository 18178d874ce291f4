/** A table that is being played: the latest news, the staged draft, and the commands. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { Refused, api, untilDone } from '../../net/api.js';
import { TableSocket } from '../../net/socket.js';
import { Catalogue } from '../../state/catalogue.js';
import { unseenReserve } from '../../state/peek.js';
import { withMore } from '../../state/log_lines.js';
import { isStillThere } from '../../state/premove.js';
import { withSign } from '../../state/signs.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import * as witness from '../after/witness.js';
import { drawingOf, loadGames } from '../faces.js';
import { recall, reloadFor, remember } from '../shared/loading.js';
import { isAlone } from '../shared/names.js';
import { prefs } from '../shared/prefs.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/types.js').News} News */
/** @typedef {import('../../state/types.js').LogEvent} LogEvent */
/** @typedef {import('../../state/staging.js').Draft} Draft */
/** @typedef {{ code: string, values?: Object<string, any> }} Reason */
/** A step of the coach (docs/wire.md): one that is on its way, that could not be had, or its answer.
 * @typedef {{ step: number, state: number, thinking?: boolean, failed?: string,
 *   clue?: { code: string, things: string[], why?: Reason, values?: Object<string, any> },
 *   candidates?: { move: string, value: number, error: number, proven?: boolean }[], even?: boolean,
 *   reasons?: Reason[] }} Told */
/** A question before these moves: the chances with the best ones and after these.
 * @typedef {{ moves: string[], chance: number, after: number, against?: Reason[] }} Doubt */

const STAGED = 'splendor.staged.'; // and the table: what was staged when the page reloaded
const LAST_STEP = 3; // of the coach
const PATIENCE = 1000; // milliseconds to wait for the coach before a move is sent
const MOST_SAID = 1000; // chat messages that are kept; moves are kept for ever

export class LiveTable {
  past = false;

  // What the server has sent

  /** @type {import('../../vendor/preact.js').Signal<News | null>} */
  news = signal(null);
  before = signal(/** @type {News | null} */ (null)); // the news before, for what moves on the screen
  events = signal(/** @type {LogEvent[]} */ ([]));
  catalogue = signal(/** @type {Catalogue | null} */ (null));
  cards = /** @type {Promise<void> | null} */ (null); // on their way, or here
  receivedAt = 0; // when the last news arrived, for the clocks
  status = signal('connecting');
  /** How far the bots are, while they are not ready. */
  preparing = signal(/** @type {import('../../state/types.js').Preparing | null} */ (null));
  /** Emotes of the last moments. */
  signs = signal(/** @type {import('../../state/signs.js').Sign[]} */ ([]));
  signsSeen = 0;
  seats = computed(() => (this.news.value?.you ?? []).map((you) => you.seat));
  me = computed(() => this.ownSeat());
  isMyTurn = computed(() => this.yours()?.legal !== undefined);
  /** Whether somebody else moves, and what is staged now can be played at my turn. */
  isAhead = computed(() => this.mayPlan());

  // What happens on this page

  draft = signal(staging.nothing(0, []));
  probes = 0; // the number of `try` requests, to recognise outdated answers
  pending = signal(false); // the server has yet to say what the draft leads to
  queued = signal(false); // the draft was confirmed before that answer, or before my turn
  busy = signal(false); // a confirm is on its way
  sent = /** @type {Draft | null} */ (null); // what was confirmed, until the news come that it is played
  isNext = signal(false); // while it is on its way, the turn after it is being staged
  refused = signal(/** @type {import('../shared/why.js').Said | null} */ (null));
  advice = signal(/** @type {Told | null} */ (null)); // what the coach shows
  told = /** @type {Told | null} */ (null); // its last step, which may be closed
  doubt = signal(/** @type {Doubt | null} */ (null)); // the coach asks whether to play what is staged
  doubted = ''; // what it has asked about: once for a position
  lens = signal(/** @type {number | null} */ (null)); // the seat for which prices are shown
  looking = signal(/** @type {number | null} */ (null)); // several people at one screen: whose hand is shown
  /** Several people at one screen: a card reserved unseen, which its owner looks at before the screen is passed on. */
  peeked = signal(/** @type {ReturnType<typeof unseenReserve>} */ (null));

  /** @type {(news: News) => (() => void) | null} what moves on the screen when news come */
  animate = () => null;

  /** `connect` makes the connection, with these listeners. @param {string} id
   * @param {(listeners: ConstructorParameters<typeof TableSocket>[1]) => Pick<TableSocket, 'send' | 'close'>} [connect] */
  constructor(id, connect = (listeners) => new TableSocket(id, listeners)) {
    this.id = id;
    this.socket = connect({
      news: (news) => this.receive(news),
      status: (status) => {
        this.status.value = status;
      },
      preparing: (preparing) => {
        this.preparing.value = preparing;
      },
      emoted: ({ seat, what }) => {
        this.signs.value = withSign(this.signs.value, { number: ++this.signsSeen, seat, what });
      },
      outdated: (protocol) => this.reload(protocol),
    });
  }

  /** The server speaks another version: load the page that does, and keep what is staged. A page that has seen no news
   * keeps what the page before it has saved. @param {number} protocol */
  reload(protocol) {
    if (this.news.value) remember(STAGED + this.id, staging.saved(this.draft.value));
    return reloadFor(protocol);
  }

  /** My seat: the one to decide, if it is mine, else my first one. */
  ownSeat() {
    const news = this.news.value;
    const seats = this.seats.value;
    const active = news?.table?.active;
    if (active !== undefined && seats.includes(active)) return active;
    return this.looking.value ?? seats[0] ?? null;
  }

  /** The private part of the news for my seat that decides. */
  yours() {
    return (this.news.value?.you ?? []).find((you) => you.legal?.length);
  }

  /** @param {News} news */
  receive(news) {
    this.receivedAt = performance.now();
    witness.saw(this.id, news.room);
    const isLate = this.news.value?.more || news.more; // the log is long, and comes in parts
    const show = isLate ? null : this.animate(news); // measures the screen before the change
    const isFirst = this.news.value === null;
    const before = String(this.yours()?.legal);
    const plan = this.planned();
    batch(() => {
      this.peeked.value = unseenReserve(this.news.value, news) ?? this.peeked.value;
      this.before.value = this.news.value;
      this.news.value = news;
      this.events.value = remembered(withMore(this.events.value, news.events ?? []));
      if (news.state !== this.draft.value.state || String(this.yours()?.legal) !== before) {
        this.sent = null;
        this.isNext.value = false;
        this.clear();
        this.advice.value = null;
        this.doubt.value = null;
        if (plan) this.carry(plan);
      }
    });
    if (show) requestAnimationFrame(show);
    if (isFirst) this.restoreStaged();
    this.cards ??= this.loadCards();
  }

  async loadCards() {
    const [cards] = await Promise.all([untilDone(() => api.cards(this.id)), loadGames()]);
    this.catalogue.value = new Catalogue(cards);
  }

  clear() {
    this.probes += 1; // outdates answers to former drafts
    this.pending.value = false;
    this.queued.value = false;
    this.begin();
  }

  /** Stage nothing yet. */
  begin() {
    const legal = this.isAhead.value ? this.legalAhead() : this.yours()?.legal ?? [];
    this.draft.value = staging.nothing(this.news.value?.state ?? 0, legal);
  }

  /** Stage again what was staged before the page reloaded. */
  restoreStaged() {
    const { state, legal } = this.draft.value;
    const draft = staging.restored(recall(STAGED + this.id), state, legal);
    remember(STAGED + this.id, '');
    if (draft && legal.length) this.stage(draft);
  }

  // Staging: a change is shown at once; the server then answers what it leads to

  /** @param {Draft} draft */
  stage(draft) {
    this.queued.value = false;
    return this.probe(draft);
  }

  /** Stage and confirm in one step: as soon as the server has said that the draft is complete. @param {Draft} draft */
  play(draft) {
    const staged = this.stage(draft);
    this.confirm();
    return staged;
  }

  /** Show a draft, and ask the server what it leads to. @param {Draft} draft */
  async probe(draft) {
    this.draft.value = draft;
    const moves = staging.movesToSend(draft);
    const probe = ++this.probes;
    this.pending.value = moves.length > 0 && this.isMyTurn.value && !this.isAhead.value;
    if (!this.pending.value) return;
    try {
      const { legal = [], ends = false, shows = false } = await this.socket.send('try', { state: draft.state, moves });
      if (probe !== this.probes) return; // the draft has changed since
      this.pending.value = false;
      const after = { legal, ends, shows };
      const whole = !draft.letters && !draft.spaces.length && !draft.returns.length;
      this.draft.value = { ...draft, after, next: whole ? legal : draft.next };
      this.goOn();
      this.playQueued();
    } catch (error) {
      if (probe !== this.probes) return;
      this.pending.value = false;
      this.queued.value = false;
      this.refuse(error);
    }
  }

  /** Confirm what was confirmed before the answer came. A draft that lacks a decision stays, and the prompt asks. */
  playQueued() {
    if (this.pending.value || !this.queued.value) return;
    this.queued.value = false;
    this.confirm();
  }

  /** Choose the only possible decision by itself. */
  goOn() {
    const { after } = this.draft.value;
    if (!after || after.ends || after.shows || after.legal.length !== 1) return;
    const [only] = after.legal;
    if (only.startsWith('-')) this.probe(staging.returnToken(this.draft.value, only[1]));
    else this.probe(staging.withMove(staging.settled(this.draft.value), only));
  }

  /** Add a decision. @param {string} move */
  choose(move) {
    return this.stage(staging.withMove(staging.settled(this.draft.value), move));
  }

  async back() {
    const draft = staging.withoutLast(this.draft.value);
    if (staging.isEmpty(draft)) this.clear();
    else await this.stage(draft);
  }

  /** Play what is staged: now, or when the answer is there that it waits for. `sure`: without asking the coach.
   * @param {boolean} [sure] */
  async confirm(sure = false) {
    const draft = this.draft.value;
    const waits = this.pending.value || (this.isAhead.value && staging.movesToSend(draft).length > 0);
    if (waits) this.queued.value = true;
    if (waits || !staging.isComplete(draft) || this.busy.value) return;
    this.busy.value = true;
    this.sent = draft;
    this.doubt.value = null;
    if (!sure && this.isTraining() && await this.isDoubted(draft)) {
      this.busy.value = false;
      this.keep(draft);
      return;
    }
    const played = await this.send('play', { state: draft.state, moves: staging.movesToSend(draft) });
    this.busy.value = false;
    if (!played && this.sent === draft) this.keep(draft);
  }

  /** Whether the coach looks at moves before they are played: against bots only. */
  isTraining() {
    return prefs.value.training > 0 && isAlone(this.news.value?.room.seats ?? []);
  }

  /** Whether the coach asks before these moves: it is silent where it takes too long, and asks once for
   * the same moves. @param {Draft} draft */
  async isDoubted(draft) {
    const moves = staging.movesToSend(draft);
    const key = `${draft.state} ${moves.join(' ')}`;
    if (this.doubted === key) return false;
    const judged = await Promise.race([
      this.socket.send('judge', { state: draft.state, moves, threshold: prefs.value.training }).catch(() => null),
      new Promise((resolve) => { setTimeout(resolve, PATIENCE); }),
    ]);
    if (!judged?.asks || this.news.value?.state !== draft.state) return false;
    this.doubted = key;
    this.doubt.value = { moves, ...judged };
    return true;
  }

  /** Take back what the coach asks about; it stays staged. */
  reconsider() {
    this.doubt.value = null;
  }

  /** What was confirmed is refused: it stays, and what was staged for the turn after it goes. @param {Draft} draft */
  keep(draft) {
    this.sent = null;
    if (!this.isNext.value) return;
    this.isNext.value = false;
    this.clear();
    this.draft.value = draft;
  }

  /** Before a click or a key that stages something: while a confirm is on its way, it is for the turn after that one.
   * On a slow line the page still shows the turn that is played already. */
  stageNext() {
    if (!this.sent || this.isNext.value || !this.canPlan()) return;
    batch(() => {
      this.busy.value = false;
      this.isNext.value = true;
      this.begin();
    });
  }

  /** Withdraw a confirmation that waits; what is staged stays. */
  takeBack() {
    this.queued.value = false;
  }

  // Staging while somebody else moves

  mayPlan() {
    return (!this.isMyTurn.value || this.isNext.value) && this.canPlan();
  }

  canPlan() {
    const { room, table } = this.news.value ?? {};
    const [seat, ...others] = this.seats.value;
    if (!room || !table || seat === undefined || others.length) return false;
    return room.status === 'playing' && !room.seats[seat]?.bot && Boolean(drawingOf(table.game)?.ahead);
  }

  /** The moves that I could make if it were my turn now. */
  legalAhead() {
    const { table, you } = this.news.value ?? {};
    const cards = this.catalogue.value;
    if (!table || !cards || !this.isAhead.value) return [];
    return drawingOf(table.game)?.ahead?.(table, this.seats.value[0], you?.[0]?.hand ?? [], cards) ?? [];
  }

  /** What is staged while somebody else moves, if anything. */
  planned() {
    const draft = this.draft.value;
    if (!this.isAhead.value || staging.isIdle(draft)) return null;
    return { draft, queued: this.queued.value, table: this.news.value?.table, hand: this.news.value?.you?.[0]?.hand ?? [] };
  }

  /** Keep what was staged when news come; play it if it was confirmed and it is my turn. What it named may be gone.
   * @param {NonNullable<ReturnType<LiveTable['planned']>>} plan */
  carry({ draft, queued, ...before }) {
    const { table, you, state = 0 } = this.news.value ?? {};
    if (!table || !before.table || this.news.value?.room.status !== 'playing') return;
    const now = { table, hand: you?.[0]?.hand ?? [] };
    const next = { ...draft, state, legal: this.draft.value.legal };
    const [move] = staging.movesToSend(next);
    if (!isStillThere(draft, { table: before.table, hand: before.hand }, now)) {
      this.explain(t('premove.gone'), 'gone');
      return;
    }
    if (staging.movesToSend(draft).length && !next.legal.includes(move)) {
      this.explain(t('premove.illegal'), 'gone');
      return;
    }
    this.stage(next);
    this.queued.value = queued;
  }

  /** Send a command; a refusal is shown on the table. @param {string} type @param {object} [fields] */
  async send(type, fields) {
    witness.sent(this.id, type, fields);
    try {
      return await this.socket.send(type, fields);
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  /** @param {number} seat */
  sit(seat) {
    return this.send('sit', { seat });
  }

  /** Ask the coach for the next step: none is skipped, and every decision begins with the first. */
  async hint() {
    const state = this.news.value?.state ?? 0;
    const last = this.told?.state === state ? this.told : null;
    if (last && !this.advice.value) {
      this.advice.value = last; // it was closed
      return;
    }
    if (last?.thinking || (last?.step === LAST_STEP && !last.failed)) return;
    await this.askCoach({ step: last?.failed ? last.step : (last?.step ?? 0) + 1, state, thinking: true });
  }

  /** @param {Told} asked */
  async askCoach(asked) {
    const { step, state } = asked;
    const isOpen = () => this.advice.value === asked;
    this.told = asked;
    this.advice.value = asked;
    const told = await this.socket.send('hint', { state, step, seconds: 1.5 })
      .then((answer) => ({ ...answer, step, state }), (error) => ({ step, state, failed: error.code ?? 'failed' }));
    if (this.told !== asked) return; // another decision since
    this.told = told;
    if (isOpen()) this.advice.value = told;
  }

  closeAdvice() {
    this.advice.value = null;
  }

  /** @param {unknown} error */
  refuse(error) {
    this.explain(whyOf(error));
  }

  /** Ask the server why a move is not legal, and show the rule. @param {string} move */
  async why(move) {
    if (this.isAhead.value) return this.explain(t('premove.not'));
    if (!this.isMyTurn.value) return this.explain(t(this.seats.value.length ? 'prompt.wait' : 'watching'));
    try {
      await this.socket.send('try', { state: this.draft.value.state, moves: [move] });
    } catch (error) {
      const notAMove = error instanceof Refused && error.kind === 'notation';
      this.explain(notAMove ? t('why.take') : whyOf(error));
    }
  }

  /** Show why something cannot be done, until the next click or key. @param {string} why @param {'gone'} [kind] where
   * it is news rather than a refusal */
  explain(why, kind) {
    this.refused.value = { why, at: Date.now(), kind };
  }

  /** A sign was shown for long enough. @param {number} number */
  forgetSign(number) {
    this.signs.value = this.signs.value.filter((sign) => sign.number !== number);
  }

  close() {
    this.socket.close();
  }
}

/** The events to keep: the latest chat messages, and everything else, because plies are counted in it.
 * @param {LogEvent[]} events */
function remembered(events) {
  let tooMany = events.filter(({ kind }) => kind === 'chatted').length - MOST_SAID;
  return tooMany > 0 ? events.filter(({ kind }) => kind !== 'chatted' || tooMany-- <= 0) : events;
}
