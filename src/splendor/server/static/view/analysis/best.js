/** What the computer thinks: the three best moves with their lines, why the first, and all moves. */

import { html } from '../../vendor/preact.js';
import { percent } from '../../state/after/review.js';
import { parseMove } from '../../state/moves.js';
import { language, t } from '../../texts/index.js';
import { Deeds } from '../review/decision.js';
import { Reasons } from '../review/reasons.js';
import { Hallmark } from '../review/signs.js';
import { Name, Picture, Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';

/** @typedef {import('./board.js').AnalysisBoard} AnalysisBoard */
/** @typedef {import('./engine.js').Considered} Considered */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const SHOWN = 3;
const FEW = 30; // games: a chance from fewer says little

/** The view model as a seat sees moves of its own. @param {ViewModel} seen @param {number} seat @returns {ViewModel} */
export const asSeat = (seen, seat) => ({ ...seen, table: { ...seen.table, active: seat }, hand: seen.table.places?.[seat]?.hand ?? [] });

/** @param {{ live: AnalysisBoard }} props */
export function Best({ live }) {
  const { engine } = live;
  const thought = engine.on.value ? engine.thought.value : null;
  const seen = viewModel(live);
  return html`<section class="panel best3" aria-labelledby="best-title"><header><h2 id="best-title">${t('analysis.best')}</h2><${Said} live=${live} />
      ${engine.canGoOn ? html`<button type="button" class="btn sm" onClick=${() => engine.thinkLonger()}>+ ${t('analysis.longer')}</button>` : null}
      <button type="button" class="switch" role="switch" aria-checked=${engine.on.value ? 'true' : 'false'} aria-label=${t('analysis.engine')} onClick=${() => engine.toggle()}></button></header>
    ${thought ? html`<ol onPointerDown=${() => engine.hold()}>${thought.moves.slice(0, SHOWN).map((found, rank) => html`<${Ranked} key=${found.move} live=${live} seen=${seen} found=${found} rank=${rank} />`)}</ol>`
      : html`<p class="waitp">${t(`analysis.state.${engine.state.value}.about`)}</p>`}
    <p class="visually-hidden" role="status">${engine.told.value}</p></section>`;
}

/** How far it is. @param {{ live: AnalysisBoard }} props */
function Said({ live }) {
  const thought = live.engine.on.value ? live.engine.newest.value : null;
  const state = live.engine.state.value;
  if (state === 'over' || !thought) return html`<span class="pill">${t(`analysis.state.${state}`)}</span>`;
  const games = new Intl.NumberFormat(language.value).format(thought.simulations);
  const busy = state === 'busy' ? html`${t('analysis.state.busy')} · ` : null;
  return html`<span class="pill ${state}">${busy}<b>${t('analysis.games', { games })}</b> · ${state === 'done' ? `${thought.seconds.toFixed(1)} s` : t(`analysis.state.${state}`)}</span>`;
}

/** @param {{ live: AnalysisBoard, seen: ViewModel, found: Considered, rank: number }} props */
function Ranked({ live, seen, found, rank }) {
  const { active } = seen.table;
  const steps = found.line ?? [];
  const own = steps.findIndex(({ seat }) => seat !== active);
  const first = own < 0 ? steps : steps.slice(0, own);
  const rest = own < 0 ? [] : steps.slice(own);
  return html`<li><button type="button" class="ranked ${rank ? '' : 'first'}" ...${pointing(live, found.move)} onClick=${() => live.tryMove(found.move)}>
    <b class="rank" aria-hidden="true">${rank + 1}</b>
    <span class="mv"><${Spoken} moves=${first.length ? first.map(({ move }) => move) : [found.move]} seen=${asSeat(seen, active)} /></span>
    <${Odds} found=${found} /><${Bar} found=${found} />
    ${rest.length ? html`<span class="then"><${Name} is=${t('analysis.then')} />${rest.map((step, index) => html`<span key=${index} class="lstep">
      <${Who} seat=${seen.shade(step.seat)} name=${seen.names[step.seat]} letter=${seen.initials[step.seat]} /><${Name} is=${seen.names[step.seat]} /> <${Brief} moves=${[step.move]} seen=${asSeat(seen, step.seat)} /></span>`)}</span>` : null}</button></li>`;
}

/** Moves that take tokens: these are shown small, so that a turn has room. */
const TAKES = ['take', 'line', 'match', 'privilege'];

/** The moves of a turn, with what is done in the first one. @param {{ moves: string[], seen: ViewModel }} props */
export function Spoken({ moves, seen }) {
  const { kind } = parseMove(moves[0]);
  if (!TAKES.includes(kind)) return html`<${Deeds} moves=${moves} seen=${seen} big=${true} />`;
  return html`${kind === 'privilege' ? null : html`<span aria-hidden="true">${t('review.do.take')}</span> `}<${Brief} moves=${moves} seen=${seen} />`;
}

/** Moves as small pictures; a privilege is told from tokens that are simply taken. @param {{ moves: string[], seen: ViewModel }} props */
export const Brief = ({ moves, seen }) => moves.map((move, index) => html`${parseMove(move).kind === 'privilege' ? html`<${Picture} id="scroll" />` : null}
  <${Deeds} key=${index} moves=${[move]} seen=${seen} />`);

/** Pointing at a row marks its move on the table. @param {AnalysisBoard} live @param {string} move */
function pointing(live, move) {
  const point = () => {
    live.pointed.value = move;
  };
  const stop = () => {
    if (live.pointed.value === move) live.pointed.value = '';
  };
  return { onMouseEnter: point, onMouseLeave: stop, onFocus: point, onBlur: stop };
}

/** @param {{ found: Considered }} props */
const Odds = ({ found: { chance, error, proven } }) => html`<span class="ch"><b>${percent(chance)}<i> %</i></b>
  <small>${proven ? html`<${Hallmark} /> ${t('review.proven')}` : `± ${Math.max(1, Math.ceil(100 * error))}`}</small></span>`;

/** @param {{ found: Considered }} props */
const Bar = ({ found: { chance, error, proven } }) => html`<svg class="cbar" viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
  <rect class="bg" width="100" height="7" rx="3" /><rect class="fg" width=${100 * chance} height="7" rx="3" />
  ${proven ? null : html`<line class="er" x1=${100 * Math.max(0, chance - error)} x2=${100 * Math.min(1, chance + error)} y1="3.500" y2="3.500" />`}</svg>`;

/** Facts for the first move and against it, compared with the second. @param {{ live: AnalysisBoard }} props */
export function Why({ live }) {
  const thought = live.engine.on.value ? live.engine.thought.value : null;
  const { in_favour: pro = [], against: con = [] } = thought ?? {};
  if (!pro.length && !con.length) return null;
  const seen = viewModel(live);
  return html`<section class="panel whyf" aria-labelledby="why-title"><h2 id="why-title">${t('analysis.why')} <small>${t('analysis.why.about')}</small></h2>
    <${Reasons} reasons=${pro} side="pro" seen=${seen} /><${Reasons} reasons=${con} side="con" seen=${seen} /></section>`;
}

/** @param {{ live: AnalysisBoard }} props */
export function AllMoves({ live }) {
  const seen = viewModel(live);
  const thought = live.engine.on.value ? live.engine.thought.value : null;
  const known = new Map((thought?.moves ?? []).map((found) => [found.move, found]));
  const legal = live.legal.value.map(({ text }) => text);
  const rows = [...[...known.keys()].filter((move) => legal.includes(move)), ...legal.filter((move) => !known.has(move))];
  const well = [...known.values()].filter(({ visits, proven }) => proven || visits >= FEW).length;
  const played = live.tree.value.find(({ parent, own }) => parent === live.at.value && !own)?.moves[0];
  return html`<section class="panel allm" aria-labelledby="all-title"><h2 id="all-title">${t('analysis.all')} <small>${t('analysis.all.about', { legal: legal.length, well })}</small></h2>
    <ol tabindex="0" onPointerDown=${() => live.engine.hold()} aria-label=${t('analysis.all')}>${rows.map((move) => html`<${Row} key=${move} live=${live} seen=${seen} move=${move} found=${known.get(move)} played=${move === played} />`)}</ol></section>`;
}

/** @param {{ live: AnalysisBoard, seen: ViewModel, move: string, found?: Considered, played: boolean }} props */
function Row({ live, seen, move, found, played }) {
  const few = found && !found.proven && found.visits < FEW;
  return html`<li><button type="button" class="row ${played ? 'played' : ''} ${few ? 'few' : ''}" ...${pointing(live, move)} onClick=${() => live.tryMove(move)}>
    <span class="mv"><${Brief} moves=${[move]} seen=${asSeat(seen, seen.table.active)} />${played ? html` <em>${t('analysis.played')}</em>` : null}</span>
    ${found && (found.visits || found.proven) ? html`<${Bar} found=${found} /><${Odds} found=${found} />` : null}</button></li>`;
}
