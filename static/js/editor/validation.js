// The server's verdict on the text while it is typed. An answer to an older text is never shown.

import { atom } from "../lib/atoms.js";
import { post } from "../net/api.js";

const PAUSE_MS = 300;

export class Validation {
  /** @param {import("../lib/problems.js").Problem[]} errors those known at the start */
  constructor(errors) {
    this.errors = atom(errors);
    /** @type {import("../lib/atoms.js").Atom<{nodes: number, pods: number, pending: number} | null>} */
    this.summary = atom(null);
    this.timer = 0;
    this.request = new AbortController();
  }

  touch(source) {
    this.cancel();
    this.timer = setTimeout(() => this.ask(source), PAUSE_MS);
  }

  async ask(source) {
    const request = (this.request = new AbortController());
    try {
      const { errors, summary } = await post("/validate", { source }, { signal: request.signal });
      if (!request.signal.aborted) this.take(errors, summary);
    } catch (error) {
      // over the limits the server says so as an error of the text; unreachable it says nothing, and autosave tells
      if (!request.signal.aborted && error.status >= 400 && error.status < 500) this.take(error.errors, null);
    }
  }

  take(errors, summary) {
    this.errors.set(errors);
    if (summary) this.summary.set(summary);
  }

  cancel() {
    clearTimeout(this.timer);
    this.request.abort();
  }
}
