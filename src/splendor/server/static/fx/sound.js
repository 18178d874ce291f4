/** Quiet sounds, synthesised: coins for tokens, a slid card, a bell for a purchase. Callers check the preference. */

/** @typedef {import('../state/flights.js').Sound} Sound */

const VOLUME = 0.6; // of everything

/** What the sounds go through; null until the first click or key, and where the browser has no sound.
 * @type {{ context: AudioContext, out: GainNode, noise: AudioBuffer } | null} */
let audio = null;
let isForbidden = false;

/** Notes that sound or are scheduled. @type {Set<AudioScheduledSourceNode>} */
const tones = new Set();

/** Browsers allow sound only after the first click or key. */
function listen() {
  if (audio || isForbidden || !navigator.userActivation?.hasBeenActive) return audio;
  try {
    const context = new AudioContext();
    const out = new GainNode(context, { gain: VOLUME });
    out.connect(context.destination);
    audio = { context, out, noise: noiseOf(context) };
  } catch {
    isForbidden = true; // no device, or a policy
  }
  return audio;
}

/** A fifth of a second of noise. @param {AudioContext} context */
function noiseOf(context) {
  const noise = new AudioBuffer({ length: context.sampleRate / 5, sampleRate: context.sampleRate });
  noise.getChannelData(0).forEach((_, at, samples) => {
    samples[at] = 2 * Math.random() - 1;
  });
  return noise;
}

/** Let a source sound and fade. @param {AudioScheduledSourceNode} source @param {AudioNode} last of what it goes through
 * @param {{ at: number, length: number, loudness: number }} how seconds from now, seconds, and how loud */
function sound(source, last, { at, length, loudness }) {
  if (!audio) return;
  const begin = audio.context.currentTime + at;
  const volume = new GainNode(audio.context, { gain: 0 });
  volume.gain.setValueAtTime(loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  last.connect(volume).connect(audio.out);
  source.start(begin);
  source.stop(begin + length);
  tones.add(source);
  source.onended = () => tones.delete(source);
}

/** One note. @param {number} frequency @param {number} at seconds from now @param {number} length
 * @param {OscillatorType} shape @param {number} loudness */
function note(frequency, at, length, shape, loudness) {
  const heard = listen();
  if (!heard) return;
  const tone = new OscillatorNode(heard.context, { type: shape, frequency });
  sound(tone, tone, { at, length, loudness });
}

/** A breath of noise around a pitch. @param {number} frequency @param {number} at @param {number} length
 * @param {number} loudness */
function hiss(frequency, at, length, loudness) {
  const heard = listen();
  if (!heard) return;
  const source = new AudioBufferSourceNode(heard.context, { buffer: heard.noise });
  const band = new BiquadFilterNode(heard.context, { type: 'bandpass', frequency, Q: 0.8 });
  source.connect(band);
  sound(source, band, { at, length, loudness });
}

/** A coin: three partials that are no harmonics, and the knock. @param {number} at @param {number} step */
function coin(at, step) {
  const pitch = 2350 + 140 * step;
  for (const [partial, loudness] of [[1, 0.035], [1.51, 0.022], [2.27, 0.012]]) {
    note(pitch * partial, at, 0.16 / partial, 'sine', loudness);
  }
  hiss(4200, at, 0.03, 0.05);
}

/** A card that slides over wood and is put down. @param {number} at */
function card(at) {
  hiss(2600, at, 0.11, 0.09);
  note(150, at + 0.09, 0.07, 'triangle', 0.08);
}

const bell = (/** @type {number} */ at, /** @type {number} */ frequency) => note(frequency, at, 0.5, 'sine', 0.08);

/** @type {Record<Sound, (at: number, count: number) => void>} */
const SOUNDS = {
  tokens: (at, count) => Array.from({ length: count }, (_, step) => coin(at + 0.07 * step, step)),
  purchase: (at) => { card(at); bell(at + 0.12, 880); },
  reserve: (at) => card(at),
  honour: (at) => { bell(at, 660); bell(at + 0.18, 990); },
  tap: (at) => coin(at, 1),
  turn: (at) => note(110, at, 0.18, 'sine', 0.15),
  won: (at) => { bell(at, 784); bell(at + 0.22, 1175); },
  lost: (at) => note(147, at, 0.9, 'sine', 0.14),
};

/** @param {Sound} sound @param {number} after milliseconds from now @param {number} [count] of tokens */
export const play = (sound, after, count = 1) => SOUNDS[sound](after / 1000, count);

/** Cancel all scheduled notes. */
export function hush() {
  for (const tone of tones) tone.stop();
}

/** A dull tap for a refusal. */
export const refusedSound = () => note(90, 0, 0.08, 'square', 0.04);
