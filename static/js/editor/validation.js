// The server's verdict on the text during typing. An answer to an older text is dropped.

import { atom, computed } from "../lib/atoms.js";
import { ApiError, post } from "../net/api.js";

/** @import { Validation as Answer } from "../types/api.js" */
/** @import { ScenarioSummary } from "../types/engine.js" */
/** @import { Problem } from "../lib/problems.js" */
/** @import { Source } from "../lib/atoms.js" */

const PAUSE_MS = 300;

export class Validation {
  /** @param {Problem[]} errors those at the start */
  constructor(errors) {
    this.errors = atom(errors);
    this.summary = atom(/** @type {ScenarioSummary | null} */ (null));
    this.notes = atom(/** @type {string[]} */ ([]));
    /** The text that they are about, null before the first answer. */
    this.validated = atom(/** @type {string | null} */ (null));
    /** The same if it has no errors. @type {Source<string | null>} */
    this.accepted = computed(() => (this.errors.get().length ? null : this.validated.get()));
    this.timer = 0;
    this.request = new AbortController();
  }

  /** @param {string} source */
  touch(source) {
    this.cancel();
    this.timer = setTimeout(() => this.ask(source), PAUSE_MS);
  }

  /** @param {string} source */
  async ask(source) {
    const request = (this.request = new AbortController());
    try {
      /** @type {Answer} */
      const { errors, summary, notes } = await post("/validate", { source }, { signal: request.signal });
      if (request.signal.aborted) return;
      this.take(errors, summary, notes);
      this.validated.set(source);
    } catch (error) {
      // a text over the limits gets an error from the server; when it cannot be reached, autosave
      // tells
      if (request.signal.aborted || !(error instanceof ApiError)) return;
      if (error.status >= 400 && error.status < 500) this.take(error.errors, null, []);
    }
  }

  /**
   * @param {Problem[]} errors @param {ScenarioSummary | null} summary
   * @param {string[]} notes about what was not read, and what is missing
   */
  take(errors, summary, notes) {
    this.errors.set(errors);
    this.notes.set(notes);
    if (summary) this.summary.set(summary);
  }

  cancel() {
    clearTimeout(this.timer);
    this.request.abort();
  }
}
