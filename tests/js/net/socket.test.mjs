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
