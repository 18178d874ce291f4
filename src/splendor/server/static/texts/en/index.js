/** The English texts that all pages need; those of some pages are loaded with them. */

import after from './after.js';
import company from './company.js';
import duel from './duel.js';
import lobby from './lobby.js';
import me from './me.js';
import profile from './profile.js';
import refused from './refused.js';
import table from './table.js';

export default { ...table, ...duel, ...lobby, ...after, ...me, ...refused, ...profile, ...company };
