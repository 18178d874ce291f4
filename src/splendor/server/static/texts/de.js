/** German: the words of all pages. */

import after from './de/after.js';
import duel from './de/duel.js';
import lobby from './de/lobby.js';
import refused from './de/refused.js';
import rules from './de/rules.js';
import table from './de/table.js';

export default { ...table, ...duel, ...lobby, ...after, ...refused, ...rules };
