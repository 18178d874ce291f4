/**
 * The table of Splendor on the wire (docs/wire.md), for the type checker. Nothing here runs.
 *
 * @typedef {import('../types.js').CardId} CardId
 * @typedef {import('../types.js').HandCard} HandCard
 * @typedef {{ tokens: number[], bonuses: number[], points: number, bought: CardId[], hand: HandCard[],
 *   nobles: number[] }} BasePlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   target: number, supply: number[], market: (CardId | null)[][], decks: number[],
 *   nobles: (number | null)[], places: BasePlace[], buying?: CardId | null,
 *   gold_for?: number[] | null }} BaseTable
 */
export {};
