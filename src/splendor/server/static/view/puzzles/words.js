/** The words of puzzles, loaded with their pages. */

import { signal, useEffect } from '../../vendor/preact.js';
import { learn } from '../../texts/index.js';
import { untilLoaded } from '../shared/loading.js';

const speaks = signal(false);

/** Whether they are loaded; until then they are being loaded. */
export function useWords() {
  useEffect(() => {
    untilLoaded(() => learn('puzzles')).then(() => {
      speaks.value = true;
    });
  }, []);
  return speaks.value;
}
