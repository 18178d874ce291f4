/** The dialogs of the analysis board: open a position, play on against a bot. */

import { html, useEffect, useRef, useState } from '../../vendor/preact.js';
import { Refused, ask } from '../../net/api.js';
import { rulesName, t } from '../../texts/index.js';
import { LevelChoice, SeatChoice, useLevel } from '../after/replay_fork.js';
import { games } from '../faces.js';
import { openAs } from '../lobby/open_table.js';
import { go } from '../shared/route.js';
import { whyOf } from '../shared/why.js';
import { newSeed } from './board.js';
import { Mistake } from './setup.js';

/** @typedef {import('./board.js').AnalysisBoard} AnalysisBoard */

const LONGEST = 3000; // letters, the server's limit

/** @param {{ live: AnalysisBoard, onClose: () => void }} props */
export function OpenDialog({ live, onClose }) {
  const dialog = useDialog();
  const [wrong, setWrong] = useState(/** @type {unknown} */ (null));
  const begin = async (/** @type {string} */ path, /** @type {any} */ body) => {
    try {
      await live.begin(await ask('POST', `/api/analysis/${path}`, { ...body, seed: newSeed() }));
      dialog.current?.close();
    } catch (error) {
      setWrong(error);
    }
  };
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    begin('position', { text: event.target.elements.text.value.trim() });
  };
  const list = games.value?.games ?? [];
  return html`<dialog class="menu openpos" ref=${dialog} aria-labelledby="open-title" onClose=${onClose}><h2 id="open-title">${t('analysis.open')}</h2>
    <form onSubmit=${submit}><label for="position-text">${t('analysis.open.text')}</label>
      <textarea id="position-text" name="text" rows="5" maxlength=${LONGEST} required spellcheck=${false}></textarea>
      ${wrong ? html`<p role="alert" class="wrong">${isMistake(wrong) ? html`<${Mistake} live=${live} code=${wrong.code} values=${wrong.values} />` : whyOf(wrong)}</p>` : null}
      <p class="row"><button type="submit" class="cta">${t('analysis.open.do')}</button></p></form>
    <h3>${t('analysis.open.new')}</h3>
    <ul class="deals">${list.map(({ rules, players }) => html`<li key=${rules}><span>${rulesName(rules)}</span> ${players.map((count) => html`
      <button type="button" class="quiet" aria-label=${`${rulesName(rules)}, ${t('analysis.players', { count })}`} onClick=${() => begin('deal', { rules, players: count })}>${count}</button>`)}</li>`)}</ul>
    <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>${t('close')}</button></dialog>`;
}

/** Whether it is the text that is wrong. @param {unknown} error @returns {error is Refused} */
const isMistake = (error) => error instanceof Refused && error.kind === 'position';

/** A new table that goes on from here, against bots. @param {{ live: AnalysisBoard, onClose: () => void }} props */
export function PlayOnDialog({ live, onClose }) {
  const dialog = useDialog();
  const room = /** @type {import('../../state/types.js').Room} */ (live.room.value);
  const active = live.board.value?.table.active ?? 0;
  const [seat, setSeat] = useState(active);
  const [wrong, setWrong] = useState('');
  const [levels, level, setLevel] = useLevel(room);
  const there = (/** @type {string} */ page) => {
    dialog.current?.close();
    go(page);
  };
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    openAs(live.requestFor(seat, level), setWrong, there);
  };
  return html`<dialog class="menu fork" ref=${dialog} aria-labelledby="play-title" onClose=${onClose}><form onSubmit=${submit}><h2 id="play-title">${t('fork')}</h2>
    <p>${t(live.isOfGame ? 'analysis.play.game' : 'analysis.play.position')} ${t('analysis.play.unrated')}</p>
    <${SeatChoice} room=${room} seat=${seat} active=${active} onChange=${setSeat} /><${LevelChoice} levels=${levels} level=${level} onChange=${setLevel} />
    ${wrong ? html`<p role="alert" class="wrong">${wrong}</p>` : null}
    <p class="row"><button type="submit" class="cta" disabled=${!levels.length}>${t('fork.start')}</button> <button type="button" class="quiet" onClick=${() => dialog.current?.close()}>${t('close')}</button></p></form></dialog>`;
}

/** A dialog that is open. */
function useDialog() {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => dialog.current?.showModal(), []);
  return dialog;
}
