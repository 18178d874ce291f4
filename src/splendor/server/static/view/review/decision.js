/** One turn: what was played against what is better, why, the likely line, and what is as good. */

import { html, useEffect } from '../../vendor/preact.js';
import { asGoodAsTheBest, compared, isBehind, percent } from '../../state/after/review.js';
import { canPlayOn } from '../../state/after/replay.js';
import { parseMove } from '../../state/moves.js';
import { takenBy } from '../../state/board.js';
import { cardAt } from '../../state/moves.js';
import { t } from '../../texts/index.js';
import { wordsOf } from '../shared/move_words.js';
import { Disc, Gems, Mini, MiniBack, Name, Picture, Who } from '../shared/parts.js';
import { viewModel } from '../shared/view_model.js';
import { Reasons, plainReasons } from './reasons.js';
import { SavePuzzle } from './save.js';
import { Hallmark, Luck, Seal } from './signs.js';

/** @typedef {import('./past.js').ReviewTable} ReviewTable */
/** @typedef {import('../../state/after/review.js').Option} Option */
/** @typedef {import('../../state/after/review.js').Turn} Turn */
/** @typedef {import('../shared/view_model.js').ViewModel} ViewModel */

const NEAR = 2; // moves that are named as being as good

/** @param {{ past: ReviewTable }} props */
export function Decision({ past }) {
  const turn = past.turn.value;
  const { judged } = turn ?? {};
  const seen = viewModel(past);
  useEffect(() => {
    if (judged?.label) past.showLine(compared(judged).decision.ply, compared(judged).best.line);
  }, [judged]);
  const heading = html`<h2 class="visually-hidden">${t('review.decision')}</h2>`;
  if (!turn) return html`<section class="dec panel" aria-label=${t('review.decision')}>${heading}<p>${t('review.noTurns')}</p></section>`;
  const waits = past.tooShort.value ? t('review.tooShort') : past.isOver ? t('review.notJudged') : t('review.soon');
  return html`<section class="dec panel" aria-label=${t('review.decision')}>${heading}
    <${Head} turn=${turn} past=${past} seen=${seen} />
    ${judged ? html`<${Compared} turn=${turn} past=${past} seen=${seen} />` : html`<p class="waitp">${waits}</p>`}
    <${Buttons} past=${past} turn=${turn} />
    <p class="visually-hidden" role="status">${announced(turn, seen)}</p></section>`;
}

/** @param {{ turn: Turn, past: ReviewTable, seen: ViewModel }} props */
function Head({ turn, past, seen }) {
  const { judged } = turn;
  const last = past.turns.value[past.turns.value.length - 1].round;
  const label = judged?.label ?? '';
  const luck = judged && past.eyes.value !== null ? percent(judged.luck[past.eyes.value]) : 0;
  const whose = seen.names[turn.seat];
  return html`<header>${label ? html`<${Seal} label=${label} />` : null}
    <b class="kind">${label ? t(`slip.${label}`) : judged ? t('review.noSlip') : whose}</b>
    <span class="where"><${Who} seat=${seen.shade(turn.seat)} name=${whose} letter=${seen.initials[turn.seat]} />
      ${' '}${whose} · ${t('review.round', { round: turn.round, last })}</span>
    ${turn.hinted ? html`<span class="bulb" title=${t('review.hinted')}><${Picture} id="eye" />${t('review.hint')}</span>` : null}
    ${Math.abs(luck) >= 4 ? html`<${Luck} points=${luck} />` : null}
    ${label && judged ? html`<span class="cost">−${compared(judged).lost}<small> %</small></span>` : null}</header>`;
}

/** @param {{ turn: Turn, past: ReviewTable, seen: ViewModel }} props */
function Compared({ turn, past, seen }) {
  const judged = /** @type {import('../../state/after/review.js').Judged} */ (turn.judged);
  const { decision, best, played, lost } = compared(judged);
  const mine = turn.seat === seen.you;
  const said = t(mine ? 'review.youPlayed' : 'review.played', { name: seen.names[turn.seat] });
  if (!judged.label) {
    return html`<div class="two one"><${Box} kind="played" said=${said} option=${played} moves=${judged.moves} past=${past} seen=${seen} /></div>
      <p class="near">${isBehind(judged) ? t('review.noSlip.little', { lost }) : t('review.noSlip.about')}</p>
      <${Near} said=${t(isBehind(judged) ? 'review.nearBest' : 'review.near')} others=${asGoodAsTheBest(decision)} seen=${seen} />`;
  }
  const rest = judged.moves.slice(judged.decisions.indexOf(decision));
  return html`<div class="two">
      <${Box} kind="played" said=${said} option=${played} moves=${rest} reasons=${judged.against} past=${past} seen=${seen} />
      <${Box} kind="better" said=${t('review.better')} option=${best} moves=${turnPart(past, best)} reasons=${judged.in_favour} past=${past} seen=${seen} /></div>
    <${Line} past=${past} seen=${seen} />
    <${Near} said=${t('review.near')} others=${asGoodAsTheBest(decision).filter(({ move }) => move !== best.move)} seen=${seen} />`;
}

/** The moves of a line that belong to the turn, as far as the table is known. @param {ReviewTable} past @param {Option} option */
function turnPart(past, { move, line }) {
  const steps = past.line.value;
  const own = steps.findIndex(({ seat }, index) => index > 0 && seat !== steps[0].seat);
  return own > 0 ? line.slice(0, own) : [move];
}

/** @param {{ kind: string, said: string, option: Option, moves: string[], past: ReviewTable, seen: ViewModel,
 *   reasons?: import('../../state/after/review.js').Reason[] }} props */
function Box({ kind, said, option, moves, reasons = [], seen }) {
  const chance = percent(option.chance);
  return html`<section class="opt ${kind}" aria-label=${said}><span class="lbl">${said}</span>
    <span class="mv"><${Deeds} moves=${moves} seen=${seen} big=${true} /></span>
    <span class="ch"><b>${chance}<i> %</i></b>
      <small>${option.proven ? html`<${Hallmark} /> ${t('review.proven')}` : `± ${Math.max(1, percent(option.error))}`}</small></span>
    <${Bar} chance=${option.chance} error=${option.proven ? 0 : option.error} />
    <${Reasons} reasons=${reasons} side=${kind === 'better' ? 'pro' : 'con'} seen=${seen} /></section>`;
}

/** @param {{ chance: number, error: number }} props */
const Bar = ({ chance, error }) => html`<svg class="cbar" viewBox="0 0 100 7" preserveAspectRatio="none" aria-hidden="true">
  <rect class="bg" width="100" height="7" rx="3" /><rect class="fg" width=${100 * chance} height="7" rx="3" />
  ${error ? html`<line class="er" x1=${100 * Math.max(0, chance - error)} x2=${100 * Math.min(1, chance + error)} y1="3.500" y2="3.500" />` : null}</svg>`;

// Moves as pictures

/** @param {{ moves: string[], seen: ViewModel, big?: boolean }} props */
export const Deeds = ({ moves, seen, big }) => moves.map((text, index) => html`
  <${Deed} key=${index} text=${text} seen=${seen} big=${big && !index} />`);

/** @param {{ text: string, seen: ViewModel, big?: boolean }} props */
function Deed({ text, seen, big }) {
  const move = parseMove(text);
  const { table, catalogue } = seen;
  const hand = table.places?.[table.active]?.hand ?? [];
  const words = wordsOf(move, { table, hand, catalogue });
  return html`<span class="deed"><${Name} is=${words} /><span aria-hidden="true"><${Shown} move=${move} text=${text} seen=${seen} hand=${hand} big=${big} words=${words} /></span></span>`;
}

/** @param {{ move: import('../../state/moves.js').Move, text: string, seen: ViewModel, big?: boolean, words: string,
 *   hand: import('../../state/types.js').HandCard[] }} props */
function Shown({ move, text, seen, hand, big, words }) {
  const { table, catalogue } = seen;
  const gems = (/** @type {string} */ letters) => (big
    ? html`<span class="discs">${[...letters].map((letter) => html`<${Disc} of=${letter} />`)}</span>`
    : html`<span class="gm"><${Gems} letters=${letters} /></span>`);
  switch (move.kind) {
    case 'take': return gems(move.letters);
    case 'line': case 'privilege': case 'match': {
      const letters = table.board ? takenBy(table.board, move) : ''; // none where the board was filled first
      return letters ? gems(letters) : html`<span class="said">${words}</span>`;
    }
    case 'buy': case 'reserve': {
      const id = cardAt(table, hand, move.place);
      const mini = id === null ? html`<${MiniBack} level=${Number(move.place[0]) || 1} />` : html`<${Mini} card=${catalogue.card(id)} />`;
      return html`${big ? t(`review.do.${move.kind}`) : move.kind === 'reserve' ? html`<${Picture} id="lock" />` : null} ${mini} <code>${text}</code>`;
    }
    case 'return': return html`<small>−</small>${html`<span class="gm"><${Gems} letters=${move.letter} /></span>`}`;
    case 'steal': case 'colour': return html`<span class="gm"><${Gems} letters=${move.letter} /></span><code>${text}</code>`;
    default: return html`<span class="said">${words}</span>`;
  }
}

// The line

/** @param {{ past: ReviewTable, seen: ViewModel }} props */
function Line({ past, seen }) {
  const steps = past.line.value;
  const at = past.step.value;
  const last = past.lastStep;
  const by = (/** @type {number} */ step) => () => {
    past.stopLine();
    past.stepLine(step);
  };
  if (!steps.length) return html`<div class="rline"></div>`;
  const here = (/** @type {number} */ index) => (index ? steps[index - 1].table : seen.table);
  return html`<div class="rline"><button type="button" class="btn" aria-label=${t('review.line.back')} disabled=${at < 0} onClick=${by(-1)}>◀</button>
    <button type="button" class="btn" aria-label=${t('review.line.forward')} disabled=${at >= last} onClick=${by(1)}>▶</button>
    ${last > 0 ? html`<button type="button" class="btn playline" aria-label=${t(past.running.value ? 'review.line.stop' : 'review.line.play')}
      title=${t(past.running.value ? 'review.line.stop' : 'review.line.play')} onClick=${() => past.playLine()}>${past.running.value ? '■' : '▶▶'}</button>` : null}
    <ol class="stepl" tabindex="0" aria-label=${t('review.line')}>${steps.map((step, index) => html`
      <li class="${index === at ? 'on' : ''} ${step.table ? '' : 'if'}" aria-current=${index === at ? 'step' : null}>
        <${Who} seat=${seen.shade(step.seat)} name=${seen.names[step.seat]} letter=${seen.initials[step.seat]} />
        <${Name} is=${seen.names[step.seat]} />
        ${here(index) ? html`<${Deeds} moves=${[step.move]} seen=${{ ...seen, table: here(index) }} />` : html`<code>${step.move}</code>`}</li>`)}
      ${last < steps.length - 1 ? html`<li class="depends">${t('review.depends')}</li>` : null}</ol></div>`;
}

/** @param {{ said: string, others: Option[], seen: ViewModel }} props */
function Near({ said, others, seen }) {
  if (!others.length) return null;
  const named = others.slice(0, NEAR);
  const more = others.length - named.length;
  return html`<p class="near">${said} ${named.map((option, index) => html`${index ? ', ' : ' '}
    <${Deeds} moves=${[option.move]} seen=${seen} /> ${percent(option.chance)} %`)}.
    ${more ? ` ${t('review.nearMore', { count: more })}` : ''}</p>`;
}

/** @param {{ past: ReviewTable, turn: Turn }} props */
function Buttons({ past, turn }) {
  const replay = past.replay.value;
  const own = turn.seat === past.eyes.value;
  const fork = () => {
    past.ply.value = turn.first;
    past.forking.value = true;
  };
  return html`<div class="acts">
    ${turn.judged?.label && own ? html`<a class="btn go" href="/learn/${past.id}?as=${turn.seat}#${turn.first}">${t('review.try')}</a>` : null}
    ${replay && canPlayOn(replay, turn.first) ? html`<button type="button" class="btn onward" onClick=${fork}>${t('fork')}</button>` : null}
    ${turn.judged?.label ? html`<${SavePuzzle} what=${{ table: past.id, ply: compared(turn.judged).decision.ply }} />` : null}
    <a class="btn explore" href="/analysis/${past.id}#${turn.first}">${t('review.explore')}</a>
    <a class="btn" href="/replay/${past.id}#${turn.first}">${t('replay')}</a></div>`;
}

// For screen readers: one sentence

/** @param {Turn} turn @param {ViewModel} seen */
function announced(turn, seen) {
  const { judged } = turn;
  const who = seen.names[turn.seat];
  if (!judged) return `${t('review.round', { round: turn.round, last: '' })}: ${who}`;
  const { best, played } = compared(judged);
  const { table, catalogue } = seen;
  const hand = table.places?.[table.active]?.hand ?? [];
  const say = (/** @type {string} */ text) => wordsOf(parseMove(text), { table, hand, catalogue });
  const what = t('review.said.played', { who, move: say(played.move), chance: percent(played.chance) });
  if (!judged.label) return `${what} ${t('review.noSlip')}`;
  const better = t('review.said.better', { move: say(best.move), chance: percent(best.chance) });
  const why = plainReasons([...judged.in_favour, ...judged.against], seen);
  return `${t(`slip.${judged.label}`)}. ${what} ${better}${why ? ` ${t('review.said.because', { why })}` : ''}`;
}
