/** A drawer: what has no room on a small screen, or lies behind a button, opens over the table's edge. */

import { html, signal, useEffect, useRef } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

const opened = signal('');

export const drawer = {
  /** What is open: nothing, `log`, `nobles`, `hand`, or `seat2`. */
  get name() {
    return opened.value;
  },
  /** @param {string} name */
  toggle(name) {
    opened.value = opened.value === name ? '' : name;
  },
  close() {
    opened.value = '';
  },
};

/**
 * It takes the focus when it opens and gives it back; Escape closes it. The table behind it stays alive.
 * @param {{ name: string, label: string, children?: any, onClose?: () => void }} props
 */
export function Drawer({ name, label, children, onClose }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const close = () => (onClose ?? drawer.close)();
  useEffect(() => {
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [name]);
  const key = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return html`<section class="drawer of-${name.replace(/\d/, '')}" role="dialog" aria-label=${label} tabindex="-1"
      ref=${box} onKeyDown=${key}>
    <div class="drawer-top"><h2>${label}</h2>
      <button type="button" class="shut" onClick=${close}>${t('close')}</button></div>${children}</section>`;
}
