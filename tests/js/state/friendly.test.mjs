import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, freeName, isFriendly, listsOf, nameAt } from "../../../src/splendor/server/static/state/friendly.js";
import de from "../../../src/splendor/server/static/texts/de/lobby.js";
import en from "../../../src/splendor/server/static/texts/en/lobby.js";

const LONGEST = 24; // the server's limit
const LISTS = [en, de].map((texts) => listsOf(texts["friendly.adjectives"], texts["friendly.nouns"]));

test("every number has a name of its own that the server accepts, in every language", () => {
  for (const lists of LISTS) {
    const names = Array.from({ length: countOf(lists) }, (_, number) => nameAt(lists, number));
    assert.equal(new Set(names).size, names.length);
    assert.ok(names.length >= 200);
    assert.ok(names.every((name) => name.length <= LONGEST && isFriendly(lists, name)));
  }
});

test("a name is never one that is taken, and its animal or gem is another, from any number on", () => {
  for (const lists of LISTS) {
    for (let number = 0; number < countOf(lists); number += 1) {
      const taken = [nameAt(lists, number)];
      for (let person = 0; person < 4; person += 1) taken.push(freeName(lists, number, taken));
      assert.equal(new Set(taken).size, 5);
      assert.equal(new Set(taken.map((name) => name.split(" ")[1])).size, 5);
    }
  }
});

test("if all are taken, there is a name nevertheless", () => {
  const lists = listsOf("Swift Bold", "Fox");
  assert.equal(freeName(lists, 1, ["Swift Fox"]), "Bold Fox");
  assert.equal(freeName(lists, 1, ["Swift Fox", "Bold Fox"]), "Bold Fox");
});

test("a name that somebody has typed is not friendly", () => {
  for (const name of ["Anna", "Swift", "Swift Anna", "Swift Fox Anna", ""]) assert.ok(!isFriendly(LISTS[0], name));
});
