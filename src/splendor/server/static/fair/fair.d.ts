// What fair.js offers, for the type checker; a proof is anybody's JSON and is checked when it is read.
export type Check = { name: string; passed: boolean; code: string; values: { [name: string]: any } };
export type Verdict = { fair: boolean; checks: Check[] };
export class NotAProof extends Error {
  constructor(values: { [name: string]: any }, message?: string);
  values: { [name: string]: any };
}
export function commitmentOf(secret: string): string;
export function seedOf(secret: string, nonces: string[]): string;
export function verify(proof: unknown): Verdict;
