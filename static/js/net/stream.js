// The events of a run, complete and in order. The database is the truth, the socket is only the messenger:
// every event has a number, and whatever the socket misses (a gap, a reconnect, a late start) is fetched by
// number.

import { atom } from "../lib/atoms.js";
import { ApiError, get } from "./api.js";
import { offline } from "./offline.js";

/** @import { Event, Phrase } from "../types/engine.js" */

const POLL_MS = 2000;
const RETRY_MS = 250;
const RETRY_MAX_MS = 8000;
/** @type {Record<string, StreamState>} */
const ENDS = { "run.finished": "done", "run.failed": "failed", "run.cancelled": "cancelled" };
/** @type {Record<string, StreamState>} */
const STATUSES = { finished: "done", failed: "failed", cancelled: "cancelled" };

/** Half a period of jitter, so that many viewers do not come back at once. @param {number} attempt */
const retryDelay = (attempt) =>
  Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2);

/** @typedef {"connecting" | "live" | "polling" | "done" | "failed" | "cancelled"} StreamState */

/**
 * An event as the server sends it: those of the engine, numbered, and how else a run ends.
 * @typedef {(Event | {kind: "run.failed", message?: string, said?: Phrase} | {kind: "run.cancelled"}) &
 *   {seq: number}}
 *   RunEvent
 * @typedef {{events: RunEvent[], status: string}} Events the answer of the API
 */

/** @type {WebSocket | null} a socket that nobody has asked for a run yet */
let ahead = null;

/** Opens a socket while a run is being started: the first stream takes it. */
export function expectRun() {
  if (offline || ahead) return;
  const socket = socketTo("");
  ahead = socket;
  socket.onclose = () => {
    if (ahead === socket) ahead = null;
  };
}

function takeAhead() {
  const socket = ahead;
  ahead = null;
  return socket;
}

/** @param {string} path below that of runs */
const socketTo = (path) =>
  new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/runs${path}`);

/**
 * @param {string | number} runId
 * @param {{after?: number, onEvents: (events: RunEvent[]) => void}} options `onEvents` gets each event
 *   exactly once, in order
 * @returns {{state: import("../lib/atoms.js").Atom<StreamState>, seq: () => number, close: () => void}}
 */
export function streamRun(runId, { after = 0, onEvents }) {
  const stream = new RunStream(runId, after, onEvents);
  if (offline) stream.catchUp();
  else {
    stream.connect();
    stream.watch();
  }
  return { state: stream.state, seq: () => stream.seq, close: () => stream.close() };
}

class RunStream {
  /** @param {string | number} runId @param {number} after @param {(events: RunEvent[]) => void} onEvents */
  constructor(runId, after, onEvents) {
    this.runId = runId;
    this.seq = after;
    this.onEvents = onEvents;
    this.state = atom(/** @type {StreamState} */ ("connecting"));
    this.attempts = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Set<ReturnType<typeof setTimeout>>} */
    this.timers = new Set();
    /** @type {Promise<void> | null} */
    this.fetching = null;
    this.heard = false;
    this.closed = false;
  }

  connect() {
    if (this.ended()) return;
    const question = `${this.runId}?after=${this.seq}`;
    const waiting = takeAhead();
    const socket = waiting ?? socketTo(`/${question}`);
    this.socket = socket;
    socket.onopen = () => {
      waiting?.send(question);
      this.opened();
    };
    if (socket.readyState === WebSocket.OPEN) socket.onopen(new Event("open"));
    socket.onmessage = (message) => this.received(JSON.parse(message.data).events ?? []);
    socket.onclose = () => this.lost(socket);
  }

  opened() {
    this.attempts = 0;
    if (!this.ended()) this.state.set("live");
  }

  /** @param {RunEvent[]} events */
  received(events) {
    this.heard = true;
    const first = events.find((event) => event.seq > this.seq);
    if (first && first.seq > this.seq + 1) this.catchUp();
    else this.take(events);
  }

  /** @param {RunEvent[]} events */
  take(events) {
    const fresh = events.filter((event) => event.seq > this.seq);
    if (!fresh.length || this.closed) return;
    this.seq = fresh[fresh.length - 1].seq;
    this.onEvents(fresh);
    const last = fresh.find((event) => ENDS[event.kind]);
    if (last) this.end(ENDS[last.kind]);
  }

  /** @param {WebSocket} socket */
  lost(socket) {
    if (this.closed || this.ended() || socket !== this.socket) return;
    this.attempts += 1;
    this.state.set(this.attempts === 1 ? "connecting" : "polling");
    this.later(() => this.connect(), retryDelay(this.attempts));
    if (this.attempts === 1) this.catchUp();
  }

  // The fallback of the socket: polls when there is none, and when it has been quiet (its last message may
  // be lost).
  watch() {
    this.later(() => {
      if (!this.heard || this.socket?.readyState !== WebSocket.OPEN) this.catchUp();
      this.heard = false;
      this.watch();
    }, POLL_MS);
  }

  catchUp() {
    this.fetching ??= this.fetchMissing().finally(() => (this.fetching = null));
    return this.fetching;
  }

  async fetchMissing() {
    for (;;) {
      /** @type {Events | Error} */
      const answer = await get(`/runs/${this.runId}/events?after=${this.seq}`).catch((error) => error);
      if (this.closed || this.ended()) return;
      if (answer instanceof Error) return this.refused(answer);
      this.take(answer.events);
      if (!answer.events.length) return this.settle(answer.status);
    }
  }

  /** @param {Error} error */
  refused(error) {
    if (error instanceof ApiError && error.status === 404) this.end("failed");
  }

  /** @param {string} status */
  settle(status) {
    if (STATUSES[status]) this.end(STATUSES[status]);
  }

  ended() {
    return Object.values(ENDS).includes(this.state.get());
  }

  /** @param {StreamState} state */
  end(state) {
    if (this.ended()) return;
    this.state.set(state);
    this.release();
  }

  /** @param {() => void} action @param {number} milliseconds */
  later(action, milliseconds) {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      if (!this.closed && !this.ended()) action();
    }, milliseconds);
    this.timers.add(timer);
  }

  close() {
    this.closed = true;
    this.release();
  }

  release() {
    this.timers.forEach(clearTimeout);
    this.timers.clear();
    this.socket?.close();
  }
}
