/**
 * English: the words of all pages but the rules, which come with theirs. Another language is a folder like this one,
 * with the same keys.
 */

import after from './en/after.js';
import duel from './en/duel.js';
import lobby from './en/lobby.js';
import refused from './en/refused.js';
import table from './en/table.js';

export default { ...table, ...duel, ...lobby, ...after, ...refused };
