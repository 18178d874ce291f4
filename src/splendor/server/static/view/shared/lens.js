/** The lens: while somebody looks at the panel of another player, prices are theirs. */

import { drawer } from './drawer.js';

/** What a panel listens to. A finger leaves the focus where it was: only who goes there by keys looks at it.
 * @param {import('./view_model.js').AnyTable} live @param {number} seat */
export function lensOf(live, seat) {
  const see = () => {
    live.lens.value = seat;
  };
  const reach = (/** @type {FocusEvent} */ { target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) see();
  };
  const stop = () => {
    if (live.lens.value === seat && drawer.name !== `seat${seat}`) live.lens.value = null;
  };
  return { onMouseEnter: see, onMouseLeave: stop, onFocusIn: reach, onFocusOut: stop };
}
