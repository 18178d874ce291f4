/** QR codes: a text as a square of dark and light modules (ISO/IEC 18004, bytes, versions 1 to 10, level M). Pure and
 * without a library, so that links can be shown without asking another server. */

/** Of each version at level M: error correction codewords of a block, and the lengths of its blocks of data. */
const BLOCKS = [
  { check: 10, data: [16] },
  { check: 16, data: [28] },
  { check: 26, data: [44] },
  { check: 18, data: [32, 32] },
  { check: 24, data: [43, 43] },
  { check: 16, data: [27, 27, 27, 27] },
  { check: 18, data: [31, 31, 31, 31] },
  { check: 22, data: [38, 38, 39, 39] },
  { check: 22, data: [36, 36, 36, 37, 37] },
  { check: 26, data: [43, 43, 43, 43, 44] },
];

/** The centres of the alignment patterns of each version. */
const ALIGNED = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
];

const BYTES = 4; // the mode of the data
const LEVEL_M = 0;

/** @typedef {(boolean | null)[][]} Modules rows of dark (true), light (false) and free (null) modules */

/** The modules of a text, without the margin of four light modules that belongs around them.
 * @param {string} text @returns {boolean[][]} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const bits = bitsOf(codewords(bytes, version));
  const fixed = patterns(version);
  const filled = placed(fixed, bits);
  const masks = MASKS.map((_, mask) => masked(fixed, filled, mask, version));
  const penalties = masks.map(penalty);
  return masks[penalties.indexOf(Math.min(...penalties))];
}

/** @param {number[]} list */
const sum = (list) => list.reduce((total, each) => total + each, 0);

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/** @param {number} version */
const countBits = (version) => (version < 10 ? 8 : 16);

/** The smallest version that has room. @param {number} length @returns {number} */
function versionFor(length) {
  const found = BLOCKS.findIndex(({ data }, index) => 4 + countBits(index + 1) + 8 * length <= 8 * sum(data));
  if (found < 0) throw new RangeError(`too long for a QR code: ${length} bytes`);
  return found + 1;
}

// The codewords: mode, length, data and padding, in blocks with their error correction, interleaved

/** @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const { data, check } = BLOCKS[version - 1];
  const words = padded(bytes, version, sum(data));
  /** @type {number[][]} */
  const blocks = [];
  let first = 0;
  for (const length of data) {
    blocks.push(words.slice(first, first + length));
    first += length;
  }
  return [...interleaved(blocks), ...interleaved(blocks.map((block) => remainder(block, check)))];
}

/** @param {Uint8Array} bytes @param {number} version @param {number} room in bytes @returns {number[]} */
function padded(bytes, version, room) {
  const bits = [...binary(BYTES, 4), ...binary(bytes.length, countBits(version))];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  bits.push(...Array(Math.min(4, 8 * room - bits.length)).fill(0)); // the end of the message
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(''), 2));
  for (let filler = 0xec; words.length < room; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

/** @param {number} value @param {number} length @returns {number[]} */
const binary = (value, length) => Array.from({ length }, (_, place) => (value >> (length - 1 - place)) & 1);

/** The first of each block, then the second of each. @param {number[][]} blocks */
function interleaved(blocks) {
  const longest = Math.max(...blocks.map((block) => block.length));
  return Array.from({ length: longest }, (_, at) => blocks.flatMap((block) => (at < block.length ? [block[at]] : []))).flat();
}

/** @param {number[]} words */
const bitsOf = (words) => words.flatMap((word) => binary(word, 8));

// Reed-Solomon error correction over the field of 256 elements

const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = value < 128 ? value << 1 : (value << 1) ^ 0x11d;
}

/** @param {number} a @param {number} b */
const product = (a, b) => (a && b ? EXP[LOG[a] + LOG[b]] : 0);

/** The generator polynomial of this degree, without its first coefficient, 1. @param {number} degree */
function generator(degree) {
  let found = [1];
  for (let power = 0; power < degree; power += 1) {
    const next = [...found, 0];
    found.forEach((each, at) => { next[at + 1] ^= product(each, EXP[power]); });
    found = next;
  }
  return found.slice(1);
}

/** The error correction of a block: its remainder by the generator. @param {number[]} block @param {number} degree */
function remainder(block, degree) {
  const divisor = generator(degree);
  let rest = Array(degree).fill(0);
  for (const word of block) {
    const factor = word ^ rest[0];
    rest = [...rest.slice(1), 0].map((each, at) => each ^ product(divisor[at], factor));
  }
  return rest;
}

// The modules: fixed patterns, data in a zigzag, the mask that reads best

/** @param {number} version @returns {Modules} */
function patterns(version) {
  const size = sizeOf(version);
  /** @type {Modules} */
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  for (let at = 0; at < size; at += 1) modules[6][at] = modules[at][6] = at % 2 === 0; // timing
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) drawFinder(modules, row, column);
  for (const row of ALIGNED[version - 1]) {
    for (const column of ALIGNED[version - 1]) if (!isFinder(row, column, size)) drawAligned(modules, row, column);
  }
  drawFormat(modules, 0); // its place is taken
  if (version >= 7) drawVersion(modules, version);
  return modules;
}

/** @param {number} row @param {number} column @param {number} size */
const isFinder = (row, column, size) =>
  (row === 6 && (column === 6 || column === size - 7)) || (row === size - 7 && column === 6);

/** @param {Modules} modules @param {number} row @param {number} column its centre */
function drawFinder(modules, row, column) {
  for (let dy = -4; dy <= 4; dy += 1) {
    for (let dx = -4; dx <= 4; dx += 1) {
      const ring = Math.max(Math.abs(dy), Math.abs(dx));
      if (modules[row + dy]?.[column + dx] !== undefined) modules[row + dy][column + dx] = ring !== 2 && ring !== 4;
    }
  }
}

/** @param {Modules} modules @param {number} row @param {number} column its centre */
function drawAligned(modules, row, column) {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) modules[row + dy][column + dx] = Math.max(Math.abs(dy), Math.abs(dx)) !== 1;
  }
}

/** @param {Modules} modules @param {number} mask */
function drawFormat(modules, mask) {
  const size = modules.length;
  const bits = formatBits(mask);
  const bit = (/** @type {number} */ place) => ((bits >> place) & 1) === 1;
  for (let at = 0; at < 6; at += 1) modules[at][8] = bit(at);
  modules[7][8] = bit(6);
  modules[8][8] = bit(7);
  modules[8][7] = bit(8);
  for (let at = 9; at < 15; at += 1) modules[8][14 - at] = bit(at);
  for (let at = 0; at < 8; at += 1) modules[8][size - 1 - at] = bit(at);
  for (let at = 8; at < 15; at += 1) modules[size - 15 + at][8] = bit(at);
  modules[size - 8][8] = true;
}

/** Level and mask with ten bits of error correction. @param {number} mask */
export function formatBits(mask) {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((data << 10) | rest) ^ 0x5412;
}

/** From version 7 on, its number stands twice beside the finder patterns. @param {Modules} modules @param {number} version */
function drawVersion(modules, version) {
  let rest = version;
  for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), modules.length - 11 + (at % 3)];
    modules[near][far] = modules[far][near] = dark;
  }
}

/** The data, upwards and downwards in columns two modules wide, from the right. @param {Modules} fixed @param {number[]} bits
 * @returns {boolean[][]} */
function placed(fixed, bits) {
  const size = fixed.length;
  const modules = fixed.map((row) => row.map((module) => module === true));
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5; // the timing pattern
    for (let step = 0; step < size; step += 1) {
      const row = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column] === null) modules[row][column] = bits[next++] === 1;
      }
    }
  }
  return modules;
}

/** @type {((row: number, column: number) => boolean)[]} */
const MASKS = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** @param {Modules} fixed @param {boolean[][]} filled @param {number} mask @param {number} version @returns {boolean[][]} */
function masked(fixed, filled, mask, version) {
  const modules = filled.map((line, row) => line.map((dark, column) =>
    (fixed[row][column] === null ? dark !== MASKS[mask](row, column) : dark)));
  drawFormat(modules, mask);
  if (version >= 7) drawVersion(modules, version);
  return modules;
}

// The penalty of a mask: long runs, squares of one colour, what looks like a finder, too much dark or light

/** @param {boolean[][]} modules */
function penalty(modules) {
  const columns = modules.map((_, at) => modules.map((row) => row[at]));
  const lines = [...modules, ...columns];
  const dark = sum(modules.map((row) => row.filter(Boolean).length));
  const share = Math.floor(Math.abs((20 * dark) / modules.length ** 2 - 10));
  return sum(lines.map(runPenalty)) + sum(lines.map(finderPenalty)) + squarePenalty(modules) + 10 * share;
}

/** @param {boolean[]} line */
function runPenalty(line) {
  let [total, run] = [0, 0];
  line.forEach((dark, at) => {
    run = at && dark === line[at - 1] ? run + 1 : 1;
    if (run === 5) total += 3;
    if (run > 5) total += 1;
  });
  return total;
}

/** @param {boolean[]} line */
function finderPenalty(line) {
  const text = line.map(Number).join('');
  let total = 0;
  for (let at = 0; at + 11 <= text.length; at += 1) {
    const part = text.slice(at, at + 11);
    if (part === '10111010000' || part === '00001011101') total += 40;
  }
  return total;
}

/** @param {boolean[][]} modules */
function squarePenalty(modules) {
  let total = 0;
  for (let row = 1; row < modules.length; row += 1) {
    for (let column = 1; column < modules.length; column += 1) {
      const corner = modules[row][column];
      const same = [modules[row - 1][column], modules[row][column - 1], modules[row - 1][column - 1]];
      if (same.every((each) => each === corner)) total += 3;
    }
  }
  return total;
}
