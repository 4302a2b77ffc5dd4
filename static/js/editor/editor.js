// The YAML editor as a pane: text, live validation, autosave, undo, Run. It owns the draft's text; the page owns the run.

import { atom, effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { count, integer } from "../lib/format.js";
import { icon } from "../lib/icons.js";
import { problemList } from "../lib/problems.js";
import { toast } from "../lib/toast.js";
import { get, post } from "../net/api.js";
import { createAce, loadAce } from "./ace.js";
import { Autosave } from "./autosave.js";
import { forgetLocally, localCopy } from "./localcopy.js";
import { errorMarkers } from "./markers.js";
import { saveState } from "./savestate.js";
import { Validation } from "./validation.js";

/**
 * @typedef {object} Editor
 * @property {() => Promise<void>} run saves, starts a run and tells `onRun`
 * @property {() => Promise<boolean>} save
 * @property {(line: number) => void} goToLine
 * @property {() => void} focus
 * @property {() => string} source
 * @property {import("../lib/atoms.js").Atom<boolean>} changed the text is not that of the last run
 * @property {import("../lib/atoms.js").Atom<any[]>} errors the server's, for the present text
 * @property {import("../lib/atoms.js").Atom<import("./autosave.js").SaveState>} saved
 * @property {() => void} destroy
 */

/**
 * @param {HTMLElement} element an empty pane; it is filled and given the class "ed"
 * @param {{scenario: any, beside?: HTMLElement, runOptions?: () => object, onRun?: (run: any) => void, onChange?: (change: {source: string, changed: boolean, errors: any[]}) => void}} options
 *   `beside` stands before Run, `runOptions` are what a run is asked for
 *   `onChange` is told after every edit and whenever `changed` or `errors` change; the last run stays on screen until `onRun`
 * @returns {Promise<Editor>}
 */
export async function mountEditor(element, { scenario, ...options }) {
  const ace = await loadAce();
  return new EditorPane(ace, element, scenario, options).handle();
}

class EditorPane {
  constructor(ace, element, scenario, { beside, runOptions, onRun, onChange }) {
    this.beside = beside;
    this.runOptions = runOptions ?? (() => ({}));
    this.onRun = onRun ?? (() => {});
    this.onChange = onChange ?? (() => {});
    this.autosave = new Autosave(scenario, (theirs) => this.showTheirs(theirs));
    this.validation = new Validation(scenario.errors ?? []);
    this.ranSource = atom(/** @type {string | null} */ (null));
    this.changed = atom(!scenario.snapshot);
    this.running = atom(false);
    this.disposers = [];
    this.build(element);
    this.ace = createAce(ace, this.host, scenario.source);
    this.bind(ace);
    this.restore(scenario);
    this.validation.ask(this.ace.getValue());
    this.learnLastRun(scenario);
  }

  // ---- the pane ----

  build(element) {
    const tool = (name, label, action) =>
      h("button", { class: "btn bare icon", type: "button", "aria-label": label, title: label, onclick: action }, icon(name));
    const saved = saveState(this.autosave);
    this.disposers.push(saved.stop);
    this.undo = tool("undo", "Undo", () => this.ace.undo());
    this.redo = tool("redo", "Redo", () => this.ace.redo());
    this.runButton = h("button", { class: "btn primary", type: "button", title: "Run (Ctrl+Enter)", onclick: () => this.run() }, icon("play"), "Run");
    this.host = h("div", { class: "ed-code" });
    this.notice = h("div", { class: "ed-notice" });
    this.problems = h("div", { class: "ed-problems scroll", "aria-label": "Errors", role: "region" });
    this.position = h("span", null);
    this.counts = h("span", { class: "cut" });
    element.classList.add("ed");
    this.element = element;
    replace(element,
      h("div", { class: "pane-h ed-h" }, h("h2", null, "YAML"), saved.element, h("span", { class: "grow" }), this.undo, this.redo, this.beside, this.runButton),
      this.notice, this.host, this.problems,
      h("div", { class: "pane-f ed-f row t11 mute" }, this.position, this.counts, h("span", { class: "grow" }),
        h("span", { class: "ed-keys" }, h("kbd", { class: "kbd" }, "Ctrl Enter"), " runs, ", h("kbd", { class: "kbd" }, "Esc"), " leaves the editor")));
  }

  bind(ace) {
    const { ace: editor, validation, autosave } = this;
    const mark = errorMarkers(ace, editor);
    editor.session.on("change", () => this.edited());
    editor.selection.on("changeCursor", () => this.showPosition());
    editor.commands.addCommand({ name: "run", bindKey: { win: "Ctrl-Enter", mac: "Command-Enter|Ctrl-Enter" }, exec: () => this.run() });
    editor.commands.addCommand({ name: "save", bindKey: { win: "Ctrl-S", mac: "Command-S|Ctrl-S" }, exec: () => this.save() });
    this.keys = (event) => this.shortcut(event);
    addEventListener("keydown", this.keys);
    this.disposers.push(
      effect([validation.errors], (errors) => {
        mark(errors);
        replace(this.problems, errors.length ? problemList(errors, { goToLine: (line) => this.goToLine(line) }) : null);
        this.problems.hidden = !errors.length;
        this.fit();
      }),
      effect([validation.errors, this.running], () => this.showRun()),
      effect([this.changed, this.ranSource, autosave.state], () => this.showNotice()),
      effect([validation.summary], (summary) => {
        this.counts.textContent = summary ? `${count(summary.nodes, "node")}, ${count(summary.pods, "pod")}` : "";
      }),
      effect([this.changed, validation.errors], () => this.tell()),
    );
    this.showPosition();
    this.showHistory();
  }

  // Ctrl+S saves wherever the focus is on this page; the browser's own "save page" would only be in the way.
  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key === "s") {
      event.preventDefault();
      this.save();
    }
    if (event.key === "Enter" && this.element.contains(event.target) && !this.host.contains(event.target)) this.run();
  }

  // ---- the text ----

  edited() {
    const source = this.ace.getValue();
    this.autosave.touch(source);
    this.validation.touch(source);
    this.changed.set(source !== this.ranSource.get());
    queueMicrotask(() => this.showHistory()); // Ace's undo stacks move after this event
    this.tell(source);
  }

  /** What was typed before a crash or a lost connection, unless the server has it by now. */
  restore(scenario) {
    const local = localCopy(scenario.id);
    if (!local || local.source === scenario.source) return forgetLocally(scenario.id);
    this.replaceText(local.source);
    if (local.base === scenario.updated) toast("Restored what was not saved yet");
    else this.autosave.conflict(scenario);
  }

  showTheirs(theirs) {
    this.replaceText(theirs.source);
    toast("Updated: the draft was changed elsewhere");
  }

  // As one edit, so that Undo brings the former text back.
  replaceText(text) {
    const { session } = this.ace;
    if (session.getValue() === text) return;
    const at = this.ace.getCursorPosition();
    session.doc.replace({ start: { row: 0, column: 0 }, end: { row: session.getLength(), column: 0 } }, text);
    this.ace.moveCursorToPosition(at);
    this.ace.clearSelection();
  }

  // ---- saving and running ----

  async save() {
    const saved = await this.autosave.flush();
    if (saved) toast("Saved. Only you see a draft; sharing is a step of its own.");
    return saved;
  }

  async run() {
    if (this.running.get()) return;
    if (this.validation.errors.get().length) return this.refuse();
    this.running.set(true);
    try {
      if (!(await this.autosave.flush())) return toast("Not run: the draft could not be saved.");
      const source = this.autosave.scenario.source;
      const run = await post(`/scenarios/${this.autosave.scenario.id}/runs`, this.runOptions());
      this.ranSource.set(source);
      this.changed.set(this.ace.getValue() !== source);
      this.onRun(run);
    } catch (error) {
      if (error.status === 422) this.validation.take(error.errors, null);
      toast(error.status === 422 ? "Not run: the draft has errors." : `Not run. ${error.message}`);
    } finally {
      this.running.set(false);
    }
  }

  refuse() {
    const first = this.validation.errors.get().find((error) => error.line);
    toast(first ? `Not run: fix line ${first.line} first` : "Not run: fix the errors first");
    if (first) this.goToLine(first.line);
  }

  async learnLastRun(scenario) {
    if (!scenario.snapshot) return;
    const snapshot = await get(`/snapshots/${scenario.snapshot}`).catch(() => null);
    if (this.ranSource.get() !== null) return; // a newer run was started meanwhile
    this.ranSource.set(snapshot?.source ?? null);
    this.changed.set(this.ace.getValue() !== this.ranSource.get());
  }

  // ---- what is shown ----

  showRun() {
    const wrong = this.validation.errors.get().length;
    this.runButton.setAttribute("aria-disabled", String(wrong > 0 || this.running.get()));
    this.runButton.title = wrong ? `${count(wrong, "error")} to fix before it can run` : "Run (Ctrl+Enter)";
  }

  showNotice() {
    const state = this.autosave.state.get();
    if (state.kind === "conflict") replace(this.notice, this.conflictNotice(state.theirs));
    else if (this.changed.get() && this.ranSource.get() !== null)
      replace(this.notice, h("span", { class: "chip" }, "inputs changed"), h("span", { class: "t12 soft cut" }, "The result is that of the last run."));
    else replace(this.notice);
    this.notice.hidden = !this.notice.childNodes.length;
    this.fit();
  }

  // What appears above or below takes room from the text: the line that is being edited stays in sight.
  fit() {
    this.ace.resize(true);
    if (this.ace.isFocused()) this.ace.renderer.scrollCursorIntoView();
  }

  conflictNotice(theirs) {
    const act = (label, run) => h("button", { class: "btn", type: "button", onclick: run }, label);
    return [
      icon("warn"),
      h("span", { class: "grow t12" }, "Changed elsewhere, and here as well."),
      act("Keep mine", () => this.autosave.keepMine(theirs)),
      act("Take theirs", () => this.autosave.useTheirs(theirs)),
    ];
  }

  showPosition() {
    const { row, column } = this.ace.getCursorPosition();
    this.position.textContent = `Line ${integer(row + 1)}, column ${integer(column + 1)}`;
  }

  showHistory() {
    const history = this.ace.session.getUndoManager();
    this.undo.disabled = !history.canUndo();
    this.redo.disabled = !history.canRedo();
  }

  goToLine(line) {
    this.ace.gotoLine(line, 0, false);
    this.ace.focus();
  }

  tell(source = this.ace.getValue()) {
    this.onChange({ source, changed: this.changed.get(), errors: this.validation.errors.get() });
  }

  /** @returns {Editor} */
  handle() {
    return {
      run: () => this.run(),
      save: () => this.save(),
      goToLine: (line) => this.goToLine(line),
      focus: () => this.ace.focus(),
      source: () => this.ace.getValue(),
      changed: this.changed,
      errors: this.validation.errors,
      saved: this.autosave.state,
      destroy: () => this.destroy(),
    };
  }

  destroy() {
    this.disposers.forEach((dispose) => dispose());
    removeEventListener("keydown", this.keys);
    this.validation.cancel();
    this.autosave.flush();
    this.autosave.stop();
    this.ace.destroy();
    this.element.classList.remove("ed");
    replace(this.element);
  }
}
