import assert from "node:assert/strict";
import { test } from "node:test";
import { unseenReserve } from "../../../src/splendor/server/static/state/peek.js";

const news = (active, ...hands) => ({ table: { active }, you: hands.map((hand, seat) => ({ seat, hand })) });
const unseen = (card) => ({ level: 1, card, unseen: true });

test("a card reserved unseen is shown to its owner when the turn passes on at the same screen", () => {
  assert.deepEqual(unseenReserve(news(0, [], []), news(1, [unseen(7)], [])), { seat: 0, card: 7 });
  const second = news(0, [unseen(7)], [unseen(0)]);
  assert.deepEqual(unseenReserve(news(1, [unseen(7)], []), second), { seat: 1, card: 0 });
});

test("nothing is shown of seen cards, of former ones, after a reload, or while the turn goes on", () => {
  assert.equal(unseenReserve(news(0, [], []), news(1, [{ level: 1, card: 7 }], [])), null);
  assert.equal(unseenReserve(news(0, [unseen(7)], []), news(1, [unseen(7)], [])), null);
  assert.equal(unseenReserve(null, news(1, [unseen(7)], [])), null);
  assert.equal(unseenReserve(news(0, [], []), news(0, [unseen(7)], [])), null);
});

test("nothing is shown to somebody who plays alone at a screen", () => {
  assert.equal(unseenReserve(news(0, []), news(1, [unseen(7)])), null);
});
