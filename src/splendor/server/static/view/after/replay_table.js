/** A finished game as the tables' components want it: the signals of a table that is played, and nothing to play. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { api, ask } from '../../net/api.js';
import { eventsUpTo, eyesOf, lastPly, newsAt, onlookers, within } from '../../state/after/replay.js';
import { Catalogue } from '../../state/catalogue.js';
import * as staging from '../../state/staging.js';
import { t } from '../../texts/index.js';
import { happening } from '../shared/view_model.js';
import { sayBriefly, whyOf } from '../shared/why.js';

/** @typedef {import('../../state/after/replay.js').Replay} Replay */
/** @typedef {import('../../state/types.js').News} News */

const NO_EVENTS = 999_999_999; // a number above all events: the news is without them
const NOBODY = /** @type {number[]} */ ([]);

/** Nobody is away in a game of the past. @param {import('../../state/types.js').Seat} chair */
const thereAgain = (chair) => ({ ...chair, present: true, absent: false });

export class ReplayTable {
  /** @param {string} id @param {string} seenBy @param {number} ply */
  constructor(id, seenBy, ply) {
    this.id = id;
    this.past = true; // nobody is "you" in it
    this.ply = signal(ply);
    this.seenBy = signal(seenBy);
    this.replay = signal(/** @type {Replay | null} */ (null));
    this.room = signal(/** @type {import('../../state/types.js').Room | null} */ (null));
    this.seats = signal(NOBODY); // the reader's seats in that game
    this.wrong = signal('');
    this.playing = signal(false);
    this.forking = signal(false); // somebody is about to play on from here
    this.news = computed(() => this.told(this.ply.value));
    this.before = computed(() => (this.ply.value ? this.told(this.ply.value - 1) : null));
    this.events = computed(() => (this.replay.value ? eventsUpTo(this.replay.value, this.ply.value) : []));
    this.me = computed(() => eyesOf(this.seenBy.value, this.seats.value));
    this.draft = signal(staging.nothing(0, []));
    this.refused = signal(/** @type {{ why: string, at: number } | null} */ (null));
    this.lens = signal(/** @type {number | null} */ (null));
    this.catalogue = signal(/** @type {Catalogue | null} */ (null));
    this.isMyTurn = signal(false);
    this.busy = signal(false);
    this.heardAt = 0;
    this.looks = 0; // how often other eyes were asked for
  }

  /** @param {number} ply @returns {News | null} */
  told(ply) {
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
      const catalogue = new Catalogue(await api.cards(replay.rules));
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

  /** See it through other eyes. @param {string} seenBy */
  async look(seenBy) {
    const asked = ++this.looks;
    try {
      const replay = await api.replay(this.id, seenBy);
      if (asked !== this.looks) return; // somebody else is wanted by now
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

  /** Go to a position; one step forward is shown as it was played. @param {number} ply */
  go(ply) {
    const replay = this.replay.value;
    if (!replay) return;
    const to = within(ply, replay);
    const next = to === this.ply.value + 1 ? this.told(to) : null;
    const show = next ? happening(next, this) : null;
    this.ply.value = to;
    if (show) requestAnimationFrame(show);
  }

  /** Say why something cannot be done. @param {string} why */
  explain(why) {
    sayBriefly(this.refused, why);
  }

  // What people do at a table that is played: here they only look

  onlyLook() {
    this.explain(t('replay.onlyLook'));
  }

  async why() {
    this.onlyLook();
  }

  async stage() {
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

  clear() {
    this.refused.value = null;
  }

  close() {
    this.playing.value = false;
    this.forking.value = false;
  }
}
