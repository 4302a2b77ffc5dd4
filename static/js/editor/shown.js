// What the editor shows of a stored text: JSON in long lines is laid out. What is stored stays as it was until
// somebody edits it.

import { laidOut } from "../lib/jsonlayout.js";

export class ShownText {
  stored = "";
  shown = "";

  /** Returns what to show of a stored text. @param {string} stored */
  show(stored) {
    this.stored = stored;
    this.shown = laidOut(stored);
    return this.shown;
  }

  /** Returns what to store for the text that is in the editor by now. @param {string} text */
  storedFor(text) {
    return text === this.shown ? this.stored : text;
  }
}
