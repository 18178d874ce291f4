/** What has just happened is seen and heard, as somebody has chosen. */

import { depart } from '../../fx/motion.js';
import { closingSound, stepsOf } from '../../state/flights.js';
import { mayMove, prefs } from '../shared/prefs.js';

/** Look at the screen before news are drawn; the answer, called afterwards, lets things fly.
 * @param {import('../../state/types.js').News} news @param {import('../shared/view_model.js').AnyTable} live
 * @returns {(() => void) | null} */
export function happening(news, live) {
  const before = live.news.value;
  if (!before) return null;
  const steps = stepsOf(news.events ?? [], before.table);
  const show = depart(steps, { move: mayMove(), sound: prefs.value.sound });
  return () => show(closingSound(before, news, live.isMyTurn.value, steps.length));
}
