/**
 * The messages of docs/wire.md, for the type checker. Nothing here runs.
 *
 * @typedef {number | string} CardId
 * @typedef {{ level: number, card?: CardId, unseen?: boolean }} HandCard
 *
 * @typedef {{ tokens: number[], bonuses: number[], points: number, bought: CardId[], hand: HandCard[],
 *   nobles: number[] }} BasePlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   target: number, supply: number[], market: (CardId | null)[][], decks: number[],
 *   nobles: (number | null)[], places: BasePlace[], buying?: CardId | null,
 *   gold_for?: number[] | null }} BaseTable
 *
 * @typedef {{ tokens: number[], bonuses: number[], points: number, colour_points: number[],
 *   crowns: number, privileges: number, bought: CardId[], colours: (string | null)[],
 *   hand: HandCard[], royals: string[] }} DuelPlace
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   board: string, bag: number[], pyramid: (CardId | null)[][], decks: number[], privileges: number,
 *   royals: (string | null)[], places: DuelPlace[], replenished: boolean, again: boolean,
 *   buying?: CardId | null, reserving?: CardId | null, gold_for?: number[] | null }} DuelTable
 * @typedef {BaseTable | DuelTable} Table
 *
 * @typedef {{ seat: number, hand?: HandCard[], legal?: string[] }} Yours
 * @typedef {{ kind: string, name?: string, bot?: string, why?: string, ready?: boolean,
 *   present?: boolean, absent?: boolean }} Seat
 * @typedef {{ seconds: number, increment: number, left: number[], running: number | null }} Clock
 * @typedef {{ seat: number, what: string, kept?: number, agreed?: number[] }} Ask
 * @typedef {{ winners: number[], reason: string, points: number[], cards: number[],
 *   crowns?: number[] }} Result
 * @typedef {{ commitment: string, nonces?: string[], secret?: string }} Fairness
 * @typedef {{ status: string, rules: string, options: Object<string, any>, seats: Seat[],
 *   fairness: Fairness, clock?: Clock, asked?: Ask, result?: Result, rematch?: string,
 *   former?: string, spectators?: boolean, watching?: number, problem?: string,
 *   fork?: { table: string, ply: number } }} Room
 * @typedef {{ seq: number, at: number, kind: string, seat?: number, name?: string, moves?: string[],
 *   drawn?: string[], cards?: (CardId | null)[], taken?: string[], nobles?: (number | null)[],
 *   privileges?: number[][], text?: string, why?: string, kept?: number, yes?: boolean, table?: string }} Told
 * @typedef {{ type: 'news', seq: number, state: number, room: Room, you?: Yours[], muted?: number[],
 *   events?: Told[], table: Table | null }} News
 *
 * @typedef {{ id: CardId, level: number, bonus: string, count: number, points: number,
 *   crowns: number, ability: string, cost: number[] }} Card
 * @typedef {{ id: number, name: string, points: number, requires: number[] }} Noble
 * @typedef {{ name: string, points: number, ability: string }} Royal
 */
export {};
