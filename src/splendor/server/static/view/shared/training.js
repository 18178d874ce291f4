/** Words and styles of training (coach, mistakes): they are many, and loaded when somebody trains. */

import { signal, useEffect } from '../../vendor/preact.js';
import { learn } from '../../texts/index.js';
import { drawnGames } from '../faces.js';
import { untilLoaded } from './loading.js';
import { useSheets } from './sheet.js';

const speaks = signal(false);
/** What belongs to the tables of some games. */
const GAME_SHEETS = drawnGames.map((game) => `${game}/training`);

/** Whether they are loaded; until then they are being loaded. Reasons have the words of reviews.
 * @param {string[]} more further style sheets */
export function useTraining(...more) {
  useEffect(() => {
    untilLoaded(() => Promise.all([learn('training'), learn('review')])).then(() => {
      speaks.value = true;
    });
  }, []);
  return useSheets('training', 'training_small', ...GAME_SHEETS, ...more) && speaks.value;
}
