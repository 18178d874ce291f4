/** Below the table: the game and the tries as lines, what was picked, and what was dealt. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { percent } from '../../state/after/review.js';
import { linesOf, swapped } from '../../state/analysis/tree.js';
import { filledBy } from '../../state/flights.js';
import { t } from '../../texts/index.js';
import { Seal } from '../review/signs.js';
import { Gem, Key, Mini, Name, NamedGems, Who, cardLabel } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { Brief, Spoken, asSeat } from './best.js';

/** @typedef {import('./board.js').AnalysisBoard} AnalysisBoard */
/** @typedef {import('../../state/analysis/tree.js').Node} Node */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const MOST_BUTTONS = 8;

/** @param {{ live: AnalysisBoard }} props */
export function Lines({ live }) {
  const lines = linesOf(live.tree.value);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const now = list.current?.querySelector('[aria-current]');
    now?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [live.at.value, live.tree.value]);
  const isGame = Boolean(live.id);
  return html`<section class="panel lines" aria-labelledby="lines-title"><header><h2 id="lines-title">${t('analysis.lines')} <small>${t(isGame ? 'analysis.lines.game' : 'analysis.lines.own')}</small></h2>
      <span class="pill keys"><${Key} of="←" /><${Key} of="→" /> ${t('analysis.along')} <${Key} of="↑" /><${Key} of="↓" /> ${t('analysis.between')}</span>
      ${live.node.value.own && isGame ? html`<button type="button" class="btn sm" onClick=${() => live.backToGame()}>${t('analysis.backToGame')}</button>` : null}</header>
    <div class="rows" ref=${list}>${lines.map((line, row) => html`<ol key=${line.nodes[0].id} aria-label=${nameOf(line.own, row, isGame)} style=${{ '--row': row + 1 }}>
      <li class="what" aria-hidden="true">${nameOf(line.own, row, isGame)}</li>
      ${line.nodes.map((node, index) => html`<li key=${node.id} style=${{ gridColumn: line.depth + index + 2 }}><${Step} live=${live} node=${node} /></li>`)}</ol>`)}</div></section>`;
}

/** @param {boolean} own @param {number} row @param {boolean} isGame */
const nameOf = (own, row, isGame) => (isGame ? (own ? t('analysis.try', { number: row }) : t('analysis.game')) : t('analysis.try', { number: row + 1 }));

/** A move that led to a position, and the chance there. @param {{ live: AnalysisBoard, node: Node }} props */
function Step({ live, node }) {
  const isNow = live.at.value === node.id;
  const seen = viewModel(live);
  const parent = node.parent === null ? null : live.tree.value[node.parent];
  const before = parent?.board?.table ?? parent?.table;
  const judged = node.own ? undefined : live.judged.value.get(node.ply);
  const mine = seen.order[0];
  const chance = live.engine.thoughts.value[node.id]?.seats[mine] ?? judged?.after[mine];
  const shown = node.parent === null ? html`<span class="said">${t('analysis.start')}</span>`
    : html`<${Who} seat=${seen.shade(node.seat)} name=${seen.names[node.seat]} letter=${seen.initials[node.seat]} /><${Name} is=${seen.names[node.seat]} />
      ${before ? html`<${Brief} moves=${node.moves} seen=${asSeat({ ...seen, table: before }, node.seat)} />` : html`<code>${node.moves.join(' ')}</code>`}`;
  return html`<button type="button" class="stepb ${node.own ? 'own' : ''}" aria-current=${isNow ? 'step' : null} onClick=${() => live.go(node)}>${shown}
    ${chance === undefined ? null : html`<b class="pc">${percent(chance)}<${Name} is=" %" /></b>`}${judged?.label ? html`<${Seal} label=${judged.label} />` : null}</button>`;
}

// A move that is chosen by clicking things

/** @param {{ live: AnalysisBoard }} props */
export function Picked({ live }) {
  const matches = live.matches.value;
  if (!live.picked.value.length) return null;
  const seen = viewModel(live);
  return html`<section class="panel pickedbar" aria-label=${t('analysis.picked')}><span class="lead">${t('analysis.picked')}</span>
    ${matches.slice(0, MOST_BUTTONS).map(({ text }, index) => html`<button key=${text} type="button" class="btn ${index ? '' : 'go'}" onClick=${() => live.tryMove(text)}>
      <${Spoken} moves=${[text]} seen=${asSeat(seen, seen.table.active)} />${index ? null : html` <${Key} of="Enter" />`}</button>`)}
    ${matches.length > MOST_BUTTONS ? html`<span class="more">${t('analysis.picked.more', { count: matches.length - MOST_BUTTONS })}</span>` : null}
    <button type="button" class="btn" onClick=${() => live.clear()}>${t('analysis.picked.clear')} <${Key} of="Esc" /></button></section>`;
}

// What was dealt

/** Tokens from the bag, in the order of the spaces that they fill: the bag is emptied, so that chance decides only where they lie.
 * Two that are clicked change places. @param {{ live: AnalysisBoard, drawn: import('../../state/analysis/tree.js').Drawn, tokens: string }} props */
function FromBag({ live, drawn: { cards }, tokens }) {
  const [first, setFirst] = useState(-1);
  useEffect(() => setFirst(-1), [live.at.value, tokens]);
  const before = live.tree.value[live.node.value.parent ?? 0].board?.table;
  const spaces = before?.board ? filledBy(before.board, tokens) : [];
  if (new Set(tokens).size < 2) return html`<span class="gm"><${NamedGems} letters=${tokens} /></span>`;
  const click = (/** @type {number} */ at) => () => {
    if (first < 0) setFirst(at);
    else if (tokens[at] === tokens[first]) setFirst(-1);
    else live.dealAgain({ cards, tokens: swapped(tokens, first, at) });
  };
  return html`<span class="gm frombag" role="group" aria-label=${t('analysis.swap')}>${[...tokens].map((letter, at) => html`<button key=${at} type="button" aria-pressed=${at === first ? 'true' : 'false'}
    aria-label=${t('analysis.tokenOn', { gem: t(`gem.${letter}`), space: spaces[at] ?? at + 1 })} onClick=${click(at)}><${Gem} of=${letter} /><small aria-hidden="true">${spaces[at]}</small></button>`)}</span>
    <span class="about">${t('analysis.swap')}</span>`;
}

/** @param {{ live: AnalysisBoard }} props */
export function Drawn({ live }) {
  const [choosing, setChoosing] = useState(false);
  const { catalogue } = viewModel(live);
  const [drawn] = live.drawn;
  useEffect(() => setChoosing(false), [live.at.value]);
  if (!drawn) return null;
  const choices = (drawn.decks?.[0] ?? []).map((id) => catalogue.card(id));
  const choose = (/** @type {import('../../state/types.js').CardId} */ card) => () => {
    setChoosing(false);
    live.dealAgain({ cards: [card] });
  };
  return html`<section class="panel drawn" aria-label=${t('analysis.drawn')}><span class="lead">${t('analysis.drawn')}</span>
    ${(drawn.cards ?? []).map((id) => html`<span role="img" aria-label=${cardLabel(catalogue.card(id))}><${Mini} card=${catalogue.card(id)} /></span>`)}
    ${drawn.tokens ? html`<${FromBag} live=${live} drawn=${drawn} tokens=${drawn.tokens} />` : null}
    <button type="button" class="btn" onClick=${() => live.dealAgain()}>${t('analysis.deal')} <${Key} of="D" /></button>
    ${choices.length > 1 ? html`<button type="button" class="btn" aria-expanded=${choosing ? 'true' : 'false'} onClick=${() => setChoosing(!choosing)}>${t('analysis.chooseCard')}</button>` : null}
    ${choosing ? html`<ul class="choices">${choices.map((card) => html`<li key=${card.id}><button type="button" aria-label=${cardLabel(card)} onClick=${choose(card.id)}><${Mini} card=${card} /></button></li>`)}</ul>` : null}</section>`;
}
