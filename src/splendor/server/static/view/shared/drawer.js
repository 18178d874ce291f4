/** Drawers: panels that open over the edge of the table, for small screens and for what is behind buttons. */

import { html, signal, useEffect, useRef } from '../../vendor/preact.js';
import { t } from '../../texts/index.js';

const opened = signal('');

export const drawer = {
  /** The open drawer: none, `log`, `nobles`, `hand`, or `seat2`. */
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
 * It takes the focus when it opens and gives it back when it closes; Escape closes it. The table remains usable.
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
