// The draft's text inside Ace, and the ways in which something other than typing changes it. Each is one step
// of Undo.

import { t } from "../lib/i18n.js";
import { toast } from "../lib/toast.js";
import { NamedSteps } from "./undo.js";

/** @import { AceDocument, AceEditor } from "../types/ace.js" */
/** @import { EditOut } from "../types/api.js" */

export class DraftText {
  /** @param {AceEditor} editor */
  constructor(editor) {
    this.editor = editor;
    this.steps = new NamedSteps(editor);
  }

  get value() {
    return this.editor.getValue();
  }

  /**
   * Edits of whole lines, which count the lines before any of them.
   * @param {EditOut[]} edits @param {string} name
   */
  write(edits, name) {
    const { doc } = this.editor.session;
    this.steps.step(name, () => {
      for (const { from_line: from, to_line: to, text } of [...edits].reverse())
        replaceLines(doc, from, to, text);
    });
  }

  /** @param {string} text @param {string} [name] */
  replace(text, name) {
    const { session } = this.editor;
    if (session.getValue() === text) return;
    const at = this.editor.getCursorPosition();
    const all = () =>
      session.doc.replace(
        { start: { row: 0, column: 0 }, end: { row: session.getLength(), column: 0 } },
        text,
      );
    if (name) this.steps.step(name, all);
    else all();
    this.editor.moveCursorToPosition(at);
    this.editor.clearSelection();
  }

  /** Goes to the first line that `edit` changed. @param {(source: string) => string} edit */
  change(edit) {
    const before = this.value;
    const after = edit(before);
    if (after === before) return;
    this.replace(after);
    const old = before.split("\n");
    const line = after.split("\n").findIndex((text, i) => text !== old[i]);
    this.editor.gotoLine(line + 1, 0, false);
  }

  /** Appends objects from elsewhere. @param {string} source */
  append(source) {
    if (/^\s*[{[]/.test(this.value)) return toast(t("This draft is JSON: open them as a separate scenario."));
    return this.replace(
      this.value.trim() ? `${this.value.replace(/\n*$/, "\n")}---\n${source}` : source,
      t("added objects"),
    );
  }
}

/**
 * Ace's last line has no break: text after it has to begin with one.
 * @param {AceDocument} doc @param {number} from @param {number} to @param {string} text
 */
function replaceLines(doc, from, to, text) {
  const length = doc.getLength();
  const end =
    to < length ? { row: to, column: 0 } : { row: length - 1, column: doc.getLine(length - 1).length };
  doc.replace({ start: { row: from, column: 0 }, end }, text);
}
