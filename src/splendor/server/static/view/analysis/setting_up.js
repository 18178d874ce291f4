/** A position that is set up by hand: what lies where, the checks, and the text. */

import { batch, computed, signal } from '../../vendor/preact.js';
import { ask } from '../../net/api.js';
import { begun, fieldsOf, nameOf, settled, textOf } from '../../state/analysis/setup.js';
import { t } from '../../texts/index.js';
import { whyOf } from '../shared/why.js';

/** @typedef {import('../../state/analysis/setup.js').Fields} Fields */
/** @typedef {import('../../state/analysis/tree.js').Board} Board */
/** @typedef {{ check: string, code?: string, values?: Object<string, any> }} Check */

const PAUSE = 300; // milliseconds after the last letter of a text

export class Setup {
  active = signal(false);
  place = signal(''); // what is being changed: `card 2b`, `noble 0`, `space c3`, `seat 1`, `stock`
  fields = signal(/** @type {Fields} */ ({}));
  text = signal('');
  checks = signal(/** @type {Check[]} */ ([]));
  table = signal(/** @type {import('../../state/types.js').Table | null} */ (null));
  found = signal(/** @type {Board | null} */ (null)); // the position, if it is one
  asked = 0;
  timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /** @param {import('./board.js').AnalysisBoard} live */
  constructor(live) {
    this.live = live;
    this.shown = computed(() => this.boardShown());
  }

  /** The board while it is being set up: the table of the text, at which nothing can be played. @returns {Board | null} */
  boardShown() {
    const table = this.table.value;
    const before = this.live.node.value?.board;
    if (!this.active.value || !table || !before) return null;
    return { ...before, table, whole: table, you: { seat: table.active, hand: table.places[table.active].hand, legal: [] }, next: [], result: undefined };
  }

  /** How many cards there are of each level, and the level of a card. @returns {import('../../state/analysis/setup.js').Levels} */
  get levels() {
    const cards = [...(this.live.catalogue.value?.cards.values() ?? [])];
    const of = new Map(cards.map(({ id, level }) => [String(id), level]));
    const sizes = [1, 2, 3].map((level) => cards.filter((card) => card.level === level).length);
    return { sizes, of: (name) => of.get(name) ?? Number(name[1]) };
  }

  async enter() {
    const { board } = this.live.node.value;
    if (!board) return;
    this.live.clear();
    await this.change(begun(board.position, this.levels), true);
    this.live.tab.value = 'best';
  }

  leave() {
    batch(() => {
      this.active.value = false;
      this.place.value = '';
    });
  }

  /** Think about it. */
  async analyse() {
    const board = this.found.value;
    if (!board) return;
    await this.live.begin(board);
    this.leave();
  }

  /** Other rules or another number of players: a new deal. @param {string} rules @param {number} players */
  async deal(rules, players) {
    try {
      const board = await ask('POST', '/api/analysis/deal', { rules, players, seed: '1' });
      await this.live.begin(board);
      this.place.value = '';
      await this.change(begun(board.position, this.levels));
    } catch (error) {
      this.live.explain(whyOf(error));
    }
  }

  /** @param {Fields} fields @param {boolean} [first] */
  async change(fields, first = false) {
    const whole = settled(fields, this.levels);
    batch(() => {
      this.fields.value = whole;
      this.text.value = textOf(whole);
    });
    await this.check();
    if (first) this.active.value = true;
  }

  /** Somebody types the text. @param {string} text */
  type(text) {
    this.text.value = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      await this.check();
      if (!this.checks.value[0]?.code) this.fields.value = fieldsOf(text);
    }, PAUSE);
  }

  async check() {
    const asked = ++this.asked;
    try {
      const { checks, table = null, board = null } = await ask('POST', '/api/analysis/check', { text: this.text.value || '-' });
      if (asked !== this.asked) return;
      if (table) await this.fit(table);
      batch(() => {
        this.checks.value = checks;
        this.found.value = board;
        if (table) this.table.value = table;
      });
    } catch (error) {
      this.live.explain(whyOf(error));
    }
  }

  /** A text of another game, or of more players, needs its cards and seats. @param {import('../../state/types.js').Table} table */
  async fit(table) {
    const { board } = this.live.node.value;
    const [rules] = (fieldsOf(this.text.value).rules ?? '').split(',');
    const same = board && board.table.game === table.game && board.players === table.places.length;
    if (same) return;
    await this.live.begin(await ask('POST', '/api/analysis/deal', { rules, players: table.places.length, seed: '1' }));
  }

  /** @param {string} what a thing on the table */
  choose(what) {
    const [kind, which] = what.split(' ');
    const own = kind === 'card' && which[0] === 'h';
    const { turn = '0' } = this.fields.value;
    this.place.value = own ? `hand ${turn} ${Number(which[1]) - 1}` : kind === 'pile' ? 'stock' : what;
  }

  /** @param {string} what */
  labelOf(what) {
    const [kind, which, slot] = what.split(' ');
    if (kind === 'deck') return '';
    if (kind === 'hand') return t('analysis.place.hand', { name: this.nameOf(Number(which)), number: Number(slot) + 1 });
    if (kind === 'seat') return t('analysis.place.seat', { name: this.nameOf(Number(which)) });
    if (kind === 'card' && which[0] === 'h') return t('analysis.place.hand', { name: this.nameOf(Number(this.fields.value.turn)), number: which[1] });
    if (kind === 'noble') return t('analysis.thing.noble', { number: Number(which) + 1 });
    return kind === 'pile' ? t('analysis.place.stock', { gem: t(`gem.${which}`) }) : t(`analysis.place.${kind}`, { which });
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.live.room.value?.seats[seat]?.name ?? String(seat + 1);
  }
}

/** A card's id as the catalogue has it. @param {string} name @param {import('../../state/catalogue.js').Catalogue} catalogue */
export const cardNamed = (name, catalogue) => catalogue.cards.get(nameOf(name)) ?? catalogue.cards.get(Number(nameOf(name))) ?? null;
