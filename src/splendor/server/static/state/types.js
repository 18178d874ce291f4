/**
 * The messages of docs/wire.md, for the type checker. Nothing here runs.
 *
 * @typedef {number | string} CardId
 * @typedef {{ level: number, card?: CardId, unseen?: boolean }} HandCard
 *
 * Fields that only some games have are optional; the folders of the games have types of their own.
 * @typedef {{ tokens: number[], bonuses: number[], points: number, bought: CardId[], hand: HandCard[],
 *   nobles?: number[], royals?: string[], crowns?: number, privileges?: number }} Place
 * @typedef {{ game: string, round: number, turn: number, start: number, active: number, phase: string,
 *   decks: number[], places: Place[], target?: number, supply?: number[], market?: (CardId | null)[][],
 *   pyramid?: (CardId | null)[][], nobles?: (number | null)[], royals?: (string | null)[], board?: string,
 *   bag?: number[], privileges?: number, buying?: CardId | null, gold_for?: number[] | null }} Table
 *
 * @typedef {{ seat: number, hand?: HandCard[], legal?: string[] }} Yours
 * @typedef {{ kind: string, name?: string, bot?: string, why?: string, ready?: boolean,
 *   present?: boolean, absent?: boolean, idle?: boolean }} Seat
 * @typedef {{ seconds: number, increment: number, left: number[], running: number | null,
 *   days?: number }} Clock
 * @typedef {{ id: number, seat: number, what: string, kept?: number, agreed?: number[], target?: number }} Ask
 * @typedef {{ winners: number[], reason: string, points: number[], cards: number[],
 *   crowns?: number[] }} Result
 * @typedef {{ commitment: string, nonces?: string[], secret?: string }} Fairness
 * @typedef {{ status: string, rules: string, options: Object<string, any>, seats: Seat[],
 *   fairness: Fairness, clock?: Clock, asked?: Ask, result?: Result, rematch?: string,
 *   former?: string, spectators?: boolean, spectators_chat?: boolean, hints?: boolean, host?: number, watching?: number, watchers?: string[], problem?: string,
 *   paused?: boolean, pace?: number,
 *   fork?: { table: string, ply: number }, position?: boolean }} Room
 * @typedef {{ seq: number, at: number, kind: string, seat?: number, name?: string, moves?: string[],
 *   drawn?: string[], cards?: (CardId | null)[], taken?: string[], nobles?: (number | null)[],
 *   privileges?: number[][], text?: string, why?: string, kept?: number, yes?: boolean, table?: string,
 *   weakened?: string, seats?: number[] }} LogEvent
 * @typedef {{ type: 'news', seq: number, state: number, room: Room, you?: Yours[], muted?: number[],
 *   kept?: number[], moved?: number[], hosts?: boolean,
 *   events?: LogEvent[], table: Table | null, more?: boolean }} News
 * @typedef {{ type: 'preparing', part: string, percent: number, problem?: string }} Preparing
 *
 * @typedef {{ id: CardId, level: number, bonus: string, count: number, points: number,
 *   crowns: number, ability: string, cost: number[] }} Card
 * @typedef {{ id: number, name: string, points: number, requires: number[] }} Noble
 * @typedef {{ name: string, points: number, ability: string }} Royal
 */
export {};
