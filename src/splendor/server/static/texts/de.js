/** German: the words of all pages but the rules, which come with theirs. */

import after from './de/after.js';
import duel from './de/duel.js';
import lobby from './de/lobby.js';
import refused from './de/refused.js';
import table from './de/table.js';

export default { ...table, ...duel, ...lobby, ...after, ...refused };
