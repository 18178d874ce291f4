/** QR codes, read back by a small reader that knows the standard but shares no code with the writer. */

import assert from "node:assert/strict";
import test from "node:test";
import { formatBits, qrCode } from "../../../src/splendor/server/static/state/qr.js";
import { pathOf } from "../../../src/splendor/server/static/view/shared/qr.js";

const LINK = "https://splendor.example.org/devices#profile=AbCdEfGhIjKlMnOpQrStUv";

/** Codewords of data and of error correction in each block at level M, by version. */
const BLOCKS = {
  1: [[16, 10]], 2: [[28, 16]], 3: [[44, 26]], 4: Array(2).fill([32, 18]), 5: Array(2).fill([43, 24]),
  6: Array(4).fill([27, 16]), 7: Array(4).fill([31, 18]), 8: [[38, 22], [38, 22], [39, 22], [39, 22]],
  9: [[36, 22], [36, 22], [36, 22], [37, 22], [37, 22]], 10: [...Array(4).fill([43, 26]), [44, 26]],
};
const ALIGNED = {
  1: [], 2: [18], 3: [22], 4: [26], 5: [30], 6: [34], 7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50],
};

/** The data masks of table 10 of the standard. */
const MASKS = [
  (i, j) => (i + j) % 2, (i) => i % 2, (_, j) => j % 3, (i, j) => (i + j) % 3,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2, (i, j) => ((i * j) % 2) + ((i * j) % 3),
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2, (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2,
];

function isFunction(version, size, row, column) {
  const corner = (r, c) => row >= r - 4 && row <= r + 4 && column >= c - 4 && column <= c + 4;
  if (corner(3, 3) || corner(3, size - 4) || corner(size - 4, 3)) return true;
  if (row === 6 || column === 6) return true;
  if ((row === 8 && (column < 9 || column >= size - 8)) || (column === 8 && (row < 9 || row >= size - 8))) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const far = ALIGNED[version];
  return far.some((r) => far.some((c) => Math.abs(row - r) <= 2 && Math.abs(column - c) <= 2
    && !(r === 6 && (c === 6 || c === far.at(-1))) && !(c === 6 && r === far.at(-1))));
}

function wordsIn(modules, version, mask) {
  const size = modules.length;
  const bits = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let step = 0; step < size; step += 1) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (!isFunction(version, size, row, column)) bits.push(Number(modules[row][column]) ^ Number(MASKS[mask](row, column) === 0));
      }
    }
    upwards = !upwards;
  }
  return Array.from({ length: bits.length >> 3 }, (_, at) => parseInt(bits.slice(8 * at, 8 * at + 8).join(""), 2));
}

function times(a, b) {
  let product = 0;
  for (let rest = b, value = a; rest; rest >>= 1) {
    if (rest & 1) product ^= value;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
  }
  return product;
}

/** A block without an error is divisible by the generator: all its syndromes are 0. */
function isWhole(block, check) {
  let root = 1;
  for (let power = 0; power < check; power += 1) {
    if (block.reduce((sum, word) => times(sum, root) ^ word, 0)) return false;
    root = times(root, 2);
  }
  return true;
}

function read(modules) {
  const size = modules.length;
  const version = (size - 17) / 4;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((row) => modules[row][8]).concat([7, 5, 4, 3, 2, 1, 0].map((c) => modules[8][c]));
  const known = format.reduce((sum, dark, place) => sum | (Number(dark) << place), 0) ^ 0x5412;
  assert.equal(known >> 13, 0, "level M");
  const mask = (known >> 10) & 7;
  const words = wordsIn(modules, version, mask);
  const blocks = BLOCKS[version].map(() => ({ data: [], check: [] }));
  const longest = Math.max(...BLOCKS[version].map(([data]) => data));
  for (let at = 0; at < longest; at += 1) {
    BLOCKS[version].forEach(([data], number) => at < data && blocks[number].data.push(words.shift()));
  }
  for (let at = 0; at < BLOCKS[version][0][1]; at += 1) blocks.forEach(({ check }) => check.push(words.shift()));
  for (const { data, check } of blocks) assert.ok(isWhole([...data, ...check], check.length), "error correction");
  const bits = blocks.flatMap(({ data }) => data).map((word) => word.toString(2).padStart(8, "0")).join("");
  assert.equal(bits.slice(0, 4), "0100", "bytes");
  const first = version < 10 ? 12 : 20;
  const length = parseInt(bits.slice(4, first), 2);
  const bytes = Array.from({ length }, (_, at) => parseInt(bits.slice(first + 8 * at, first + 8 * at + 8), 2));
  return new TextDecoder().decode(new Uint8Array(bytes));
}

test("a code is read back as the text", () => {
  for (const text of ["", "a", LINK, "http://192.168.1.5:8000/t/AbCdEfGhIjKlMnOpQrStUv", "Grüße ☃"]) {
    assert.equal(read(qrCode(text)), text);
  }
});

test("each version holds as many bytes as the standard says, and one more needs the next", () => {
  const room = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
  room.forEach((most, index) => {
    assert.equal(qrCode("x".repeat(most)).length, 21 + 4 * index);
    assert.equal(read(qrCode("x".repeat(most))), "x".repeat(most));
    if (index < 9) assert.equal(qrCode("x".repeat(most + 1)).length, 25 + 4 * index);
  });
  assert.throws(() => qrCode("x".repeat(214)), RangeError);
});

test("the format has the bits of table C.1 of the standard", () => {
  assert.deepEqual([0, 1, 7].map(formatBits), [0b101010000010010, 0b101000100100101, 0b100101010100000]);
});

test("finder patterns are in three corners, timing patterns between them", () => {
  const modules = qrCode(LINK);
  const size = modules.length;
  for (const [row, column] of [[0, 0], [0, size - 7], [size - 7, 0]]) {
    const lines = modules.slice(row, row + 7).map((line) => line.slice(column, column + 7).map(Number).join(""));
    assert.deepEqual(lines, ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
  }
  assert.match(modules[6].slice(8, size - 8).map(Number).join(""), /^(10)+1$/);
  assert.equal(modules[size - 8][8], true);
});

test("the drawing has a rectangle for each run, with a margin of four modules", () => {
  assert.equal(pathOf([[true, true, false], [false, false, true]]), "M4 4h2v1h-2zM6 5h1v1h-1z");
});
