/** Quiet sounds, synthesised: a wooden click for tokens, a bell for a purchase. One switch silences all. */

import { parseMove } from '../state/moves.js';
import { prefs } from '../view/prefs.js';

/** @type {AudioContext | null} */
let context = null;

/** Browsers let a page sound only after somebody has touched it. */
function audio() {
  if (!context && navigator.userActivation?.hasBeenActive) context = new AudioContext();
  return context;
}

/** One note. @param {number} frequency @param {number} at seconds from now @param {number} length @param {OscillatorType} shape
 * @param {number} loudness */
function note(frequency, at, length, shape, loudness) {
  const sound = audio();
  if (!sound) return;
  const begin = sound.currentTime + at;
  const tone = new OscillatorNode(sound, { type: shape, frequency });
  const volume = new GainNode(sound, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(sound.destination);
  tone.start(begin);
  tone.stop(begin + length);
}

const click = (/** @type {number} */ at, /** @type {number} */ pitch) => note(320 + 60 * pitch, at, 0.06, 'triangle', 0.12);
const bell = (/** @type {number} */ at, /** @type {number} */ frequency) => note(frequency, at, 0.5, 'sine', 0.08);

/** The sound of moves; a low knock when it is one's turn then. @param {string[]} moves @param {boolean} yourTurn */
export function soundOf(moves, yourTurn) {
  if (!prefs.value.sound) return;
  moves.forEach((text, index) => {
    const move = parseMove(text);
    const at = 0.08 * index;
    if (move.kind === 'take') [...move.letters].forEach((_, step) => click(at + 0.06 * step, step));
    else if (move.kind === 'line') move.spaces.forEach((_, step) => click(at + 0.06 * step, step));
    else if (move.kind === 'buy') { click(at, 0); bell(at + 0.05, 880); }
    else if (move.kind === 'reserve') note(180, at, 0.12, 'sawtooth', 0.03);
    else if (move.kind === 'noble' || move.kind === 'royal') { bell(at, 660); bell(at + 0.18, 990); }
    else click(at, 1);
  });
  if (yourTurn) note(110, 0.35, 0.18, 'sine', 0.15);
}

/** A dull tap: that was refused. */
export function refusedSound() {
  if (prefs.value.sound) note(90, 0, 0.08, 'square', 0.04);
}
