/** What a browser remembers of a deal, and finds in its proof. */

import assert from "node:assert/strict";
import test from "node:test";

import "../pages.mjs";

const { saw, sent, witnessOf } = await import("../../../src/splendor/server/static/view/after/witness.js");
const { nonceInside } = await import("../../../src/splendor/server/static/state/after/compare.js");

const room = { status: "open", fairness: { commitment: "promised" } };

test("every nonce is remembered that a browser has sent: each of two tabs sends its own", () => {
  saw("table", room);
  sent("table", "ready", { nonce: "first" });
  sent("table", "ready", { nonce: "second" });
  sent("another", "ready", { nonce: "third" });
  const { nonces, commitment } = witnessOf("table");
  assert.equal(commitment, "promised");
  assert.deepEqual(nonces, ["first", "second"]);
});

test("one of them is in the deal, for a seat of one's own", () => {
  const proof = { nonces: ["first", "other"] };
  assert.equal(nonceInside(proof, ["first", "second"], [0]), "first");
  assert.equal(nonceInside(proof, ["second"], [0]), undefined);
  assert.equal(nonceInside(proof, ["first"], [1]), undefined);
});

for (const garbage of ["5", '"abc"', "null", "[1]", '{"table":null}', '{"old":7,"table":{"nonces":5}}', "{"]) {
  test(`what others left in the storage stops nobody: ${garbage}`, () => {
    localStorage.setItem("splendor.witness", garbage);
    saw("table", room);
    sent("table", "ready", { nonce: "first" });
    assert.equal(witnessOf("table").commitment, "promised");
    assert.deepEqual(witnessOf("table").nonces, ["first"]);
  });
}
