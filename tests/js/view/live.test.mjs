/** A table that is being played: what news and answers do to what somebody is about to do. */

import assert from "node:assert/strict";
import { serve, sockets, soon } from "../pages.mjs";
import test, { afterEach, beforeEach, mock } from "node:test";


const { LiveTable } = await import("../../../src/splendor/server/static/view/table/live.js");
const { prefs } = await import("../../../src/splendor/server/static/view/shared/prefs.js");
const staging = await import("../../../src/splendor/server/static/state/staging.js");

const TABLE = "table";
const CARDS = { cards: [], nobles: [], royals: [] };
const TAKES = ["WUG", "WUR"];
const room = { status: "playing", rules: "official", seats: [], fairness: { commitment: "c" } };

let live;
let socket;

const news = (more = {}) => ({ type: "news", seq: 1, state: 3, room, you: [{ seat: 0, legal: TAKES }], ...more });

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  serve(() => CARDS);
  live = new LiveTable(TABLE);
  socket = sockets.at(-1);
  socket.open();
});

afterEach(() => {
  live.close();
  mock.timers.reset();
});

/** Somebody has picked three gems, and the server says that this is a turn. */
async function stageThree(more = {}) {
  socket.tell(news(more));
  live.stage({ ...live.draft.value, letters: "WUG" });
  socket.answer("try", { type: "tried", ends: true });
  await soon();
  assert.ok(staging.isComplete(live.draft.value));
}

test("who takes a free seat in mid-game may choose at once", () => {
  socket.tell(news({ you: [] }));
  socket.tell(news({ seq: 2 }));
  assert.deepEqual(live.draft.value.legal, TAKES);
});

test("who comes back in place of a bot may choose at once", () => {
  socket.tell(news({ you: [{ seat: 0 }] }));
  assert.equal(live.isMyTurn.value, false);
  socket.tell(news({ seq: 2 }));
  assert.deepEqual(live.draft.value.legal, TAKES);
});

test("what is staged stays while people talk", async () => {
  await stageThree();
  socket.tell(news({ seq: 2, events: [{ kind: "chatted", seq: 2 }] }));
  assert.ok(staging.isComplete(live.draft.value));
});

test("a move is confirmed once, and also while a hint or a chat is on its way", async () => {
  await stageThree();
  live.hint();
  live.send("chat", { text: "hello" });
  assert.equal(live.busy.value, false);
  live.confirm();
  live.confirm();
  assert.equal(live.busy.value, true);
  assert.equal(socket.sent.filter(({ type }) => type === "play").length, 1);
  socket.answer("chat", { type: "ack" });
  await soon();
  assert.equal(live.busy.value, true);
  socket.answer("play", { type: "ack" });
  await soon();
  assert.equal(live.busy.value, false);
});

const played = () => socket.sent.filter(({ type }) => type === "play");

test("a confirmation that comes before the answer is queued and played with it, once", async () => {
  socket.tell(news());
  live.stage({ ...live.draft.value, letters: "WUG" });
  assert.ok(live.pending.value);
  live.confirm();
  live.confirm();
  assert.ok(live.queued.value);
  assert.equal(live.draft.value.letters, "WUG", "what is staged has not changed");
  assert.equal(played().length, 0);
  socket.answer("try", { type: "tried", ends: true });
  await soon();
  assert.deepEqual(played().map(({ moves }) => moves), [["WUG"]]);
  assert.ok(!live.pending.value && !live.queued.value && live.busy.value);
});

test("a queued confirmation waits for the decision that follows by itself", async () => {
  socket.tell(news());
  live.play(staging.withMove(live.draft.value, "b1a"));
  socket.answer("try", { type: "tried", legal: ["n1"] });
  await soon();
  assert.deepEqual(live.draft.value.moves, ["b1a", "n1"]);
  assert.equal(played().length, 0);
  socket.answer("try", { type: "tried", ends: true });
  await soon();
  assert.equal(played().length, 1);
});

test("a queued confirmation of a draft that lacks a decision plays nothing, and the draft stays", async () => {
  socket.tell(news());
  live.play(staging.withMove(live.draft.value, "b1a"));
  socket.answer("try", { type: "tried", legal: ["n1", "n2"] });
  await soon();
  assert.deepEqual(live.draft.value.moves, ["b1a"]);
  assert.ok(!live.queued.value);
  assert.equal(played().length, 0);
});

test("a queued confirmation is dropped with the draft, when taken back, and when the draft is refused", async () => {
  socket.tell(news());
  const changes = [
    () => live.clear(), () => live.choose("WUR"), () => live.takeBack(), () => socket.tell(news({ seq: 2, state: 4 })),
  ];
  for (const change of changes) {
    live.clear();
    live.choose("WUG");
    live.confirm();
    const { id } = socket.sent.findLast(({ type }) => type === "try");
    change();
    socket.tell({ id, type: "tried", ends: true });
    await soon();
  }
  live.clear();
  live.choose("WUG");
  live.confirm();
  socket.answer("try", { type: "refused", kind: "illegal", code: "illegal" });
  await soon();
  assert.ok(!live.pending.value && !live.queued.value);
  assert.equal(played().length, 0);
});

test("what is staged without a connection is kept, and a queued confirmation is played when it is back", async () => {
  socket.tell(news());
  socket.readyState = 3;
  socket.onclose({ code: 1006 });
  live.stage({ ...live.draft.value, letters: "WUG" });
  live.confirm();
  mock.timers.tick(1000);
  socket = sockets.at(-1);
  socket.open();
  socket.tell(news());
  assert.equal(live.draft.value.letters, "WUG");
  socket.answer("try", { type: "tried", ends: true });
  await soon();
  assert.deepEqual(played().map(({ moves }) => moves), [["WUG"]]);
});

const CLUE = { type: "advice", clue: { code: "supply", things: ["W", "U"] } };

test("the coach goes step by step, and a new decision begins with the first", async () => {
  socket.tell(news());
  const steps = () => socket.sent.filter(({ type }) => type === "hint").map(({ step }) => step);
  for (const step of [1, 2, 3]) {
    live.hint();
    live.hint(); // it is on its way
    assert.equal(live.advice.value.thinking, true);
    socket.answer("hint", { ...CLUE, step });
    await soon();
    assert.equal(live.advice.value.step, step);
  }
  live.hint();
  assert.deepEqual(steps(), [1, 2, 3]);
  socket.tell(news({ seq: 2, state: 4 }));
  assert.equal(live.advice.value, null);
  live.hint();
  assert.deepEqual(steps(), [1, 2, 3, 1]);
});

test("a step that was closed is shown again, without another request", async () => {
  socket.tell(news());
  live.hint();
  socket.answer("hint", CLUE);
  await soon();
  live.closeAdvice();
  live.hint();
  assert.equal(live.advice.value.step, 1);
  assert.equal(socket.sent.filter(({ type }) => type === "hint").length, 1);
});

test("a hint that is refused is said, and asked for again", async () => {
  socket.tell(news());
  live.hint();
  socket.answer("hint", { type: "refused", code: "busy", kind: "refused", values: {}, why: "busy" });
  await soon();
  assert.equal(live.advice.value.failed, "busy");
  live.hint();
  assert.equal(live.advice.value.step, 1);
  assert.equal(live.advice.value.thinking, true);
});

/** Let the coach look at moves, in a game against a bot. */
async function train() {
  const seats = [{ kind: "person", name: "Ada" }, { kind: "bot", bot: "greedy" }];
  await stageThree({ room: { ...news().room, seats } });
  prefs.value = { ...prefs.value, training: 10 };
}

test("in training the coach asks before a move, once for the same move", async () => {
  await train();
  live.confirm();
  assert.equal(played().length, 0);
  socket.answer("judge", { type: "judged", asks: true, chance: 0.7, after: 0.5 });
  await soon();
  assert.deepEqual(live.doubt.value.moves, ["WUG"]);
  assert.equal(live.busy.value, false);
  live.reconsider();
  assert.equal(live.doubt.value, null);
  assert.ok(staging.isComplete(live.draft.value)); // it stays staged
  live.confirm();
  await soon();
  assert.equal(played().length, 1);
  prefs.value = { ...prefs.value, training: 0 };
});

test("a silent coach lets the move pass, and so does one who may play it anyway", async () => {
  await train();
  live.confirm();
  socket.answer("judge", { type: "judged" });
  await soon();
  assert.equal(played().length, 1);
  prefs.value = { ...prefs.value, training: 0 };
});

test("a hint that comes too late is dropped", async () => {
  socket.tell(news());
  live.hint();
  live.closeAdvice();
  socket.answer("hint", CLUE);
  await soon();
  assert.equal(live.advice.value, null);
  live.hint(); // opens it again
  live.hint();
  socket.tell(news({ seq: 2, state: 4 }));
  const { id } = socket.sent.findLast(({ type }) => type === "hint");
  live.hint();
  socket.tell({ ...CLUE, id });
  await soon();
  assert.equal(live.advice.value.thinking, true);
});

test("cards that do not come are asked for again", async () => {
  const fail = () => { throw new Error("no server"); };
  serve(fail, fail, () => CARDS);
  socket.tell(news());
  socket.tell(news({ seq: 2 }));
  for (let step = 0; step < 3; step += 1) {
    await soon();
    mock.timers.tick(2000);
  }
  await soon();
  assert.ok(live.catalogue.value);
  assert.equal(globalThis.fetch.mock.callCount(), 3);
});

test("a refusal stands until the next one, or until something is pressed", () => {
  live.explain("no");
  mock.timers.tick(60_000);
  assert.equal(live.refused.value.why, "no");
  live.explain("never");
  assert.equal(live.refused.value.why, "never");
});

test("moves are never forgotten, and of what was said only the oldest", () => {
  const moved = Array.from({ length: 1500 }, (_, at) => ({ kind: "moved", seq: at + 2, moves: ["WUG"] }));
  const chatted = Array.from({ length: 1500 }, (_, at) => ({ kind: "chatted", seq: at + 1502 }));
  socket.tell(news({ events: [{ kind: "began", seq: 1 }, ...moved, ...chatted] }));
  const kinds = live.events.value.map(({ kind }) => kind);
  assert.equal(kinds[0], "began");
  assert.equal(kinds.filter((kind) => kind === "moved").length, 1500);
  assert.equal(kinds.filter((kind) => kind === "chatted").length, 1000);
  assert.equal(live.events.value.at(-1).seq, 3001);
});

test("a page of another protocol reloads once, and what was staged is staged again", async () => {
  await stageThree();
  const reload = mock.fn();
  location.reload = reload;
  socket.tell(news({ seq: 2, protocol: 4 }));
  assert.equal(reload.mock.callCount(), 1);
  socket.tell(news({ seq: 3, protocol: 4 }));
  assert.equal(reload.mock.callCount(), 1, "never in a loop");
  const again = new LiveTable(TABLE);
  const line = sockets.at(-1);
  line.open();
  line.tell(news({ seq: 2 }));
  assert.equal(again.draft.value.letters, "WUG");
  line.answer("try", { type: "tried", ends: true });
  await soon();
  assert.ok(staging.isComplete(again.draft.value));
  again.close();
});

test("what was staged in another state is not staged again", async () => {
  await stageThree();
  location.reload = () => {};
  socket.tell(news({ seq: 2, protocol: 4 }));
  const again = new LiveTable(TABLE);
  sockets.at(-1).open();
  sockets.at(-1).tell(news({ seq: 3, state: 4 }));
  assert.ok(staging.isEmpty(again.draft.value));
  again.close();
});

// A slow line: the page still shows the turn that is played already

const table = { game: "base", active: 0 };

/** Somebody confirms three gems, and stages three others before the server has said a word. */
async function stageAfterConfirming() {
  live.canPlan = () => true;
  live.legalAhead = () => TAKES;
  await stageThree();
  socket.tell(news({ table }));
  live.confirm();
  live.stageNext();
  assert.ok(staging.isIdle(live.draft.value), "nothing is staged for the next turn yet");
  live.stage({ ...live.draft.value, letters: "WUR" });
  live.confirm();
}

test("what is staged while a confirm is on its way is played at the next turn", async () => {
  await stageAfterConfirming();
  assert.ok(live.queued.value);
  assert.deepEqual(played().map(({ moves }) => moves), [["WUG"]]);
  socket.answer("play", { type: "ack" });
  await soon();
  socket.tell(news({ seq: 2, state: 4, table: { ...table, active: 1 }, you: [{ seat: 0 }] }));
  assert.ok(live.queued.value, "it waits for the other player");
  socket.tell(news({ seq: 3, state: 5, table }));
  socket.answer("try", { type: "tried", ends: true });
  await soon();
  assert.deepEqual(played().map(({ state, moves }) => [state, ...moves]), [[3, "WUG"], [5, "WUR"]]);
});

test("what is staged meanwhile is dropped visibly where it is no longer legal", async () => {
  await stageAfterConfirming();
  socket.answer("play", { type: "ack" });
  await soon();
  socket.tell(news({ seq: 3, state: 5, table, you: [{ seat: 0, legal: ["WUG"] }] }));
  assert.ok(live.refused.value);
  assert.ok(staging.isIdle(live.draft.value));
  assert.equal(played().length, 1);
});

test("where the confirm is refused, it stays as it was, and what was staged after it goes", async () => {
  await stageAfterConfirming();
  socket.answer("play", { type: "refused", kind: "refused", code: "time" });
  await soon();
  assert.equal(live.draft.value.letters, "WUG");
  assert.ok(live.refused.value && !live.queued.value && !live.isNext.value);
});
