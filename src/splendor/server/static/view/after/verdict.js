/** A proof of a fair deal, checked here: what is shown of it, at a table and on a page of its own. */

import { html, useEffect, useRef } from '../../vendor/preact.js';
import { NotAProof, verify } from '../../fair/fair.js';
import { t } from '../../texts/index.js';
import { gemWord, whyOf } from '../shared/why.js';

/** @typedef {{ passed: boolean | null, title: string, text: string }} Line `passed` is null where nothing can be
 * compared */
/** @typedef {{ state: 'idle' | 'busy' | 'fair' | 'unfair' | 'none', lines: Line[], why: string, of: string }} Judged */

const LARGEST = 10_000_000; // bytes; a proof has about thirty thousand
/** @type {Judged} */
export const IDLE = { state: 'idle', lines: [], why: '', of: '' };

/** @param {{ judged: Judged }} props */
export function Verdict({ judged }) {
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

/** What a proof proves. `of` names it; `compared` says more about it.
 * @param {() => Promise<any>} fetchProof @param {string} of @param {(proof: any) => Line[]} compared
 * @returns {Promise<Judged>} */
export async function judge(fetchProof, of, compared) {
  try {
    const proof = await fetchProof();
    const lines = [...checked(proof).map(lineOf), ...compared(proof)];
    return { state: lines.every((line) => line.passed !== false) ? 'fair' : 'unfair', lines, why: '', of };
  } catch (error) {
    return { state: 'none', lines: [], why: whyOf(error), of };
  }
}

/** @param {any} proof */
function checked(proof) {
  try {
    return verify(proof).checks;
  } catch (error) {
    if (!(error instanceof NotAProof)) throw error;
    const { part, of } = error.values;
    const game = proof?.transcript?.rules?.name;
    if (of === 'rules' && part === 'name' && game) throw new NotAProof(error.values, t('fair.unknownGame', { game }));
    throw new NotAProof(error.values, part ? t('fair.noProof.part', { part }) : t('fair.noProof'));
  }
}

/** A check in words; where it failed, with what exactly differs.
 * @param {import('../../fair/fair.js').Check} check @returns {Line} */
const lineOf = ({ name, passed, code, values }) => ({
  passed, title: t(`fair.check.${name}`),
  text: [...(passed ? [] : [t('fair.failed')]), t(`finding.${code}`, inWords(values))].join(' '),
});

/** The values of a finding as its text shows them. @param {Object<string, any>} values */
function inWords(values) {
  const { told, given, source } = values;
  const from = source ? t(`finding.source.${source}`) : '';
  return { ...values, told: thingOf(told), given: thingOf(given), source: from };
}

/** What was stated or derived: a number, a name, a token on a space, or none of these. @param {any} value */
function thingOf(value) {
  if (value === null) return t('finding.nothing');
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'object') return value;
  return value.token ? `${gemWord(value.token)} → ${value.space}` : t('finding.else');
}

/** The proof in a file. @param {File} file */
export async function readProof(file) {
  if (file.size > LARGEST) throw new NotAProof({}, t('fair.tooLarge'));
  try {
    return JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
  } catch {
    throw new NotAProof({}, t('fair.notJson'));
  }
}
