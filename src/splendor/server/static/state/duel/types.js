/**
 * The table of Splendor Duel on the wire (docs/wire.md), for the type checker. Nothing here runs.
 *
 * @typedef {import('../types.js').CardId} CardId
 * @typedef {import('../types.js').HandCard} HandCard
 * @typedef {{ tokens: number[], bonuses: number[], points: number, colour_points: number[],
 *   crowns: number, privileges: number, bought: CardId[], colours: (string | null)[],
 *   hand: HandCard[], royals: string[] }} DuelPlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   board: string, bag: number[], pyramid: (CardId | null)[][], decks: number[], privileges: number,
 *   royals: (string | null)[], places: DuelPlace[], replenished: boolean, again: boolean,
 *   buying?: CardId | null, reserving?: CardId | null, gold_for?: number[] | null }} DuelTable
 */
export {};
