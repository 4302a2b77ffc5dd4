// Steps of Undo with their names: "Undo: added taint to n2". Ace has the steps; the names are stored here by
// step.

import { labelled } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @import { AceDelta, AceEditor } from "../types/ace.js" */

export class NamedSteps {
  /** @param {AceEditor} editor */
  constructor(editor) {
    this.editor = editor;
    /** @type {Map<number, string>} by the id of the step's first delta */
    this.names = new Map();
  }

  /**
   * Everything that `change` does to the text is one step of this name.
   * @param {string} name @param {() => void} change
   */
  step(name, change) {
    const { session } = this.editor;
    session.markUndoGroup();
    change();
    const last = this.top("$undoStack");
    if (last) this.names.set(last.id, name);
    session.markUndoGroup();
  }

  /** What Undo would take back. */
  undone() {
    return this.tooltip(t("Undo"), this.top("$undoStack"));
  }

  redone() {
    return this.tooltip(t("Redo"), this.top("$redoStack"));
  }

  /** @param {string} verb @param {AceDelta | undefined} delta */
  tooltip(verb, delta) {
    const name = delta && this.names.get(delta.id);
    return name ? labelled(verb, name) : verb;
  }

  /** @param {"$undoStack" | "$redoStack"} stack */
  top(stack) {
    return this.editor.session.getUndoManager()[stack].at(-1)?.[0];
  }
}
