// The connection to a room: it says who it is, and comes back by itself when it is lost.

import { atom } from "../../lib/atoms.js";

/** @import { RoomState } from "../../types/api.js" */
/** @import { InRoom } from "../../lib/inroom.js" */

const RETRY_MS = 500;
const RETRY_MAX_MS = 8000;
const PAUSE_MS = 150; // between two messages of a kind: the newest one is sent

/** Codes after which nobody comes back. @type {Record<number, "ended" | "gone" | "full" | "crowded">} */
const LAST = { 1000: "ended", 4404: "gone", 4403: "gone", 4422: "gone", 4430: "full", 4431: "crowded" };

/**
 * `crowded`: too many follow from this network.
 * @typedef {"connecting" | "live" | "ended" | "gone" | "full" | "crowded"} LineState
 */

/**
 * A guess of this follower that does not count: it came too late, or the presenter asks something else.
 * @typedef {{about: string, why: "late" | "other"}} Uncounted
 */

export class Line {
  /** @param {InRoom} room */
  constructor({ code, secret, follower }) {
    this.code = code;
    this.hello = secret ? { says: "hello", secret } : { says: "hello", follower };
    this.state = atom(/** @type {LineState} */ ("connecting"));
    this.room = atom(/** @type {RoomState | null} */ (null));
    this.uncounted = atom(/** @type {Uncounted | null} */ (null));
    this.attempts = 0;
    this.isClosed = false;
    /** @type {Map<string, object>} */
    this.waiting = new Map();
    this.pause = 0;
    /** @type {() => void} */
    this.onOpen = () => {};
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/rooms/${this.code}`);
    this.socket = socket;
    socket.onopen = () => {
      this.attempts = 0;
      socket.send(JSON.stringify(this.hello));
      this.state.set("live");
      this.onOpen();
    };
    socket.onmessage = ({ data }) => this.heard(JSON.parse(data));
    socket.onclose = ({ code }) => this.lost(code);
  }

  /** @param {RoomState | {uncounted: Uncounted}} message */
  heard(message) {
    if ("uncounted" in message) this.uncounted.set(message.uncounted);
    else this.room.set(message);
  }

  /** @param {number} code */
  lost(code) {
    if (this.isClosed) return;
    if (LAST[code]) return this.state.set(LAST[code]);
    this.state.set("connecting");
    this.attempts += 1;
    const wait = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** (this.attempts - 1)) * (0.75 + Math.random() / 2);
    setTimeout(() => !this.isClosed && this.connect(), wait);
  }

  /**
   * Says something; of several of a kind in a row the newest.
   * @param {string} says
   * @param {object} [message]
   */
  say(says, message = {}) {
    this.waiting.set(says, { says, ...message });
    if (this.pause) return;
    this.flush();
    this.pause = setTimeout(() => {
      this.pause = 0;
      this.flush();
    }, PAUSE_MS);
  }

  flush() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    for (const message of this.waiting.values()) this.socket.send(JSON.stringify(message));
    this.waiting.clear();
  }

  close() {
    this.isClosed = true;
    this.socket?.close();
  }
}
