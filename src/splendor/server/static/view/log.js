/** The log: what happened, with minis, the last first; and the sentence of the title bar. */

import { html } from '../vendor/preact.js';
import { linesOf } from '../state/story.js';
import { t } from '../texts/index.js';
import { Gem, Gems, Mini, MiniBack, Who } from './parts.js';

/** @typedef {import('../state/story.js').Line} Line */

/** A move in words and minis. @param {{ line: Line, catalogue: import('../state/catalogue.js').Catalogue }} props */
export function Words({ line, catalogue }) {
  const { move } = line;
  if (!move) return html`${eventWords(line)}`;
  const mini = line.card === null || line.card === undefined ? null : html`<${Mini} card=${catalogue.card(line.card)} />`;
  switch (move.kind) {
    case 'take': return html`${t('log.took')} <${Gems} letters=${move.letters} />`;
    case 'line': return html`${t('log.tookLine', { spaces: move.spaces.join(' ') })}`;
    case 'buy': return html`${t('log.bought')} ${mini}`;
    case 'reserve': return html`${t('log.reserved')} ${mini ?? html`<${MiniBack} level=${Number(move.place[0])} />`}`;
    case 'return': return html`${t('log.returned')} <${Gem} of=${move.letter} />`;
    case 'noble': return html`${t('log.noble')}`;
    case 'gold-for': return html`<${Gem} of="J" /> = <${Gem} of=${move.letter} />`;
    case 'privilege': return html`${t('log.privilege', { space: move.space })}`;
    case 'fill': return html`${t('log.filled')} <${Gems} letters=${line.drawn ?? ''} />`;
    case 'gold-at': return html`${t('log.tookGold')} <${Gem} of="J" />`;
    case 'colour': return html`${t('log.colour')} <${Gem} of=${move.letter} />`;
    case 'match': return html`${t('log.matched', { space: move.space })}`;
    case 'steal': return html`${t('log.stole')} <${Gem} of=${move.letter} />`;
    case 'royal': return html`${t('log.royal', { number: move.number })}`;
    default: return html`${t(`log.${move.kind}`)}`;
  }
}

/** @param {Line} line */
function eventWords({ kind, event }) {
  return t(`event.${kind}`, { name: event.name ?? '', text: event.text ?? '', why: event.why ? t(`why.${event.why}`) : '' });
}

/**
 * @param {{ events: import('../state/types.js').Told[], names: string[], shade: (seat: number) => number,
 *   catalogue: import('../state/catalogue.js').Catalogue }} props
 */
export function Log({ events, names, shade, catalogue }) {
  const lines = linesOf(events).filter((line) => line.kind !== 'chatted');
  return html`<section class="logbox" aria-label=${t('log')}>
    <h2>${t('log')} <small>${t('log.latestFirst')}</small></h2>
    <ol class="log" tabindex="0">${lines.map((line, index) => html`
      <li class=${index ? '' : 'now'} key="${line.seq}.${line.text ?? ''}.${lines.length - index}">
        ${line.seat === null ? null : html`<${Who} seat=${shade(line.seat)} name=${names[line.seat]} />`}
        <span><span class="visually-hidden">${line.seat === null ? '' : names[line.seat]} </span><${Words} line=${line} catalogue=${catalogue} />
        ${line.text ? html` <code>${line.text}</code>` : null}</span></li>`)}</ol>
    <p class="foot">${t('unofficial')}</p></section>`;
}
