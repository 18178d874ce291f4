/** Several people at one screen: the card that one of them has just reserved unseen. */

/** @typedef {import('./types.js').News} News */
/** @typedef {import('./types.js').HandCard} HandCard */

/** The seat and its new card, if the turn has passed on to another seat of this screen: its owner has not seen it.
 * @param {News | null} before @param {News} after
 * @returns {{ seat: number, card: import('./types.js').CardId } | null} */
export function unseenReserve(before, after) {
  const mine = after.you ?? [];
  const active = after.table?.active;
  if (!before || !mine.some(({ seat }) => seat === active)) return null;
  for (const { seat, hand = [] } of mine) {
    const had = unseenOf(before.you?.find((each) => each.seat === seat)?.hand ?? []);
    const card = unseenOf(hand).find((each) => !had.includes(each));
    if (card !== undefined && seat !== active && before.table?.active === seat) return { seat, card };
  }
  return null;
}

/** @param {HandCard[]} hand */
const unseenOf = (hand) => hand.flatMap(({ card, unseen }) => (unseen && card !== undefined && card !== null ? [card] : []));
