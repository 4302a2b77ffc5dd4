// The draft as objects: what the text holds, the manifest of the chosen one, and operations that change the text.

import { atom } from "../../lib/atoms.js";
import { post } from "../../net/api.js";

const PAUSE_MS = 250;

/**
 * @typedef {{op: "set" | "add" | "remove" | "delete" | "copy" | "create", object?: string, path?: (string | number)[], value?: any}} Operation
 * @typedef {{object: string, kind: string, namespace: string, name: string, line: number, end_line: number, labels: Record<string, string>,
 *   node: string, owner: string, count: number | null, taints: number, unschedulable: boolean}} Entry
 */

export class Model {
  /** @param {{source: () => string, write: (edits: {from_line: number, to_line: number, text: string}[], label: string) => void}} text */
  constructor(text) {
    this.text = text;
    /** @type {import("../../lib/atoms.js").Atom<{objects: Entry[], labels: Record<string, Record<string, string[]>>}>} */
    this.outline = atom({ objects: [], labels: {} });
    /** The chosen object by its name in messages, "Pod default/web-0". */
    this.selected = atom(/** @type {string | null} */ (null));
    this.manifest = atom(/** @type {any} */ (null));
    this.queue = Promise.resolve();
    this.request = new AbortController();
    this.timer = 0;
    this.shown = "";
    this.stale = false;
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
      // too large, or not reached: what was known stays
    }
  }

  take({ objects, labels, manifest }) {
    this.stale = false;
    this.outline.set({ objects, labels });
    // a manifest that cannot be read while it is typed leaves the form as it was
    if (!manifest && objects.some(({ object }) => object === this.selected.get())) return;
    const shown = JSON.stringify(manifest);
    if (shown === this.shown) return;
    this.shown = shown;
    this.manifest.set(manifest);
  }

  /** The objects of now, asked for if the text has changed since. */
  async entries() {
    if (this.stale || !this.outline.get().objects.length) await this.refresh();
    return this.outline.get().objects;
  }

  /**
   * Changes the text; one after the other, each on what the one before has made.
   * @param {Operation[]} operations
   * @param {string} label of the step that Undo takes back
   */
  apply(operations, label) {
    const next = this.queue.then(async () => {
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
