// The draft as objects: what the text holds, the manifest of the chosen one, and operations that change the
// text.

import { atom } from "../../lib/atoms.js";
import { post } from "../../net/api.js";
import { NO_DEVICES } from "./expressions.js";

const PAUSE_MS = 250;

/** @import { DeviceNames } from "./expressions.js" */
/** @import { EditedOut, EditOut, EntryOut, OperationIn, OutlineOut } from "../../types/api.js" */

/**
 * An object as in the source: any JSON.
 * @typedef {any} Manifest
 *
 * Labels in use, by kind and key.
 * @typedef {Record<string, Record<string, string[]>>} Labels
 */

export class Model {
  /** @param {{source: () => string, write: (edits: EditOut[], label: string) => void}} text */
  constructor(text) {
    this.text = text;
    this.outline = atom(
      /** @type {{objects: EntryOut[], labels: Labels, devices: DeviceNames}} */ ({
        objects: [],
        labels: {},
        devices: NO_DEVICES,
      }),
    );
    /** The chosen object by its name in messages, "Pod default/web-0". */
    this.selected = atom(/** @type {string | null} */ (null));
    this.manifest = atom(/** @type {Manifest | null} */ (null));
    /** @type {Promise<void>} */
    this.queue = Promise.resolve();
    this.request = new AbortController();
    this.timer = 0;
    this.manifestText = "";
    this.stale = true;
  }

  /** The text changed. */
  touch() {
    this.stale = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), PAUSE_MS);
  }

  /** @param {string | null} object */
  select(object) {
    if (this.selected.get() === object) return;
    this.selected.set(object);
    this.refresh();
  }

  async refresh() {
    clearTimeout(this.timer);
    this.request.abort();
    const request = (this.request = new AbortController());
    try {
      const answer = await post(
        "/outline",
        { source: this.text.source(), object: this.selected.get() ?? "" },
        { signal: request.signal },
      );
      if (!request.signal.aborted) this.take(answer);
    } catch {
      // too large, or the server is not reached: the last outline stays
    }
  }

  /** @param {OutlineOut} outline */
  take({ objects, labels, devices, manifest }) {
    this.stale = false;
    this.outline.set({ objects, labels, devices });
    // a manifest that cannot be read while it is typed leaves the form as it was
    if (!manifest && objects.some(({ object }) => object === this.selected.get())) return;
    const text = JSON.stringify(manifest);
    if (text === this.manifestText) return;
    this.manifestText = text;
    this.manifest.set(manifest);
  }

  /** Resolves when there is an outline: the first may still be on its way. */
  async ready() {
    if (this.outline.get().devices === NO_DEVICES) await this.refresh();
  }

  /** The current objects; fetched if the text has changed since the last outline. */
  async entries() {
    if (this.stale || !this.outline.get().objects.length) await this.refresh();
    return this.outline.get().objects;
  }

  /**
   * Changes the text; operations run one after another, each on the result of the one before.
   * @param {OperationIn[]} operations
   * @param {string} label of the step that Undo takes back
   */
  apply(operations, label) {
    const next = this.queue.then(async () => {
      /** @type {EditedOut} */
      const { edits } = await post("/edit", { source: this.text.source(), operations });
      this.text.write(edits, label);
      await this.refresh();
    });
    this.queue = next.catch(() => {});
    return next;
  }

  stop() {
    clearTimeout(this.timer);
    this.request.abort();
  }
}
