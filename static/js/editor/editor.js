// The editor as a pane: forms and YAML of one text, live validation, autosave, undo, Run. It owns the draft's
// text; the page owns the run.

import { atom, effect, watch } from "../lib/atoms.js";
import { around, h, replace } from "../lib/dom.js";
import { inARow, integer } from "../lib/format.js";
import { rich, t, tn } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { problemList } from "../lib/problems.js";
import { toast } from "../lib/toast.js";
import { toolButton } from "../lib/toolbutton.js";
import { ApiError, get, messageOf, post } from "../net/api.js";
import { expectRun } from "../net/stream.js";
import { createAce, loadAce } from "./ace.js";
import { receiver } from "../import/receiver.js";
import { Autosave } from "./autosave.js";
import { completeYaml } from "./completion.js";
import { DraftText } from "./drafttext.js";
import { formPane } from "./forms/pane.js";
import { openHistory } from "./history.js";
import { liveRuns } from "./live.js";
import { forgetLocally, localCopy } from "./localcopy.js";
import { Linting } from "./lint.js";
import { errorMarkers } from "./markers.js";
import { Model } from "./document/model.js";
import { objectList } from "./objects.js";
import { filterPastes } from "./pasting.js";
import { saveState } from "./savestate.js";
import { ShownText } from "./shown.js";
import { Validation } from "./validation.js";
import { editorViews } from "./views.js";

/** @import { Ace } from "../types/ace.js" */
/** @import { DraftRunOut, EntryOut, RunIn, ScenarioOut, SnapshotOut } from "../types/api.js" */
/** @import { Atom } from "../lib/atoms.js" */
/** @import { Problem } from "../lib/problems.js" */
/** @import { SaveState } from "./autosave.js" */
/** @import { Change } from "./document/changes.js" */

/**
 * @typedef {object} Editor
 * @property {() => Promise<void>} run saves, starts a run and tells `onRun`
 * @property {() => Promise<boolean>} save
 * @property {(line: number) => void} goToLine
 * @property {() => void} focus
 * @property {() => string} source
 * @property {(edit: (source: string) => string) => void} change one edit, which Undo takes back
 * @property {(change: Change) => Promise<void>} apply operations on objects, one step of Undo
 * @property {() => Promise<EntryOut[]>} entries the objects of the present text
 * @property {(object: string) => void} show the form of an object
 * @property {(object: string) => void} openAt begin at this object rather than at the first line
 * @property {() => void} undo
 * @property {(scenario: ScenarioOut) => void} renamed the server has another title, and with it another
 *   version
 * @property {Atom<boolean>} changed the text is not that of the last run
 * @property {Atom<Problem[]>} errors the server's, for the present text
 * @property {Atom<SaveState>} saved
 * @property {() => void} destroy
 */

/** @typedef {{source: string, changed: boolean, errors: Problem[]}} Edited */

/**
 * @typedef {object} Options
 * @property {HTMLElement} [beside] stands before Run
 * @property {() => RunIn} [runOptions] the options of a run
 * @property {() => number | null} [lastRunMs] how long the last run took; null if that is not known
 * @property {(run: DraftRunOut, live: boolean) => void} [onRun] until then the last run stays on
 *   screen; `live` if nobody asked for it
 * @property {(edited: Edited) => void} [onChange] called after every edit and whenever `changed` or `errors`
 *   change
 */

/**
 * @param {HTMLElement} element an empty pane; it is filled and given the class "ed"
 * @param {Options & {scenario: ScenarioOut}} options
 * @returns {Promise<Editor>}
 */
export async function mountEditor(element, { scenario, ...options }) {
  const ace = await loadAce();
  return new EditorPane(ace, element, scenario, options).handle();
}

class EditorPane {
  undo = toolButton("undo", t("Undo"), () => this.ace.undo());
  redo = toolButton("redo", t("Redo"), () => this.ace.redo());
  runButton = h(
    "button.btn.primary",
    { title: t("Run (Ctrl+Enter)"), onclick: () => this.run() },
    icon("play"),
    t("Run"),
  );
  host = h("div.ed-code");
  notice = h("div.ed-notice");
  notes = h("details.ed-notes", { hidden: true });
  problems = h("div.ed-problems.scroll", { "aria-label": t("Errors"), role: "region" });
  position = h("span");
  counts = h("span.cut");
  shown = new ShownText();
  /** @type {(() => void)[]} */
  disposers = [];

  /** @param {Ace} ace @param {HTMLElement} element @param {ScenarioOut} scenario @param {Options} options */
  constructor(ace, element, scenario, { beside, runOptions, lastRunMs, onRun, onChange }) {
    this.element = element;
    this.beside = beside;
    this.runOptions = runOptions ?? (() => ({}));
    this.onRun = onRun ?? (() => {});
    this.onChange = onChange ?? (() => {});
    this.autosave = new Autosave(scenario, (theirs) => this.showTheirs(theirs));
    this.validation = new Validation(scenario.errors ?? []);
    this.ranSource = atom(/** @type {string | null} */ (null));
    this.changed = atom(!scenario.snapshot);
    this.running = atom(false);
    this.model = new Model({
      source: () => this.ace.getValue(),
      write: (edits, label) => this.text.write(edits, label),
    });
    this.views = editorViews(element, { hasRun: Boolean(scenario.run) });
    this.live = liveRuns({
      changed: this.changed,
      running: this.running,
      validated: this.validation.validated,
      source: () => this.ace.getValue(),
      errors: () => this.validation.errors.get(),
      summary: () => this.validation.summary.get(),
      lastRunMs: lastRunMs ?? (() => null),
      run: () => this.run({ live: true }),
    });
    this.linting = new Linting(this.validation.accepted, {
      page: `/w/${scenario.id}/lint/`,
      source: () => this.ace.getValue(),
      goTo: (finding) => this.goToLine(finding.line ?? 1, (finding.column ?? 1) - 1),
      apply: (operations, label) => this.model.apply(operations, label),
      writeLine: (line, text, label) =>
        this.text.write([{ from_line: line - 1, to_line: line, text }], label),
    });
    this.build();
    this.ace = createAce(ace, this.host, this.shown.show(scenario.source));
    this.text = new DraftText(this.ace);
    this.bind(ace);
    completeYaml(this.ace, this.model);
    this.model.refresh();
    this.restore(scenario);
    this.validation.ask(this.ace.getValue());
    this.learnLastRun(scenario);
  }

  // ---- the pane ----

  build() {
    const saved = saveState(this.autosave);
    this.disposers.push(saved.stop);
    const past = toolButton("stack", t("Runs of this draft"), () =>
      openHistory({
        id: this.autosave.scenario.id,
        restore: (source) => this.text.replace(this.shown.show(source), t("restored an earlier version")),
      }),
    );
    const list = objectList(this.model, { errors: this.validation.errors });
    const form = formPane(this.model, {
      errors: this.validation.errors,
      goToLine: (line) => this.goToLine(line),
    });
    this.disposers.push(
      list.stop,
      form.stop,
      () => this.views.stop(),
      () => this.model.stop(),
    );
    const body = h("div.ed-body", list.element, form.element, this.host);
    this.element.classList.add("ed");
    replace(
      this.element,
      h(
        "div.pane-h.ed-h",
        h("h2.vh", t("Edit")),
        this.views.control,
        saved.element,
        h("span.grow"),
        this.undo,
        this.redo,
        past,
        this.beside,
        this.live.control,
        this.runButton,
      ),
      this.notice,
      body,
      this.problems,
      this.linting.element,
      this.notes,
      h(
        "div.pane-f.ed-f.row.t12.mute",
        this.position,
        this.counts,
        h("span.grow"),
        h(
          "span.ed-keys",
          rich(t("{run} runs, {leave} leaves the editor"), {
            run: h("kbd.kbd", "Ctrl Enter"),
            leave: h("kbd.kbd", "Esc"),
          }),
        ),
      ),
    );
  }

  /** @param {Ace} ace */
  bind(ace) {
    const { ace: editor, validation } = this;
    const mark = errorMarkers(ace, editor);
    editor.session.on("change", () => this.edited());
    editor.on("paste", (pasted) => this.pasting(pasted));
    filterPastes(editor);
    editor.selection.on("changeCursor", () => this.cursorMoved());
    /** @param {string} name @param {() => void} exec @param {string} win @param {string} [mac] */
    const bindTo = (name, exec, win, mac = win) =>
      editor.commands.addCommand({ name, bindKey: { win, mac }, exec });
    bindTo("run", () => this.run(), "Ctrl-Enter", "Command-Enter|Ctrl-Enter");
    bindTo("nextFinding", () => this.linting.step(1), "F8");
    bindTo("previousFinding", () => this.linting.step(-1), "Shift-F8");
    bindTo("save", () => this.save(), "Ctrl-S", "Command-S|Ctrl-S");
    /** @param {KeyboardEvent} event */
    const keys = (event) => this.shortcut(event);
    addEventListener("keydown", keys);
    this.disposers.push(
      () => removeEventListener("keydown", keys),
      () => this.linting.stop(),
      effect(() => mark(validation.errors.get(), this.linting.findings.get())),
      effect(() => {
        const [first] = validation.errors.get();
        if (first?.line && !editor.isFocused()) editor.renderer.scrollToLine(first.line - 1, true, false);
      }),
      effect(() => this.showProblems()),
      effect(() => this.showNotes(validation.notes.get())),
      effect(() => this.showRun()),
      effect(() => this.showNotice()),
      effect(() => {
        const summary = validation.summary.get();
        this.counts.textContent = summary
          ? inARow(tn("{n} node", "{n} nodes", summary.nodes), tn("{n} pod", "{n} pods", summary.pods))
          : "";
      }),
      watch([this.changed, validation.errors], () => this.tell()),
      watch([this.model.selected], () => this.follow(this.model.selected.get())),
      watch([this.views.chosen], () => queueMicrotask(() => this.ace.resize(true))),
    );
    const size = new ResizeObserver(() => this.fit());
    size.observe(this.host);
    this.disposers.push(() => size.disconnect());
    this.disposers.push(this.live.start());
    receiver.set((source) => this.text.append(source));
    this.showPosition();
    this.showHistory();
  }

  /** The errors that the form in sight does not show at its fields. */
  showProblems() {
    const errors = this.validation.errors.get();
    const current = this.views.current() === "yaml" ? null : this.model.selected.get();
    const others = errors.filter(({ object }) => !current || object !== current);
    replace(
      this.problems,
      others.length ? problemList(others, { goToLine: (line) => this.goToLine(line) }) : null,
    );
    this.problems.hidden = !others.length;
  }

  /**
   * Ctrl+S saves wherever the focus is on this page; the browser's own "save page" would only be in the way.
   * @param {KeyboardEvent} event
   */
  shortcut(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key === "s") {
      event.preventDefault();
      this.save();
    }
    const target = around(event, "*");
    if (event.key === "Enter" && this.element.contains(target) && !this.host.contains(target)) this.run();
  }

  /** What the server did not read of the text, and what is missing. @param {string[]} notes */
  showNotes(notes) {
    this.notes.hidden = !notes.length;
    replace(
      this.notes,
      h("summary", tn("{n} note about what was read", "{n} notes about what was read", notes.length)),
      h(
        "ul.scroll",
        notes.map((note) => h("li", note)),
      ),
    );
  }

  // ---- the text ----

  /** What the draft stores once the text in the editor is saved. */
  source() {
    return this.shown.storedFor(this.ace.getValue());
  }

  /** A text that takes the place of all is laid out as one that was stored. @param {{text: string}} pasted */
  pasting(pasted) {
    const text = this.ace.getValue();
    if (!text.trim() || this.ace.getSelectedText() === text) pasted.text = this.shown.show(pasted.text);
  }

  edited() {
    const source = this.source();
    this.autosave.touch(source);
    this.validation.touch(this.ace.getValue());
    this.changed.set(source !== this.ranSource.get());
    this.model.touch();
    queueMicrotask(() => this.showHistory()); // Ace's undo stacks move after this event
    this.tell(source);
  }

  // ---- form and YAML show the same object ----

  cursorMoved() {
    this.showPosition();
    this.linting.follow(this.ace.getCursorPosition().row + 1);
    if (this.views.current() !== "both" || !this.ace.isFocused()) return;
    const line = this.ace.getCursorPosition().row + 1;
    const entry = this.model.outline
      .get()
      .objects.find((object) => object.line <= line && line <= object.end_line);
    if (entry) this.model.select(entry.object);
  }

  /** @param {string | null} object */
  follow(object) {
    this.element.classList.toggle("has-object", Boolean(object));
    this.lookAt(object);
  }

  /** Goes to where an object stands, unless its text is being typed. @param {string | null} object */
  lookAt(object) {
    const entry = this.model.outline.get().objects.find((outlined) => outlined.object === object);
    const { row } = this.ace.getCursorPosition();
    if (!entry || this.ace.isFocused() || (entry.line <= row + 1 && row < entry.end_line)) return;
    this.ace.gotoLine(entry.line, 0, false);
    this.ace.renderer.scrollToLine(Math.max(0, entry.line - 3), false, false);
  }

  /** An error, or a reader who has begun elsewhere, comes first. @param {string} object */
  openAt(object) {
    if (this.ace.getCursorPosition().row === 0 && !this.validation.errors.get().length) this.lookAt(object);
  }

  /** @param {string} object */
  show(object) {
    if (this.views.current() === "yaml") this.views.use("form");
    this.model.select(object);
  }

  /**
   * What was typed before a crash or a lost connection, unless the server has it by now.
   * @param {ScenarioOut} scenario
   */
  restore(scenario) {
    const local = localCopy(scenario.id);
    if (!local || local.source === scenario.source) return forgetLocally(scenario.id);
    this.text.replace(this.shown.show(local.source));
    if (local.base === scenario.updated) toast(t("Restored unsaved changes"));
    else this.autosave.conflict(scenario);
  }

  /** @param {ScenarioOut} theirs */
  showTheirs(theirs) {
    this.text.replace(this.shown.show(theirs.source));
    toast(t("Updated: the draft was changed elsewhere"));
  }

  // ---- saving and running ----

  async save() {
    const saved = await this.autosave.flush();
    if (saved) toast(t("Saved. Only you can see a draft; sharing is a separate step."));
    return saved;
  }

  /** @param {{live?: boolean}} [how] `live` if nobody asked: it says nothing when it cannot start */
  async run({ live = false } = {}) {
    if (this.running.get()) return;
    if (this.validation.errors.get().length) return this.refuse();
    this.running.set(true);
    this.linting.giveWay();
    expectRun();
    try {
      if (!(await this.autosave.flush()))
        return live ? undefined : toast(t("Not run: the draft could not be saved."));
      const source = this.autosave.scenario.source;
      const run = await post(`/scenarios/${this.autosave.scenario.id}/runs`, { ...this.runOptions(), live });
      this.ranSource.set(source);
      this.changed.set(this.source() !== source);
      this.onRun(run, live);
    } catch (error) {
      const invalid = error instanceof ApiError && error.status === 422;
      if (invalid) this.validation.take(error.errors, null, []);
      toast(
        invalid ? t("Not run: the draft has errors.") : t("Not run. {error}", { error: messageOf(error) }),
      );
    } finally {
      this.running.set(false);
    }
  }

  refuse() {
    const line = this.validation.errors.get().find((error) => error.line)?.line;
    toast(line ? t("Not run: fix line {line} first", { line }) : t("Not run: fix the errors first"));
    if (line) this.goToLine(line);
  }

  /** @param {ScenarioOut} scenario */
  async learnLastRun(scenario) {
    if (!scenario.snapshot) return;
    /** @type {SnapshotOut | null} */
    const snapshot = await get(`/snapshots/${scenario.snapshot}`).catch(() => null);
    if (this.ranSource.get() !== null) return; // a newer run was started meanwhile
    this.ranSource.set(snapshot?.source ?? null);
    this.changed.set(this.source() !== this.ranSource.get());
  }

  // ---- display ----

  showRun() {
    const wrong = this.validation.errors.get().length;
    this.runButton.setAttribute("aria-disabled", String(wrong > 0 || this.running.get()));
    this.runButton.title = wrong
      ? tn("{n} error to fix before it can run", "{n} errors to fix before it can run", wrong)
      : t("Run (Ctrl+Enter)");
  }

  showNotice() {
    const state = this.autosave.state.get();
    if (state.kind === "conflict") replace(this.notice, this.conflictNotice(state.theirs));
    else if (this.changed.get() && this.ranSource.get() !== null)
      replace(
        this.notice,
        h("span.chip", t("inputs changed")),
        h("span.t12.soft.cut", t("The result shown is from the last run.")),
      );
    else replace(this.notice);
    this.notice.hidden = !this.notice.childNodes.length;
  }

  // Anything that appears above or below shrinks the text: the line being edited stays in sight.
  fit() {
    this.ace.resize();
    if (this.ace.isFocused()) this.ace.renderer.scrollCursorIntoView();
  }

  /** @param {ScenarioOut} theirs */
  conflictNotice(theirs) {
    /** @param {string} label @param {() => void} run */
    const act = (label, run) => h("button.btn", { onclick: run }, label);
    return [
      icon("warn"),
      h("span.grow.t12", t("Changed here and elsewhere.")),
      act(t("Keep mine"), () => this.autosave.keepMine(theirs)),
      act(t("Take theirs"), () => this.autosave.useTheirs(theirs)),
    ];
  }

  showPosition() {
    const { row, column } = this.ace.getCursorPosition();
    this.position.textContent = t("Line {row}, column {column}", {
      row: integer(row + 1),
      column: integer(column + 1),
    });
  }

  showHistory() {
    const history = this.ace.session.getUndoManager();
    this.undo.disabled = !history.canUndo();
    this.redo.disabled = !history.canRedo();
    for (const [button, words] of /** @type {const} */ ([
      [this.undo, this.text.steps.undone()],
      [this.redo, this.text.steps.redone()],
    ])) {
      button.setAttribute("aria-label", words);
      button.title = words;
    }
  }

  /** @param {number} line @param {number} [column] from 0 */
  goToLine(line, column = 0) {
    if (this.views.current() === "form") this.views.use("yaml");
    this.ace.gotoLine(line, column, false);
    this.ace.focus();
  }

  /** @param {string} [source] */
  tell(source = this.source()) {
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
      change: (edit) => this.text.change(edit),
      apply: ({ operations, label }) => this.model.apply(operations, label),
      entries: () => this.model.entries(),
      show: (object) => this.show(object),
      openAt: (object) => this.openAt(object),
      undo: () => this.ace.undo(),
      changed: this.changed,
      errors: this.validation.errors,
      saved: this.autosave.state,
      renamed: (scenario) => this.autosave.renamed(scenario),
      destroy: () => this.destroy(),
    };
  }

  destroy() {
    this.disposers.forEach((dispose) => dispose());
    receiver.set(null);
    this.validation.cancel();
    this.autosave.flush();
    this.autosave.stop();
    this.ace.destroy();
    this.element.classList.remove("ed");
    replace(this.element);
  }
}
