/**
 * The socket of a table. It reconnects by itself, resumes after the last event, and sends unanswered commands again
 * under the same id, so that the server carries out each of them once.
 */

import { Refused } from './api.js';

const FIRST_PAUSE = 300; // milliseconds before the second attempt
const LONGEST_PAUSE = 5000;
const QUIET = 20_000; // milliseconds without a message, then a ping
const PATIENCE = 10_000;
const WAKING = ['visibilitychange', 'online']; // events after which the connection may be dead
const OUTDATED = 4426; // close code: the server no longer speaks this page's protocol
const FOR_GOOD = [4404, 4401, 4409]; // close codes: no such table, not for us, or open in too many other pages

/** The version of the messages that this page knows (docs/wire.md). */
export const PROTOCOL = 3;

/** A command that is not answered yet: its type, and the text to send again after a lost connection.
 * @typedef {{ type: string, text: string, resolve: (answer: any) => void, reject: (error: Error) => void }} Waiting */

/** Commands whose result is a message of its own: servers of protocol 1 acknowledge them before that. */
const ANSWERED_LATER = ['hint'];

export class TableSocket {
  /**
   * @param {string} table
   * @param {{ news: (news: import('../state/types.js').News) => void,
   *   status: (status: 'connecting' | 'open' | 'lost' | 'gone') => void,
   *   preparing?: (preparing: import('../state/types.js').Preparing | null) => void,
   *   emoted?: (sign: { seat: number, what: string }) => void,
   *   outdated?: (protocol: number) => boolean }} listeners `outdated` is called when the server speaks another version
   *   than this page; where it returns true, the page is about to reload
   */
  constructor(table, listeners) {
    this.address = `${location.protocol.replace('http', 'ws')}//${location.host}/api/tables/${table}/socket`;
    this.listeners = listeners;
    this.seq = 0;
    this.pause = FIRST_PAUSE;
    this.closed = false;
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.quiet = 0;
    this.wake = () => !document.hidden && this.ping();
    for (const kind of WAKING) addEventListener(kind, this.wake);
    this.connect();
  }

  connect() {
    this.listeners.status('connecting');
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    socket.onclose = (event) => this.lost(socket, event.code);
  }

  /** @param {WebSocket} socket */
  opened(socket) {
    socket.send(JSON.stringify({ type: 'hello', since: this.seq, protocol: PROTOCOL }));
    for (const { text } of this.waiting.values()) socket.send(text);
    this.listeners.preparing?.(null); // the server says so again if its bots are not ready
    this.listen();
  }

  /** @param {any} frame */
  receive(frame) {
    this.listen();
    if ((frame.protocol ?? PROTOCOL) !== PROTOCOL && this.listeners.outdated?.(frame.protocol)) return;
    if (frame.type === 'news') {
      this.pause = FIRST_PAUSE;
      this.seq = frame.seq;
      this.listeners.status('open');
      this.listeners.news(frame);
    } else if (frame.type === 'preparing') {
      this.listeners.preparing?.(frame.percent < 100 ? frame : null);
    } else if (frame.type === 'emoted') {
      this.listeners.emoted?.(frame);
    } else if (frame.id) {
      this.answer(frame);
    }
  }

  /** @param {any} frame */
  answer(frame) {
    const waiting = this.waiting.get(frame.id);
    if (!waiting || (frame.type === 'ack' && ANSWERED_LATER.includes(waiting.type))) return;
    this.waiting.delete(frame.id);
    if (frame.type === 'refused') waiting.reject(new Refused(frame));
    else waiting.resolve(frame);
  }

  /** Send a ping after some silence: a dead connection does not report itself. */
  listen() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.ping(), QUIET);
  }

  /** Send a ping now; any message counts as the answer. */
  ping() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    clearTimeout(this.quiet);
    this.socket.send(JSON.stringify({ type: 'ping' }));
    this.quiet = setTimeout(() => this.socket?.close(), PATIENCE);
  }

  /** @param {WebSocket} socket @param {number} code */
  lost(socket, code) {
    if (socket !== this.socket) return;
    clearTimeout(this.quiet);
    if (this.closed || FOR_GOOD.includes(code)) {
      this.listeners.status('gone');
      for (const { reject } of this.waiting.values()) reject(new Refused({ code: 'gone' }));
      this.waiting.clear();
      return;
    }
    this.listeners.status('lost');
    if (code === OUTDATED) {
      this.listeners.outdated?.(NaN); // the version is unknown
      return;
    }
    setTimeout(() => !this.closed && this.connect(), this.pause * (0.5 + Math.random()));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  }

  /**
   * Send a command and wait for its answer, across any number of reconnections.
   * @param {string} type @param {object} [fields] @returns {Promise<any>}
   */
  send(type, fields = {}) {
    const id = newId();
    const text = JSON.stringify({ type, id, ...fields });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { type, text, resolve, reject });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  close() {
    this.closed = true;
    for (const kind of WAKING) removeEventListener(kind, this.wake);
    this.socket?.close();
  }
}

/** 96 random bits. crypto.randomUUID is absent on plain http. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
