/** Quiet sounds, synthesised: a wooden click for tokens, a bell for a purchase. Callers check the preference. */

/** @typedef {import('../state/flights.js').Sound} Sound */

/** @type {AudioContext | null} */
let context = null;

/** Notes that sound or are scheduled. @type {Set<OscillatorNode>} */
const tones = new Set();

/** Browsers allow sound only after the first click or key. */
function audio() {
  if (!context && navigator.userActivation?.hasBeenActive) context = new AudioContext();
  return context;
}

/** One note. @param {number} frequency @param {number} at seconds from now @param {number} length
 * @param {OscillatorType} shape @param {number} loudness */
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
  tones.add(tone);
  tone.onended = () => tones.delete(tone);
}

const click = (/** @type {number} */ at, /** @type {number} */ pitch) =>
  note(320 + 60 * pitch, at, 0.06, 'triangle', 0.12);
const bell = (/** @type {number} */ at, /** @type {number} */ frequency) => note(frequency, at, 0.5, 'sine', 0.08);

/** @type {Record<Sound, (at: number, count: number) => void>} */
const SOUNDS = {
  tokens: (at, count) => Array.from({ length: count }, (_, step) => click(at + 0.06 * step, step)),
  purchase: (at) => { click(at, 0); bell(at + 0.05, 880); },
  reserve: (at) => note(180, at, 0.12, 'sawtooth', 0.03),
  honour: (at) => { bell(at, 660); bell(at + 0.18, 990); },
  tap: (at) => click(at, 1),
  turn: (at) => note(110, at, 0.18, 'sine', 0.15),
  end: (at) => [523, 659, 784, 1047].forEach((frequency, step) => bell(at + 0.14 * step, frequency)),
};

/** @param {Sound} sound @param {number} after milliseconds from now @param {number} [count] of tokens */
export const play = (sound, after, count = 1) => SOUNDS[sound](after / 1000, count);

/** Cancel all scheduled notes. */
export function hush() {
  for (const tone of tones) tone.stop();
}

/** A dull tap for a refusal. */
export const refusedSound = () => note(90, 0, 0.08, 'square', 0.04);
