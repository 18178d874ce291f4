/** A finished game with the interface of a live table, so that the same components draw it; nothing can be played. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { api, ask } from '../../net/api.js';
import { eventsUpTo, viewerOf, lastPly, newsAt, onlookers, within } from '../../state/after/replay.js';
import { Catalogue } from '../../state/catalogue.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { effectsOf } from '../shared/view_model.js';
import { loadGames } from '../faces.js';
import { sayBriefly, whyOf } from '../shared/why.js';

/** @typedef {import('../../state/after/replay.js').Replay} Replay */
/** @typedef {import('../../state/types.js').News} News */

const NO_EVENTS = 999_999_999; // beyond all events: the news come without them
const NOBODY = /** @type {number[]} */ ([]);

/** In a replay nobody is away. @param {import('../../state/types.js').Seat} seatState */
const thereAgain = (seatState) => ({ ...seatState, present: true, absent: false });

export class ReplayTable {
  /** @param {string} id @param {string} seenBy @param {number} ply */
  constructor(id, seenBy, ply) {
    this.id = id;
    this.past = true;
    this.ply = signal(ply);
    this.seenBy = signal(seenBy);
    this.replay = signal(/** @type {Replay | null} */ (null));
    this.room = signal(/** @type {import('../../state/types.js').Room | null} */ (null));
    this.seats = signal(NOBODY); // the reader's seats in that game
    this.wrong = signal('');
    this.playing = signal(false);
    this.forking = signal(false); // the dialog to play on is open
    this.news = computed(() => this.newsAfter(this.ply.value));
    this.before = computed(() => (this.ply.value ? this.newsAfter(this.ply.value - 1) : null));
    this.events = computed(() => (this.replay.value ? eventsUpTo(this.replay.value, this.ply.value) : []));
    this.me = computed(() => viewerOf(this.seenBy.value, this.seats.value));
    this.draft = signal(staging.nothing(0, []));
    this.refused = signal(/** @type {import('../shared/why.js').Said | null} */ (null));
    this.lens = signal(/** @type {number | null} */ (null));
    this.catalogue = signal(/** @type {Catalogue | null} */ (null));
    this.isMyTurn = signal(false);
    this.isAhead = signal(false);
    this.busy = signal(false);
    this.pending = signal(false);
    this.queued = signal(false);
    this.status = signal('open');
    this.receivedAt = 0;
    this.looks = 0; // requests for another viewer, to recognise outdated answers
  }

  /** @param {number} ply @returns {News | null} */
  newsAfter(ply) {
    const replay = this.replay.value;
    const room = this.room.value;
    return replay && room ? newsAt(replay, within(ply, replay), this.me.value, room) : null;
  }

  async load() {
    try {
      const table = `/api/tables/${this.id}`;
      const news = await ask('GET', `${table}?since=${NO_EVENTS}`);
      const isThere = onlookers(news.room.seats.length).includes(this.seenBy.value);
      if (!isThere) this.seenBy.value = 'everybody';
      const replay = await api.replay(this.id, this.seenBy.value);
      const [cards] = await Promise.all([api.cards(this.id), loadGames()]);
      const catalogue = new Catalogue(cards);
      batch(() => {
        this.seats.value = (news.you ?? NOBODY).map((/** @type {any} */ you) => you.seat);
        this.room.value = { ...news.room, seats: news.room.seats.map(thereAgain) };
        this.catalogue.value = catalogue;
        this.replay.value = replay;
        this.ply.value = within(this.ply.value, replay);
      });
    } catch (error) {
      this.wrong.value = whyOf(error);
    }
  }

  /** Show the game as another viewer saw it. @param {string} seenBy */
  async look(seenBy) {
    const asked = ++this.looks;
    try {
      const replay = await api.replay(this.id, seenBy);
      if (asked !== this.looks) return; // another viewer was chosen since
      batch(() => {
        this.seenBy.value = seenBy;
        this.replay.value = replay;
      });
    } catch (error) {
      this.explain(whyOf(error));
    }
  }

  get last() {
    return this.replay.value ? lastPly(this.replay.value) : 0;
  }

  /** Go to a position; a single step forward is animated. @param {number} ply */
  go(ply) {
    const replay = this.replay.value;
    if (!replay) return;
    const to = within(ply, replay);
    const next = to === this.ply.value + 1 ? this.newsAfter(to) : null;
    const show = next ? effectsOf(next, this) : null;
    this.ply.value = to;
    if (show) requestAnimationFrame(show);
  }

  /** Show why something cannot be done. @param {string} why */
  explain(why) {
    sayBriefly(this.refused, why);
  }

  // The commands of a live table: here they only explain

  onlyLook() {
    this.explain(t('replay.onlyLook'));
  }

  async why() {
    this.onlyLook();
  }

  async stage() {
    this.onlyLook();
  }

  async play() {
    this.onlyLook();
  }

  async choose() {
    this.onlyLook();
  }

  async confirm() {
    this.onlyLook();
  }

  async back() {
    return null;
  }

  takeBack() {
    return null;
  }

  clear() {
    this.refused.value = null;
  }

  close() {
    this.playing.value = false;
    this.forking.value = false;
  }
}
