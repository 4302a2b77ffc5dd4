// Saving a draft during typing: locally at once, on the server when the typing pauses. Saving never
// publishes.

import { atom } from "../lib/atoms.js";
import { ApiError, get, put } from "../net/api.js";
import { forgetLocally, keepLocally } from "./localcopy.js";

/** @import { ScenarioOut } from "../types/api.js" */

const PAUSE_MS = 700;
const RETRY_MS = 2000;
const RETRY_MAX_MS = 30000;
const KEEPALIVE_MAX = 60000; // what a browser sends after its page is gone

/**
 * @typedef {{kind: "saved", at: number} | {kind: "editing"} | {kind: "saving"} | {kind: "offline"}
 *   | {kind: "failed", message: string} | {kind: "conflict", theirs: ScenarioOut}} SaveState
 */

export class Autosave {
  /**
   * @param {ScenarioOut} scenario as the server has it
   * @param {(scenario: ScenarioOut) => void} onTheirs the text was changed elsewhere, and theirs is now the
   *   one
   */
  constructor(scenario, onTheirs) {
    this.scenario = scenario;
    this.onTheirs = onTheirs;
    this.source = scenario.source;
    this.state = atom(/** @type {SaveState} */ ({ kind: "saved", at: Date.parse(scenario.updated) }));
    this.timer = 0;
    this.retries = 0;
    /** @type {Promise<boolean> | null} */
    this.saving = null;
    this.leave = () => this.saveOnLeaving();
    this.back = () => this.check();
    this.online = () => this.state.get().kind === "offline" && this.flush();
    addEventListener("pagehide", this.leave);
    addEventListener("focus", this.back);
    addEventListener("online", this.online);
  }

  get dirty() {
    return this.source !== this.scenario.source;
  }

  /** Sets the text to save. @param {string} source */
  touch(source) {
    this.source = source;
    if (!this.dirty && !this.saving) return this.settled();
    keepLocally(this.scenario.id, source, this.scenario.updated);
    if (this.state.get().kind === "conflict") return;
    this.state.set({ kind: "editing" });
    this.schedule(PAUSE_MS);
  }

  /** @param {number} milliseconds */
  schedule(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), milliseconds);
  }

  /** Saves unsaved text now. @returns {Promise<boolean>} whether the server has the present text */
  async flush() {
    clearTimeout(this.timer);
    while (this.dirty) {
      if (this.state.get().kind === "conflict") return false;
      this.saving ??= this.save().finally(() => (this.saving = null));
      if (!(await this.saving)) return false;
    }
    return true;
  }

  async save() {
    this.state.set({ kind: "saving" });
    try {
      this.take(await this.write());
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return this.stale();
      this.refused(error);
      return false;
    }
  }

  /** @param {import("../net/api.js").Options} [options] @returns {Promise<ScenarioOut>} */
  write(options) {
    const body = { source: this.source, allow_errors: true, based_on: this.scenario.updated };
    return put(`/scenarios/${this.scenario.id}`, body, options);
  }

  // The draft is no longer what this text was typed over: renamed only, or rewritten?
  async stale() {
    /** @type {ScenarioOut | null} */
    const theirs = await get(`/scenarios/${this.scenario.id}`).catch(() => null);
    if (!theirs) {
      this.refused(new ApiError(0, []));
      return false;
    }
    const same = theirs.source === this.scenario.source || theirs.source === this.source;
    if (same) this.take(theirs);
    else this.conflict(theirs);
    return same;
  }

  /** @param {ScenarioOut} scenario */
  take(scenario) {
    this.scenario = scenario;
    this.retries = 0;
    if (this.dirty) keepLocally(scenario.id, this.source, scenario.updated);
    else this.settled();
  }

  /** The title was changed on this page: the next save is based on that. @param {ScenarioOut} scenario */
  renamed(scenario) {
    if (scenario.source === this.scenario.source) this.scenario = scenario;
  }

  settled() {
    clearTimeout(this.timer);
    forgetLocally(this.scenario.id);
    this.state.set({ kind: "saved", at: Date.parse(this.scenario.updated) });
  }

  /** @param {unknown} error */
  refused(error) {
    if (error instanceof ApiError && !error.offline && error.status < 500) {
      this.state.set({ kind: "failed", message: error.message });
      return;
    }
    this.state.set({ kind: "offline" });
    this.schedule(Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** this.retries));
    this.retries += 1;
  }

  /** Compares with the server when the tab becomes visible again: another tab may have changed the draft. */
  async check() {
    if (this.saving) return;
    const mine = this.scenario;
    /** @type {ScenarioOut | null} */
    const theirs = await get(`/scenarios/${mine.id}`).catch(() => null);
    if (!theirs || mine !== this.scenario || this.saving || theirs.source === mine.source) return;
    if (this.dirty) this.conflict(theirs);
    else this.useTheirs(theirs);
  }

  /** @param {ScenarioOut} theirs */
  conflict(theirs) {
    clearTimeout(this.timer);
    this.state.set({ kind: "conflict", theirs });
  }

  /** @param {ScenarioOut} theirs */
  useTheirs(theirs) {
    this.scenario = theirs;
    this.source = theirs.source;
    this.settled();
    this.onTheirs(theirs);
  }

  /** Ends a conflict: the text here replaces the server's. @param {ScenarioOut} theirs */
  keepMine(theirs) {
    this.scenario = theirs;
    this.state.set({ kind: "editing" });
    return this.flush();
  }

  saveOnLeaving() {
    if (!this.dirty || this.state.get().kind === "conflict") return;
    this.write({ keepalive: this.source.length < KEEPALIVE_MAX }).catch(() => {});
  }

  stop() {
    clearTimeout(this.timer);
    removeEventListener("pagehide", this.leave);
    removeEventListener("focus", this.back);
    removeEventListener("online", this.online);
  }
}
