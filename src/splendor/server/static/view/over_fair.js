/** Was the deal fair? One button: the proof is fetched and checked here, and compared with what this browser saw. */

import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { NotAProof, verify } from '../fair/fair.js';
import { api } from '../net/api.js';
import { firstDifference, isSameResult } from '../state/comparing.js';
import { t } from '../texts/index.js';
import { whyOf } from './why.js';
import { witnessOf } from './witness.js';

/** @typedef {{ id: string, room: import('../state/types.js').Room, seats: number[],
 *   replay: import('../state/replaying.js').Replay | null }} Here */
/** @typedef {{ passed: boolean | null, title: string, text: string }} Line `passed` is null where nothing can be
 * compared */
/** @typedef {{ state: 'idle' | 'busy' | 'fair' | 'unfair' | 'none', lines: Line[], why: string, of: string }} Judged */

const LARGEST = 10_000_000; // bytes; a proof has about thirty thousand
/** @type {Judged} */
const IDLE = { state: 'idle', lines: [], why: '', of: '' };

/** @param {Here} props */
export function FairCheck({ id, room, seats, replay }) {
  const [judged, setJudged] = useState(IDLE);
  const look = async (/** @type {() => Promise<any>} */ fetchProof, /** @type {string} */ of) => {
    setJudged({ ...IDLE, state: 'busy' });
    setJudged(await judge(fetchProof, of, { id, room, seats, replay }));
  };
  const checkFile = (/** @type {any} */ event) => {
    const file = /** @type {File | undefined} */ (event.target.files?.[0]);
    if (file) look(() => readFile(file), file.name);
  };
  return html`<section class="fair" aria-labelledby="fair-title"><h3 id="fair-title">${t('fair.title')}</h3>
    <p>${t('fair.about')}${room.fork ? html` ${t('fair.fork')}` : null}</p>
    <p class="row"><button type="button" class="quiet" disabled=${judged.state === 'busy'}
        onClick=${() => look(() => api.proof(id), '')}>${t('fair.check')}</button>
      <label class="quiet file">${t('fair.file')} <input type="file" accept=".json,application/json"
        class="visually-hidden" onChange=${checkFile} /></label></p>
    <${Verdict} judged=${judged} /></section>`;
}

/** @param {{ judged: Judged }} props */
function Verdict({ judged }) {
  const { state, lines, why, of } = judged;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (lines.length || why) box.current?.scrollIntoView({ block: 'nearest' });
  }, [judged]);
  if (state === 'idle') return html`<div role="status" class="verdict"></div>`;
  if (state === 'busy') return html`<div role="status" class="verdict">${t('loading')}</div>`;
  return html`<div role="status" ref=${box} class="verdict ${state}">
    <h4>${t(`fair.${state}`)}${of ? html` <small>${of}</small>` : null}</h4>${why ? html`<p>${why}</p>` : null}
    <ul>${lines.map((line) => html`<li class=${line.passed === null ? 'unknown' : line.passed ? 'passed' : 'failed'}>
      <b>${line.passed === null ? t('fair.unknown') : line.passed ? t('fair.yes') : t('fair.no')}</b>${' '}
      <span><strong>${line.title}</strong> ${line.text}</span></li>`)}</ul></div>`;
}

/** @param {File} file */
async function readFile(file) {
  if (file.size > LARGEST) throw new NotAProof(t('fair.tooLarge'));
  try {
    return JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
  } catch {
    throw new NotAProof(t('fair.notJson'));
  }
}

/** @param {() => Promise<any>} fetchProof @param {string} of
 * @param {Here} here @returns {Promise<Judged>} */
async function judge(fetchProof, of, here) {
  try {
    const proof = await fetchProof();
    const verdict = verify(proof);
    const checked = verdict.checks.map(lineOf);
    const lines = [...checked, ...comparedMoves(proof, here.replay), ...compared(proof, here)];
    return { state: lines.every((line) => line.passed !== false) ? 'fair' : 'unfair', lines, why: '', of };
  } catch (error) {
    return { state: 'none', lines: [], why: whyOf(error), of };
  }
}

/** A check; where it failed, what exactly differs is told as `splendor verify` tells it.
 * @param {import('../fair/fair.js').Check} check @returns {Line} */
const lineOf = ({ name, passed, text }) => ({
  passed, title: t(`fair.check.${name}`), text: passed ? t(`fair.passed.${name}`) : `${t('fair.failed')} ${text}`,
});

/** The proof beside the game that was played here.
 * @param {any} proof @param {Here['replay']} replay @returns {Line[]} */
function comparedMoves(proof, replay) {
  if (!replay) return [];
  const title = t('fair.check.moves');
  try {
    const place = firstDifference(replay, proof.transcript);
    if (place) return [{ title, passed: false, text: t('fair.otherMove', { place }) }];
    const same = isSameResult(replay, proof.transcript);
    return [{ title, passed: same, text: t(same ? 'fair.sameMoves' : 'fair.otherResult') }];
  } catch {
    return [{ title, passed: false, text: t('fair.unclearMoves') }];
  }
}

/** The proof beside what this browser remembers. @param {any} proof
 * @param {Here} here @returns {Line[]} */
function compared(proof, { id, room, seats }) {
  const seen = witnessOf(room.fork?.table ?? id) ?? witnessOf(id);
  const promised = { title: t('fair.check.promise') };
  if (!seen) return [{ ...promised, passed: null, text: t('fair.notSeen') }];
  const same = seen.commitment === proof.commitment;
  const key = same ? (seen.begun ? 'fair.sameLate' : 'fair.same') : 'fair.other';
  const text = t(key, { seen: seen.commitment, told: proof.commitment });
  return [{ ...promised, passed: same, text }, ...comparedNonce(proof, seen.nonce, room.fork ? [] : seats)];
}

/** @param {any} proof @param {string} nonce @param {number[]} seats @returns {Line[]} */
function comparedNonce(proof, nonce, seats) {
  if (!nonce || !seats.length) return [];
  const inside = seats.some((seat) => proof.nonces[seat] === nonce);
  const text = t(inside ? 'fair.nonceIn' : 'fair.nonceOut', { nonce });
  return [{ title: t('fair.check.nonce'), passed: inside, text }];
}
