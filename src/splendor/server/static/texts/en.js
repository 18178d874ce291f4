/** English: the words of all pages. Another language is a folder like this one, with the same keys. */

import after from './en/after.js';
import duel from './en/duel.js';
import lobby from './en/lobby.js';
import refused from './en/refused.js';
import rules from './en/rules.js';
import table from './en/table.js';

export default { ...table, ...duel, ...lobby, ...after, ...refused, ...rules };
