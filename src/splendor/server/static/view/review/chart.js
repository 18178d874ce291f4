/** The chances along the game: an area for two players, lines for more; seals of slips, luck, and all of it as a table. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { chancesOf, knownParts, percent } from '../../state/after/review.js';
import { t } from '../../texts/index.js';
import { viewModel } from '../shared/view_model.js';
import { SealShape, signed } from './signs.js';

/** @typedef {import('./past.js').ReviewTable} ReviewTable */
/** @typedef {import('../../state/after/review.js').Turn} Turn */
/** @typedef {{ past: ReviewTable, seen: import('../shared/view_model.js').ViewModel, plot: Plot }} Props */

const SEAL = 15;
const LOW = 120; // pixels below which there is only room for the chances themselves
const LANES = 72; // pixels for slips, luck and rounds below the chances

/** Where things are in the chart. */
class Plot {
  /** @param {number} turns @param {{ width: number, height: number }} size */
  constructor(turns, { width, height }) {
    this.small = height < LOW || width < 420;
    this.width = width;
    this.height = height;
    this.left = this.small ? 26 : 44;
    this.right = width - 8;
    this.top = 8;
    this.bottom = this.small ? height - 6 : height - LANES;
    this.turns = turns;
  }

  /** @param {number} at */
  x(at) {
    return this.left + ((this.right - this.left) * at) / Math.max(1, this.turns);
  }

  /** @param {number} chance */
  y(chance) {
    return this.bottom - (this.bottom - this.top) * chance;
  }

  /** The turn at a place of the picture. @param {number} x from 0 to 1 */
  turnAt(x) {
    const at = ((x * this.width - this.left) / (this.right - this.left)) * this.turns;
    return Math.max(0, Math.min(this.turns - 1, Math.floor(at)));
  }
}

/** @param {{ past: ReviewTable }} props */
export function Chart({ past }) {
  const seen = viewModel(past);
  const [box, size] = useSize();
  const plot = new Plot(past.turns.value.length, size);
  const drag = useDrag(past, plot);
  return html`<section class="chartbox panel" aria-label=${t('review.chances')}>
    <header><h2>${t('review.chances')}</h2><${Legend} seen=${seen} /></header>
    <svg class="wchart" ref=${box} viewBox="0 0 ${plot.width} ${plot.height}" role="img" aria-label=${sentence(past, seen)} ...${drag}>
      <${Ground} past=${past} seen=${seen} plot=${plot} />
      ${seen.names.length === 2 ? html`<${Area} past=${past} seen=${seen} plot=${plot} />` : html`<${Lines} past=${past} seen=${seen} plot=${plot} />`}
      <${Marks} past=${past} seen=${seen} plot=${plot} />
      ${plot.small ? null : html`<${Lanes} past=${past} seen=${seen} plot=${plot} />`}
      <${Cursor} past=${past} seen=${seen} plot=${plot} /></svg>
    <details class="astable"><summary>${t('chart.asTable')}</summary><${AsTable} past=${past} seen=${seen} /></details></section>`;
}

/** The size of the chart in pixels, whatever the window is.
 * @returns {[{ current: Element | null }, { width: number, height: number }]} */
function useSize() {
  const box = useRef(/** @type {Element | null} */ (null));
  const [size, setSize] = useState({ width: 844, height: 178 });
  useEffect(() => {
    const watch = new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width > 40 && height > 40) setSize({ width: Math.round(width), height: Math.round(height) });
    });
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return [box, size];
}

/** A click or a drag goes to a turn. @param {ReviewTable} past @param {Plot} plot */
function useDrag(past, plot) {
  const held = useRef(false);
  const to = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    past.goTurn(plot.turnAt((event.clientX - box.left) / box.width));
  };
  return {
    onPointerDown(/** @type {PointerEvent} */ event) {
      held.current = true;
      to(event);
    },
    onPointerMove(/** @type {PointerEvent} */ event) {
      if (held.current && event.buttons) to(event);
    },
    onPointerUp() {
      held.current = false;
    },
  };
}

/** @param {{ seen: import('../shared/view_model.js').ViewModel }} props */
function Legend({ seen }) {
  const two = seen.names.length === 2;
  return html`<span class="legend" aria-hidden="true">${seen.order.map((seat, place) => html`
      <span><i class="sw s${place} ${two ? 'area' : ''}"></i>${seen.names[seat]}</span>`)}
    ${['inaccuracy', 'mistake', 'blunder'].map((label) => html`<span class="kinds"><svg class="seal ${label}" viewBox="0 0 24 24"><${SealShape} label=${label} /></svg>${t(`slip.${label}.small`)}</span>`)}
    <span class="luck kinds">▲▼ ${t('review.luckOfCard')}</span></span>`;
}

/** The grid, and what is not judged yet. @param {Props} props */
function Ground({ past, plot }) {
  const rounds = past.turns.value.map(({ round }) => round);
  const last = rounds[rounds.length - 1] ?? 1;
  const step = last > 12 ? 5 : 1;
  const shown = rounds.flatMap((round, at) => (rounds[at - 1] !== round && (round === 1 || round % step === 0) ? [{ round, at }] : []));
  return html`<rect class="undone" x=${plot.left} y=${plot.top} width=${plot.right - plot.left} height=${plot.bottom - plot.top} rx="4" />
    ${[0, 0.5, 1].map((value) => html`<g><line class="gr" x1=${plot.left} x2=${plot.right} y1=${plot.y(value)} y2=${plot.y(value)} />
      <text class="end" x=${plot.left - 6} y=${plot.y(value) + 4}>${100 * value}</text></g>`)}
    ${plot.small ? null : shown.map(({ round, at }) => html`<text class="mid" x=${plot.x(at)} y=${plot.height - 3}>${round}</text>`)}`;
}

/** @param {Plot} plot @param {(number | null)[]} chances @param {[number, number]} part */
const points = (plot, chances, [from, to]) => chances.slice(from, to + 1)
  .map((chance, index) => `${plot.x(from + index).toFixed(1)} ${plot.y(chance ?? 0).toFixed(1)}`);

/** @param {Props} props */
function Area({ past, plot }) {
  const seat = past.eyes.value ?? 0;
  const turns = past.turns.value;
  const chances = chancesOf(turns, seat);
  return knownParts(chances).map((part) => {
    const [from, to] = part;
    const line = points(plot, chances, part);
    const [left, right] = [plot.x(from), plot.x(to)];
    const width = Math.max(1, right - left);
    const error = (/** @type {number} */ sign) => chances.slice(from, to + 1).map((chance, index) => {
      const off = 2 * (turns[from + index]?.judged?.error ?? 0);
      return `${plot.x(from + index).toFixed(1)} ${plot.y(Math.max(0, Math.min(1, (chance ?? 0) + sign * off))).toFixed(1)}`;
    });
    return html`<g><rect class="a1" x=${left} y=${plot.top} width=${width} height=${plot.bottom - plot.top} />
      <${Hatch} plot=${plot} from=${left} to=${right} />
      <path class="a0" d="M${left} ${plot.bottom}L${line.join('L')}L${right} ${plot.bottom}Z" />
      <path class="eband" d="M${error(1).join('L')}L${error(-1).toReversed().join('L')}Z" />
      <path class="wline" d="M${line.join('L')}" /></g>`;
  });
}

/** Diagonals over the area of the other player. @param {{ plot: Plot, from: number, to: number }} props */
function Hatch({ plot, from, to }) {
  const height = plot.bottom - plot.top;
  const count = Math.ceil((to - from + height) / 9);
  const lines = Array.from({ length: count }, (_, index) => {
    const x = from - height + 9 * index;
    const [x1, x2] = [Math.max(from, x), Math.min(to, x + height)];
    return x2 > x1 ? `M${x1.toFixed(1)} ${(plot.bottom - (x1 - x)).toFixed(1)}L${x2.toFixed(1)} ${(plot.bottom - (x2 - x)).toFixed(1)}` : '';
  });
  return html`<path class="hl" d=${lines.join('')} />`;
}

/** @param {Props} props */
function Lines({ past, seen, plot }) {
  return seen.order.map((seat, place) => {
    const chances = chancesOf(past.turns.value, seat);
    return html`<g class="of${place}">${knownParts(chances).map((part) => html`<path d="M${points(plot, chances, part).join('L')}" />`)}</g>`;
  });
}

/** Seals: one's own above, those of others below; on a phone mistakes and blunders only. @param {Props} props */
function Marks({ past, plot }) {
  const seat = past.eyes.value ?? 0;
  return past.turns.value.map((turn, at) => {
    const { judged } = turn;
    if (!judged?.label || (plot.small && judged.label === 'inaccuracy')) return null;
    const y = plot.y(judged.before[seat]) + (turn.seat === seat ? -SEAL : 2);
    const size = judged.label === 'inaccuracy' ? SEAL : SEAL + 2;
    const top = Math.max(0, Math.min(plot.bottom - size, y));
    return html`<svg class="seal ${judged.label}" x=${plot.x(at) - size / 2} y=${top} width=${size} height=${size} viewBox="0 0 24 24"><${SealShape} label=${judged.label} /></svg>`;
  });
}

/** What slips gave away, and luck, below the chart. @param {Props} props */
function Lanes({ past, plot }) {
  const seat = past.eyes.value ?? 0;
  const [slips, luck] = [plot.bottom + 20, plot.bottom + 41];
  const width = Math.max(3, Math.min(9, (plot.right - plot.left) / plot.turns - 1));
  return html`<text class="end" x=${plot.left - 4} y=${slips + 2}>${t('review.lane.slips')}</text><line class="gr" x1=${plot.left} x2=${plot.right} y1=${slips} y2=${slips} />
    <text class="end" x=${plot.left - 4} y=${luck + 4}>${t('review.luck')}</text><line class="gr" x1=${plot.left} x2=${plot.right} y1=${luck} y2=${luck} />
    ${past.turns.value.map(({ judged, seat: mover }, at) => {
    if (!judged) return null;
    const [lost, lucky] = [percent(judged.loss), percent(judged.luck[seat])];
    const high = Math.min(14, 2 + lost / 2);
    const size = Math.min(7, 2 + Math.abs(lucky) / 4);
    const x = plot.x(at);
    return html`<g>${lost >= 2 ? html`<rect class=${mover === seat ? 'b0' : 'b1'} x=${x - width / 2} y=${mover === seat ? slips : slips - high} width=${width} height=${high} />` : null}
      ${Math.abs(lucky) >= 2 ? html`<polygon class="lk" points=${lucky > 0 ? `${x},${luck - 2 * size} ${x + size},${luck} ${x - size},${luck}` : `${x},${luck + 2 * size} ${x + size},${luck} ${x - size},${luck}`} />` : null}</g>`;
  })}`;
}

/** @param {Props} props */
function Cursor({ past, plot }) {
  const x = plot.x(past.at.value);
  const chance = past.turn.value?.judged?.before[past.eyes.value ?? 0];
  return html`<line class="now" x1=${x} x2=${x} y1=${plot.top} y2=${plot.small ? plot.bottom : plot.height - 18} />
    ${chance === undefined ? null : html`<circle class="nowdot" cx=${x} cy=${plot.y(chance)} r="4.500" />`}`;
}

/** @param {ReviewTable} past @param {import('../shared/view_model.js').ViewModel} seen */
function sentence(past, seen) {
  const seat = past.eyes.value ?? 0;
  const known = chancesOf(past.turns.value, seat).flatMap((chance) => (chance === null ? [] : [percent(chance)]));
  if (!known.length) return t('review.chart.none');
  return t('review.chart.says', { name: seen.names[seat], from: known[0], to: known[known.length - 1], least: Math.min(...known), most: Math.max(...known) });
}

/** @param {{ past: ReviewTable, seen: import('../shared/view_model.js').ViewModel }} props */
const AsTable = ({ past, seen }) => html`<table class="numbers"><caption class="visually-hidden">${t('review.chances')}</caption>
  <thead><tr><th scope="col">${t('chart.round')}</th><th scope="col">${t('review.player')}</th>
    ${seen.names.map((name) => html`<th scope="col">${name}</th>`)}<th scope="col">${t('review.slip')}</th><th scope="col">${t('review.luck')}</th></tr></thead>
  <tbody>${past.turns.value.flatMap((turn) => (turn.judged ? [html`<tr><th scope="row">${turn.round}</th><td>${seen.names[turn.seat]}</td>
    ${turn.judged.after.map((chance) => html`<td>${percent(chance)} %</td>`)}
    <td>${turn.judged.label ? `${t(`slip.${turn.judged.label}`)} −${percent(turn.judged.loss)}` : ''}</td>
    <td>${signed(percent(turn.judged.luck[past.eyes.value ?? 0]))}</td></tr>`] : []))}</tbody></table>`;
