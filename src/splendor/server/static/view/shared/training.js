/** Words and styles of training (coach, mistakes): they are many, and loaded when somebody trains. */

import { signal, useEffect } from '../../vendor/preact.js';
import { learn } from '../../texts/index.js';
import { untilLoaded } from './loading.js';
import { useSheets } from './sheet.js';

const speaks = signal(false);

/** Whether they are loaded; until then they are being loaded. Reasons have the words of reviews. */
export function useTraining() {
  useEffect(() => {
    untilLoaded(() => Promise.all([learn('training'), learn('review')])).then(() => {
      speaks.value = true;
    });
  }, []);
  return useSheets('training') && speaks.value;
}
