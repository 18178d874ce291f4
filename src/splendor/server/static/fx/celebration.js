/** A short celebration: gems and crowns fall once behind the words; any key or click ends it. */

const PIECES = ['crown', 'j', 'w', 'u', 'g', 'r'];
const COUNT = 24;
const FALL = 1100; // milliseconds of a piece
const SPREAD = 500; // until the last one begins
const SIDE = 34; // per cent of the width, on both sides: the words stay free
const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} box is filled @param {string} pictures the file with the drawings
 * @returns {() => void} ends it */
export function celebrate(box, pictures) {
  const pieces = Array.from({ length: COUNT }, (_, number) => pieceOf(PIECES[number % PIECES.length], pictures));
  const height = box.getBoundingClientRect().height;
  const falling = pieces.map((piece, number) => {
    box.append(piece);
    return fall(piece, number, height);
  });
  const end = () => {
    for (const animation of falling) animation.cancel();
    for (const piece of pieces) piece.remove();
    removeEventListener('pointerdown', end, true);
    removeEventListener('keydown', end, true);
  };
  addEventListener('pointerdown', end, true);
  addEventListener('keydown', end, true);
  Promise.allSettled(falling.map(({ finished }) => finished)).then(end);
  return end;
}

/** @param {string} id @param {string} pictures */
function pieceOf(id, pictures) {
  const piece = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `${pictures}#${id}`);
  piece.setAttribute('class', 'piece');
  piece.append(use);
  return piece;
}

/** @param {SVGSVGElement} piece @param {number} number @param {number} height */
function fall(piece, number, height) {
  const left = Math.random() * SIDE + (number % 2 ? 100 - SIDE : 0);
  const size = 12 + 18 * Math.random();
  Object.assign(piece.style, { left: `${left}%`, width: `${size}px`, height: `${size}px` });
  const turn = 90 * (Math.random() - 0.5);
  const deep = height * (0.15 + 0.35 * Math.random());
  return piece.animate([
    { transform: `translateY(-40px) rotate(${-turn}deg)`, opacity: 0 },
    { opacity: 0.9, offset: 0.2 },
    { opacity: 0.8, offset: 0.7 },
    { transform: `translateY(${deep}px) rotate(${turn}deg)`, opacity: 0 },
  ], { duration: FALL, delay: SPREAD * Math.random(), easing: 'cubic-bezier(.3, .1, .6, 1)', fill: 'both' });
}
