/** What the computer thinks of the position that is shown: with growing budgets, and only while somebody looks. */

import { computed, effect, signal } from '../../vendor/preact.js';
import { Refused, ask, pause } from '../../net/api.js';
import { percent } from '../../state/after/review.js';
import { parseMove } from '../../state/moves.js';
import { t } from '../../texts/index.js';
import { wordsOf } from '../shared/move_words.js';
import { viewModel } from '../shared/view_model.js';
import { whyOf } from '../shared/why.js';

/** @typedef {{ seat: number, move: string }} LikelyMove */
/** @typedef {{ move: string, chance: number, error: number, visits: number, proven?: boolean, line?: LikelyMove[] }} Considered */
/** @typedef {{ simulations: number, seconds: number, seats: number[], error: number, moves: Considered[],
 *   in_favour?: import('../../state/after/review.js').Reason[], against?: import('../../state/after/review.js').Reason[] }} Thought */
/** @typedef {'off' | 'thinking' | 'done' | 'paused' | 'busy' | 'over' | 'waits'} State */

export const BUDGETS = [200, 1000, 4000, 12_000]; // simulations, each with what those before it found
const LONGER = [30_000, 100_000]; // if somebody asks for more
const LATER = ['busy', 'too_often', 'bots_closed', 'offline', 'bot_too_slow'];

export class Engine {
  on = signal(true);
  state = signal(/** @type {State} */ ('off'));
  visible = signal(!document.hidden);
  longer = signal(/** @type {Object<number, number>} */ ({})); // how often more was asked for, by node
  thoughts = signal(/** @type {Object<number, Thought>} */ ({}));
  held = signal(/** @type {{ at: number, thought: Thought | null } | null} */ (null)); // while a move is pressed
  run = new AbortController();
  told = signal(''); // for screen readers
  tells = false;

  /** @param {import('./board.js').AnalysisBoard} live */
  constructor(live) {
    this.live = live;
    this.newest = computed(() => (live.setup.active.value ? null : this.thoughts.value[live.at.value] ?? null));
    this.thought = computed(() => (this.held.value?.at === live.at.value ? this.held.value.thought : this.newest.value));
    this.look = () => {
      this.visible.value = !document.hidden;
    };
  }

  /** Follow the board until it is closed. */
  follow() {
    document.addEventListener('visibilitychange', this.look);
    this.unfollow = effect(() => {
      const { live } = this;
      const position = live.node.value?.board?.position;
      const wanted = this.on.value && this.visible.value && !live.setup.active.value;
      const more = this.longer.value[live.at.value] ?? 0;
      this.run.abort();
      this.run = new AbortController();
      if (position) this.begin(wanted, live.at.value, position, more, this.run.signal);
    });
  }

  /** @param {boolean} wanted @param {number} id @param {string} position @param {number} more @param {AbortSignal} signal */
  begin(wanted, id, position, more, signal) {
    const { live } = this;
    if (live.node.peek().board?.result) this.state.value = 'over';
    else if (!wanted) this.state.value = live.setup.active.peek() ? 'waits' : this.on.peek() ? 'paused' : 'off';
    else this.think(id, position, [...BUDGETS, ...LONGER.slice(0, more)], signal);
  }

  /** @param {number} id @param {string} position @param {number[]} budgets @param {AbortSignal} signal */
  async think(id, position, budgets, signal) {
    this.state.value = 'thinking';
    for (const simulations of budgets) {
      const known = this.thoughts.peek()[id];
      if (known && (known.simulations >= simulations || known.moves[0].proven)) continue;
      await this.askUntil(id, { position, simulations }, signal);
      if (signal.aborted) return;
    }
    this.state.value = 'done';
    this.tell();
  }

  /** Ask until there is an answer. @param {number} id @param {{ position: string, simulations: number }} body @param {AbortSignal} signal */
  async askUntil(id, body, signal) {
    while (!signal.aborted) {
      try {
        const thought = await ask('POST', '/api/analysis/thoughts', body, signal);
        if (!signal.aborted) this.thoughts.value = { ...this.thoughts.peek(), [id]: thought };
        return;
      } catch (error) {
        if (signal.aborted) return;
        await this.wait(error);
      }
    }
  }

  /** @param {unknown} error */
  async wait(error) {
    if (error instanceof Refused && LATER.includes(error.code)) {
      this.state.value = 'busy';
      await pause();
      if (!this.run.signal.aborted && this.state.peek() === 'busy') this.state.value = 'thinking';
      return;
    }
    this.live.explain(whyOf(error));
    this.on.value = false;
  }

  /** Keep the order of the moves while one is pressed, so that the same one is under the pointer when it is let go. */
  hold() {
    this.held.value = { at: this.live.at.peek(), thought: this.newest.peek() };
    const ended = new AbortController();
    const release = () => {
      ended.abort();
      setTimeout(() => { // after the click
        this.held.value = null;
      });
    };
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, release, { signal: ended.signal });
  }

  /** @param {number} id */
  forget(id) {
    const { [id]: _, ...others } = this.thoughts.value;
    this.thoughts.value = others;
  }

  forgetAll() {
    this.thoughts.value = {};
    this.longer.value = {};
  }

  /** Whether more can be asked for. */
  get canGoOn() {
    return this.on.value && this.state.value === 'done' && !this.thought.value?.moves[0]?.proven
      && (this.longer.value[this.live.at.value] ?? 0) < LONGER.length;
  }

  /** Off and on again also says what was found, once it is firm. */
  toggle() {
    this.tells = !this.on.value;
    this.told.value = '';
    this.on.value = !this.on.value;
  }

  /** Say the best move and its chance. */
  tell() {
    const best = this.thought.value?.moves[0];
    if (!this.tells || !best) return;
    this.tells = false;
    const { table, catalogue } = viewModel(this.live);
    const hand = table.places?.[table.active]?.hand ?? [];
    this.told.value = t('analysis.told', { move: wordsOf(parseMove(best.move), { table, hand, catalogue }), chance: percent(best.chance) });
  }

  thinkLonger() {
    const id = this.live.at.value;
    this.longer.value = { ...this.longer.value, [id]: (this.longer.value[id] ?? 0) + 1 };
  }

  stop() {
    document.removeEventListener('visibilitychange', this.look);
    this.unfollow?.();
    this.run.abort();
  }
}
