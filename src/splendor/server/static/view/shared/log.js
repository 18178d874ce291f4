/** The log, latest first, in words and small pictures; and the sentence of the title bar. */

import { html, useMemo } from '../../vendor/preact.js';
import { linesOf, privilegeOf, turnsOf } from '../../state/log_lines.js';
import { initialsOf } from '../../state/names.js';
import { botName, t } from '../../texts/index.js';
import { royalWords } from './move_words.js';
import { Crest, Mini, MiniBack, NamedGems, Who } from './parts.js';
import { pointing, thingsOf } from './pointing.js';

/** @typedef {import('../../state/log_lines.js').Line} Line */

/** A move in words and small pictures, and its consequences. `name` is whose move it is.
 * @param {{ line: Line, catalogue: import('../../state/catalogue.js').Catalogue, name?: string }} props */
export const Words = ({ line, catalogue, name }) => html`<${Listed} parts=${partsOf(line, catalogue, name)} />`;

/** @param {{ parts: any[] }} props */
const Listed = ({ parts }) => parts.map((part, index) => html`${index ? ', ' : ''}${part}`);

/** `name` is whose turn it is: some languages address the reader with another verb form than others.
 * @param {Line} line @param {import('../../state/catalogue.js').Catalogue} catalogue @param {string} [name] */
function partsOf(line, catalogue, name) {
  const you = name === t('you');
  if (!line.move) return [eventWords(line, you)];
  const came = (line.noble ?? null) === null ? [] : [html`<${Received} id=${line.noble} you=${you} />`];
  const privilege = privilegeOf(line);
  const chosen = line.move.kind === 'noble' && came.length;
  const done = chosen ? [] : [html`<${Deed} line=${line} catalogue=${catalogue} you=${you} />`];
  const { weakened } = line.event;
  const told = weakened ? [t('log.weakened', { bot: botName(weakened) })] : [];
  return [...done, ...came, ...(privilege ? [t(`log.${privilege}`, { you })] : []), ...told];
}

/** @param {{ id: number, you: boolean }} props */
const Received = ({ id, you }) => html`${t('log.received', { you })} <${Crest} id=${id} /> ${t(`noble.${id}`)}`;

/** What was decided. @param {{ line: Line, catalogue: import('../../state/catalogue.js').Catalogue, you: boolean }} props */
function Deed({ line, catalogue, you }) {
  const say = (/** @type {string} */ what, /** @type {any} */ values = {}) => t(`log.${what}`, { ...values, you });
  const move = /** @type {import('../../state/moves.js').Move} */ (line.move);
  const card = line.card ?? null;
  const mini = card === null ? null : html`<${Mini} card=${catalogue.card(card)} />`;
  switch (move.kind) {
    case 'take': return html`${say('took')} <${NamedGems} letters=${move.letters} />`;
    case 'line': return html`${say('took')} <${Taken} line=${line} spaces=${move.spaces} />`;
    case 'buy': return html`${say('bought')} ${mini}`;
    case 'reserve': return html`${say('reserved')} ${mini ?? html`<${MiniBack} level=${Number(move.place[0])} />`}`;
    case 'return': return html`${say('returned')} <${NamedGems} letters=${move.letter} />`;
    case 'noble': return html`${say('noble')}`;
    case 'gold-for': return html`<${NamedGems} letters="J" /> = <${NamedGems} letters=${move.letter} />`;
    case 'privilege': return html`${say('privilege')} <${Taken} line=${line} spaces=${[move.space]} />`;
    case 'fill': return html`${say('filled')} <${NamedGems} letters=${line.drawn ?? ''} />`;
    case 'gold-at': return html`${say('tookGold')} <${NamedGems} letters="J" />`;
    case 'colour': return html`${say('colour')} <${NamedGems} letters=${move.letter} />`;
    case 'match': return html`${say('matched')} <${Taken} line=${line} spaces=${[move.space]} />`;
    case 'steal': return html`${say('stole')} <${NamedGems} letters=${move.letter} />`;
    case 'royal': return html`${say('royal', { what: royalWords(catalogue, move.number) })}`;
    case 'other': return html`${say('played')}`; // the notation follows
    default: return html`${say(move.kind)}`;
  }
}

/** The tokens taken from a board; their spaces for old games, which do not record the tokens.
 * @param {{ line: Line, spaces: string[] }} props */
const Taken = ({ line, spaces }) =>
  (line.taken ? html`<${NamedGems} letters=${line.taken} />` : html`${spaces.join(' ')}`);

/** A whole turn in words and small pictures; returned tokens are listed together. `name` is whose turn it is.
 * @param {{ lines: Line[], catalogue: import('../../state/catalogue.js').Catalogue, name?: string }} props */
export function TurnWords({ lines, catalogue, name }) {
  const returned = lines.flatMap(({ move }) => (move?.kind === 'return' ? [move.letter] : []));
  const others = lines.filter(({ move }) => move?.kind !== 'return');
  const parts = others.flatMap((line) => partsOf(line, catalogue, name));
  if (returned.length) parts.push(html`${t('log.returned', { you: name === t('you') })} <${NamedGems} letters=${returned.join('')} />`);
  return html`<${Listed} parts=${parts} />`;
}

/** @param {Line} line @param {boolean} you */
function eventWords({ kind, event }, you) {
  if (kind === 'began' && event.table) return t('event.forked', { ply: event.kept });
  if (kind === 'began' && event.why) return t('event.fromPosition');
  if (kind === 'concluded' && event.kept) return t('event.tooLong', { count: event.kept });
  if (kind === 'concluded' && event.text) return t('event.failed', { why: event.text });
  if (kind === 'started') return t('event.started', { count: event.seats?.length ?? 0 });
  if (kind === 'filled' && !event.text) return t('event.freed');
  if (event.why === 'renamed') return t('event.renamed', { name: event.name, seat: (event.seat ?? 0) + 1 });
  if (kind === 'admitted') return t(`event.admitted.${event.yes ? event.text || 'watch' : 'nobody'}`);
  if (kind === 'hinted') return t(`event.hinted${event.why ? `.${event.why}` : ''}`, { you });
  const why = event.why ? t(`why.${event.why}`) : '';
  return t(`event.${kind}`, { name: event.name ?? '', text: botName(event.text ?? ''), why, you });
}

/** @typedef {{ events: import('../../state/types.js').LogEvent[], names: string[], shade: (seat: number) => number,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} LogProps */

/** The log, rendered only when something has happened: it is long, and clicks are frequent. @param {LogProps} props */
export function Log(props) {
  const { events, names, shade, catalogue } = props;
  return useMemo(() => html`<${Listing} ...${props} />`, [events, names.join('\n'), shade(0), catalogue]);
}

/** @param {LogProps} props */
function Listing({ events, names, shade, catalogue }) {
  const turns = turnsOf(linesOf(events).filter((line) => line.kind !== 'chatted'));
  return html`<section class="logbox" aria-label=${t('log')}>
    <h2>${t('log')} <small>${t('log.latestFirst')}</small></h2>
    <ol class="log" tabindex="0" aria-label=${t('log')}>${turns.map((lines, index) => html`
      <${Entry} key="${lines[0].seq}.${turns.length - index}" lines=${lines} now=${!index} names=${names}
        shade=${shade} catalogue=${catalogue} />`)}</ol>
    <p class="foot">${t('unofficial')}</p></section>`;
}

/** The things that a line of the log names, where they lie now. @param {Line} line */
function namedBy({ move, card, noble, seat }) {
  if (!move) return [];
  const seen = { table: /** @type {any} */ ({ nobles: [] }), hand: [] };
  const panel = card === undefined && noble === undefined ? [] : [`.table [data-seat="${seat}"] .nm`];
  const crest = (noble ?? null) === null ? [] : [`[data-noble="${noble}"]`];
  return [...thingsOf(move, seen, card), ...crest, ...panel];
}

/** A turn: an action and its consequences. Screen readers hear the player's name, once.
 * @param {{ lines: Line[], now: boolean, names: string[], shade: (seat: number) => number,
 *   catalogue: import('../../state/catalogue.js').Catalogue }} props */
function Entry({ lines, now, names, shade, catalogue }) {
  const [{ seat }] = lines;
  const heard = seat === null || lines[0].event.name ? '' : names[seat];
  const notation = lines.flatMap((line) => line.text ?? []).join(' ');
  const named = () => lines.flatMap((line) => namedBy(line));
  return html`<li class=${now ? 'now' : ''} ...${notation ? pointing(named) : {}}>
    ${seat === null ? null : html`<${Who} seat=${shade(seat)} name=${names[seat]} letter=${initialsOf(names)[seat]} />`}
    <span><span class="visually-hidden">${heard} </span>
      <${TurnWords} lines=${lines} catalogue=${catalogue} name=${heard} />
      ${notation ? html` <code>${notation}</code>` : null}</span></li>`;
}
