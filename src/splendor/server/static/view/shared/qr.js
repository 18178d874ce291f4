/** A link as a QR code: dark on light in every theme, so that cameras read it. */

import { html, signal, useEffect } from '../../vendor/preact.js';

const MARGIN = 4; // light modules around it, as the standard asks for

/** The encoder, which few pages need: it is loaded with the first code. */
const encoder = signal(/** @type {((text: string) => boolean[][]) | null} */ (null));

/** Nothing, if the text is too long for a code. @param {{ text: string, label: string }} props */
export function QrCode({ text, label }) {
  useEffect(() => {
    const loaded = import('../../state/qr.js').then(({ qrCode }) => {
      encoder.value = qrCode;
    });
    loaded.catch(() => {}); // the link is there, too
  }, []);
  if (!encoder.value) return html`<svg class="qr" viewBox="0 0 1 1" role="img" aria-label=${label}><rect class="light" width="1" height="1" /></svg>`;
  const modules = codeOf(text, encoder.value);
  if (!modules) return null;
  const size = modules.length + 2 * MARGIN;
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect class="light" width=${size} height=${size} /><path class="dark" d=${pathOf(modules)} /></svg>`;
}

/** @param {string} text @param {(text: string) => boolean[][]} encode */
function codeOf(text, encode) {
  try {
    return encode(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** One rectangle for each run of dark modules in a row. @param {boolean[][]} modules */
export function pathOf(modules) {
  /** @type {string[]} */
  const runs = [];
  modules.forEach((line, row) => {
    for (let column = 0; column < line.length; column += 1) {
      const first = column;
      while (line[column]) column += 1;
      if (column > first) runs.push(`M${first + MARGIN} ${row + MARGIN}h${column - first}v1h${first - column}z`);
    }
  });
  return runs.join('');
}
