/** Components whose code is loaded when they are first shown: most pages never need them. */

import { html, useEffect, useState } from '../../vendor/preact.js';
import { untilLoaded } from './loading.js';

/**
 * A component in place of one of a module that is loaded later; nothing is shown until then.
 * @param {() => Promise<any>} load @param {string} name @returns {(props: any) => any}
 */
export function later(load, name) {
  return function Later(props) {
    const [Found, setFound] = useState(/** @type {any} */ (null));
    useEffect(() => {
      untilLoaded(load).then((module) => setFound(() => module[name]));
    }, []);
    return Found && html`<${Found} ...${props} />`;
  };
}
