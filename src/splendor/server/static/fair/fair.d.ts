// What fair.js offers, for the type checker; a proof is anybody's JSON and is checked when it is read.
export type Check = { name: string; passed: boolean; text: string };
export type Verdict = { fair: boolean; checks: Check[]; note: string };
export class NotAProof extends Error {}
export function commitmentOf(secret: string): string;
export function seedOf(secret: string, nonces: string[]): string;
export function verify(proof: unknown): Verdict;
