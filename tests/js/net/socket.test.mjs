/** The socket of a table: whether somebody is still there. */

import assert from "node:assert/strict";
import { sockets } from "../pages.mjs";
import test, { afterEach, beforeEach, mock } from "node:test";


const { TableSocket } = await import("../../../src/splendor/server/static/net/socket.js");

let table;
let socket;
const pings = () => socket.sent.filter(({ type }) => type === "ping").length;

beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout"] });
  table = new TableSocket("table", { news: () => {}, status: () => {} });
  socket = sockets.at(-1);
  socket.open();
});

afterEach(() => {
  table.close();
  mock.timers.reset();
  document.hidden = false;
});

test("a line that is quiet for long is asked, and given up without an answer", () => {
  mock.timers.tick(20_000);
  assert.equal(pings(), 1);
  socket.tell({ type: "pong" });
  mock.timers.tick(10_000);
  assert.equal(socket.readyState, 1);
  mock.timers.tick(10_000);
  assert.equal(pings(), 2);
  mock.timers.tick(10_000);
  assert.equal(socket.readyState, 3);
});

for (const kind of ["visibilitychange", "online"]) {
  test(`whether the line was cut is asked at once: ${kind}`, () => {
    dispatchEvent(new Event(kind));
    assert.equal(pings(), 1);
    mock.timers.tick(10_000);
    assert.equal(socket.readyState, 3);
  });
}

test("nobody asks while nobody looks, or when the table was left", () => {
  document.hidden = true;
  dispatchEvent(new Event("visibilitychange"));
  document.hidden = false;
  table.close();
  dispatchEvent(new Event("visibilitychange"));
  assert.equal(pings(), 0);
});

test("the first message names the protocol", () => {
  assert.deepEqual(socket.sent[0], { type: "hello", since: 0, protocol: 3 });
});

test("a hint is answered by its advice, whether or not it is acknowledged before", async () => {
  for (const frames of [[{ type: "advice", candidates: [] }], [{ type: "ack" }, { type: "advice", candidates: [] }]]) {
    const asked = table.send("hint", { state: 1 });
    frames.forEach((frame) => socket.answer("hint", frame));
    assert.equal((await asked).type, "advice");
  }
});

test("a message is known by its type, whatever its text says", async () => {
  const said = table.send("chat", { text: 'they wrote "type":"hint"' });
  socket.answer("chat", { type: "ack" });
  assert.equal((await said).type, "ack");
});

test("how far the bots are is told until they are ready, and forgotten when the line is lost", () => {
  const told = [];
  table.listeners = { news: () => {}, status: () => {}, preparing: (news) => told.push(news?.percent ?? null) };
  socket.tell({ type: "preparing", part: "search", percent: 40 });
  socket.tell({ type: "preparing", part: "", percent: 100 });
  socket.tell({ type: "preparing", part: "search", percent: 60 });
  socket.onclose({ code: 1012 });
  mock.timers.tick(1000);
  sockets.at(-1).open(); // a compiled server has taken over
  assert.deepEqual(told, [40, null, 60, null]);
});

test("a page that is too old for the server does not connect again", () => {
  const versions = [];
  table.listeners = { news: () => {}, status: () => {}, outdated: (version) => versions.push(version) };
  socket.onclose({ code: 4426 });
  mock.timers.tick(60_000);
  assert.deepEqual([versions.length, sockets.at(-1)], [1, socket]);
});

test("news of another protocol is handed on only where the page stays", () => {
  const heard = [];
  for (const isReloading of [true, false]) {
    table.listeners = { news: ({ seq }) => heard.push(seq), status: () => {}, outdated: (version) => version === 4 && isReloading };
    socket.tell({ type: "news", seq: isReloading ? 7 : 8, protocol: 4 });
  }
  socket.tell({ type: "news", seq: 9, protocol: 3 });
  assert.deepEqual(heard, [8, 9]);
});
