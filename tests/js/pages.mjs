/** Stand-ins for the browser's globals that modules of the pages use: as few as the tests need. */

import { mock } from "node:test";

/** Every socket that was opened, in order. */
export const sockets = [];

class FakeSocket {
  static OPEN = 1;

  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    sockets.push(this);
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 3;
  }

  /** The server sends a frame. */
  tell(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  /** The server answers the last command of a kind. */
  answer(kind, frame) {
    const { id } = this.sent.findLast(({ type }) => type === kind);
    this.tell({ id, ...frame });
  }
}

const storage = new Map();
const kept = new Map(); // for the session of the tab

const page = new EventTarget();

Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { protocol: "http:", host: "example.org" },
  document: { hidden: false },
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  localStorage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, text) => storage.set(key, text) },
  sessionStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) },
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
});

/** Set the answers to the next requests, as functions; the last one answers all further requests. */
export function serve(...answers) {
  globalThis.fetch = mock.fn(async () => {
    const body = (answers.length > 1 ? answers.shift() : answers[0])();
    return { ok: true, json: async () => body };
  });
}

/** Wait until all pending promises have settled. */
export const soon = () => new Promise((resolve) => setImmediate(resolve));
