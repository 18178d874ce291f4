/** The fair-deal check of a result: fetches the proof, checks it, and compares it with what this browser saw. */

import { html, useState } from '../../vendor/preact.js';
import { api } from '../../net/api.js';
import { firstDifference, isSameResult, nonceInside } from '../../state/after/compare.js';
import { t } from '../../texts/index.js';
import { IDLE, Verdict, judge, readProof } from './verdict.js';
import { witnessOf } from './witness.js';

/** @typedef {{ id: string, room: import('../../state/types.js').Room, seats: number[],
 *   replay: import('../../state/after/replay.js').Replay | null }} Here */
/** @typedef {import('./verdict.js').Line} Line */

/** @param {Here} props */
export function FairCheck({ id, room, seats, replay }) {
  const [judged, setJudged] = useState(IDLE);
  const look = async (/** @type {() => Promise<any>} */ fetchProof, /** @type {string} */ of) => {
    setJudged({ ...IDLE, state: 'busy' });
    setJudged(await judge(fetchProof, of, (proof) =>
      [...comparedMoves(proof, replay), ...compared(proof, { id, room, seats, replay })]));
  };
  const checkFile = (/** @type {any} */ event) => {
    const file = /** @type {File | undefined} */ (event.target.files?.[0]);
    if (file) look(() => readProof(file), file.name);
  };
  return html`<section class="fair" aria-labelledby="fair-title"><h3 id="fair-title">${t('fair.title')}</h3>
    <p>${t('fair.about')}${room.fork ? html` ${t('fair.fork')}` : null}</p>
    <p class="row"><button type="button" class="quiet" disabled=${judged.state === 'busy'}
        onClick=${() => look(() => api.proof(id), '')}>${t('fair.check')}</button>
      <label class="quiet file">${t('fair.file')} <input type="file" accept=".json,application/json"
        class="visually-hidden" onChange=${checkFile} /></label></p>
    <${Verdict} judged=${judged} /></section>`;
}

/** Compares the proof with the moves of this table.
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

/** Compares the proof with what this browser remembers. @param {any} proof
 * @param {Here} here @returns {Line[]} */
function compared(proof, { id, room, seats }) {
  const seen = witnessOf(room.fork?.table ?? id) ?? witnessOf(id);
  const promised = { title: t('fair.check.promise') };
  if (!seen) return [{ ...promised, passed: null, text: t('fair.notSeen') }];
  const same = seen.commitment === proof.commitment;
  const key = same ? (seen.begun ? 'fair.sameLate' : 'fair.same') : 'fair.other';
  const text = t(key, { seen: seen.commitment, told: proof.commitment });
  return [{ ...promised, passed: same, text }, ...comparedNonce(proof, seen.nonces ?? [], room.fork ? [] : seats)];
}

/** @param {any} proof @param {string[]} nonces @param {number[]} seats @returns {Line[]} */
function comparedNonce(proof, nonces, seats) {
  if (!nonces.length || !seats.length) return [];
  const inside = nonceInside(proof, nonces, seats);
  const text = t(inside ? 'fair.nonceIn' : 'fair.nonceOut', { nonce: inside ?? nonces.join(', ') });
  return [{ title: t('fair.check.nonce'), passed: Boolean(inside), text }];
}
