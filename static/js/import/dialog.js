// Bringing a cluster, on any page: text or files, what would leave, and then a scenario. Nothing is sent
// before "Open".

import { loadStyle } from "../lib/assets.js";
import { h, replace } from "../lib/dom.js";
import { bytes } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { problemList } from "../lib/problems.js";
import { ApiError, messageOf } from "../net/api.js";
import { contents } from "./files.js";
import { ask } from "./engine.js";
import { openDraft } from "./opening.js";
import { reportOf } from "./report.js";
import { receiver } from "./receiver.js";
import { selectLine } from "./lines.js";
import { EVENT_HINT, isEvent } from "../lib/event.js";

const PAUSE_MS = 250;
const NOTHING = { nodes: 0, pods: 0, pending: 0, workloads: [], others: 0 };
const FIELD_MAX = 200_000; // characters; a longer text is handled like a file

/** @import { Packed } from "./archive.js" */
/** @import { Choices, Prepared } from "./prepare.js" */
/** @import { Source } from "./read.js" */
/** @import { Problem } from "../lib/problems.js" */

/** @import { Brought } from "./receiver.js" */

/** @type {ImportDialog | null} */
let open = null;

/** @param {Brought} [brought] */
export async function openImport(brought = {}) {
  await loadStyle(new URL("../../css/import.css", import.meta.url));
  open ??= new ImportDialog();
  await open.show(brought);
}

class ImportDialog {
  constructor() {
    /** @type {Choices} */
    this.choices = { pseudonyms: false, images: false };
    /** @type {Prepared | null} */
    this.answer = null;
    /** @type {Promise<Prepared> | undefined} the last question */
    this.request = undefined;
    this.timer = 0;
    this.title = h("input.in", { id: "bring-title", maxlength: 200, placeholder: t("My cluster") });
    this.source = h("textarea.in", {
      id: "bring-source",
      rows: 10,
      spellcheck: false,
      autocapitalize: "off",
      autocomplete: "off",
      wrap: "off",
      "aria-describedby": "bring-problems",
      oninput: () => this.typed(),
      onkeydown: (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.submit(),
    });
    this.text = h(
      "div",
      h(
        "label.lab",
        { for: "bring-source" },
        t(
          "Nodes and pods as YAML or JSON: a List or several documents, optionally with a " +
            "KubeSchedulerConfiguration.",
        ),
      ),
      this.source,
    );
    this.listed = h("p.t12.soft.imp-files");
    this.report = h("div.imp-report", { "aria-live": "polite" });
    this.problems = h("div", { id: "bring-problems", role: "alert" });
    this.pseudonyms = toggle(t("Pseudonyms for names and label values"), (on) =>
      this.choose({ pseudonyms: on }),
    );
    this.images = toggle(t("Image names"), (on) => this.choose({ images: on }));
    this.anyway = h(
      "button.btn",
      { hidden: true, onclick: () => this.submit({ allowErrors: true }) },
      t("Open with these errors"),
    );
    this.edit = h(
      "button.btn",
      { onclick: () => this.submit({ editFirst: true }) },
      icon("pencil"),
      t("Edit first"),
    );
    this.add = h(
      "button.btn",
      { hidden: true, onclick: () => this.addToDraft() },
      icon("plus"),
      t("Add to this draft"),
    );
    this.button = h("button.btn.primary", { onclick: () => this.submit() }, icon("arrow"), t("Open"));
    this.dialog = h(
      "dialog.dialog.imp",
      { id: "bring-dialog", "aria-labelledby": "bring-h" },
      h(
        "form.dialog-h",
        { method: "dialog" },
        h("h2", { id: "bring-h" }, t("Bring a cluster")),
        h("button.btn.bare.icon", { type: "submit", "aria-label": t("Close") }, icon("x")),
      ),
      h(
        "div.dialog-b",
        h("div", h("label.lab", { for: "bring-title" }, t("Title")), this.title),
        this.text,
        this.listed,
        h("div.row.imp-choices", this.pseudonyms.element, this.images.element),
        this.report,
        this.problems,
      ),
      h(
        "div.dialog-f",
        h(
          "span.grow.t12.mute.imp-note",
          t("It is read in this browser and stays private until you share a run."),
        ),
        this.anyway,
        this.add,
        this.edit,
        this.button,
      ),
    );
    document.body.append(this.dialog);
  }

  /** @param {Brought} brought */
  async show({ files, text, title }) {
    if (title !== undefined) this.title.value = title;
    this.listed.hidden = true;
    this.text.hidden = false;
    this.add.hidden = !receiver.get();
    this.fail([]);
    if (!this.dialog.open) this.dialog.showModal();
    if (files?.length) return this.takeFiles(files);
    if (text !== undefined && text.length > FIELD_MAX)
      return this.take([{ name: t("pasted text"), text }], [{ name: t("pasted text"), size: text.length }]);
    if (text !== undefined) this.source.value = text;
    this.source.focus();
    await this.typed(0);
  }

  /** @param {File[]} files */
  async takeFiles(files) {
    if (!this.title.value)
      this.title.value = files[0].name.split("/")[0].replace(/\.(ya?ml|json|txt|zip|tar|tgz|gz)+$/gi, "");
    this.say(t("Reading…"));
    await this.take(await contents(files), files);
  }

  /** @param {(Packed | Source)[]} read @param {{name: string, size: number}[]} files */
  async take(read, files) {
    this.text.hidden = true;
    this.listed.hidden = false;
    const total = files.reduce((sum, file) => sum + file.size, 0);
    this.listed.textContent =
      files.length > 3
        ? t("{n} files, {size}", { n: files.length, size: bytes(total) })
        : `${files.map((file) => file.name).join(", ")} · ${bytes(total)}`;
    this.button.focus();
    await this.prepare(read);
  }

  // ---- the report ----

  typed(pause = PAUSE_MS) {
    clearTimeout(this.timer);
    this.source.removeAttribute("aria-invalid");
    this.pending = new Promise((resolve) => {
      this.timer = setTimeout(
        () => this.prepare([{ name: "", text: this.source.value }]).then(resolve),
        pause,
      );
    });
    return this.pending;
  }

  /** @param {Partial<Choices>} choices */
  choose(choices) {
    Object.assign(this.choices, choices);
    return this.prepare();
  }

  /** @param {(Packed | Source)[]} [files] without them those of before */
  async prepare(files) {
    if (files && !("bytes" in files[0]) && !files[0].text.trim()) {
      this.answer = null;
      replace(this.report);
      return;
    }
    const current = (this.request = ask({ files, choices: this.choices }));
    try {
      const answer = await current;
      if (current !== this.request) return;
      this.answer = answer;
      replace(
        this.report,
        isEvent(this.source.value)
          ? h("p.note", icon("info"), h("span", EVENT_HINT()))
          : reportOf(answer, this.choices),
      );
    } catch (error) {
      if (current === this.request) this.say(messageOf(error));
    }
  }

  /** @param {string} message */
  say(message) {
    replace(this.report, h("p.soft.t12", message));
  }

  // ---- sending ----

  /** What would be sent now, with the report of it on screen; null when there is nothing to send. */
  async ready() {
    if (this.text.hidden) await this.request?.catch(() => {});
    else await this.typed(0);
    const objectKinds = this.answer?.report.objects.length;
    if (this.answer && objectKinds && !this.answer.report.fit) return this.answer.text;
    const unread = this.answer?.problems[0]?.message;
    if (!objectKinds)
      this.fail([
        {
          path: "",
          message: unread
            ? t("Not valid YAML or JSON: {message}", { message: unread })
            : t("Paste at least one Node and one Pod."),
        },
      ]);
    return null;
  }

  async submit({ allowErrors = false, editFirst = false } = {}) {
    if (this.button.disabled) return;
    this.button.disabled = true;
    try {
      const source = await this.ready();
      if (source === null) return;
      this.fail([]);
      const address = await openDraft({
        title: this.title.value.trim() || t("My cluster"),
        source,
        shape: this.answer?.report.shape ?? NOTHING,
        allowErrors,
        editFirst,
      });
      location.assign(address);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refused(error);
    } finally {
      this.button.disabled = false;
    }
  }

  async addToDraft() {
    const source = await this.ready();
    if (source === null) return;
    receiver.get()?.(source);
    this.source.value = "";
    this.dialog.close();
  }

  /** Shows the text that was refused, so that its lines can be corrected. @param {ApiError} error */
  refused(error) {
    this.anyway.hidden = error.status !== 422;
    const text = this.answer?.text ?? "";
    if (text.length <= FIELD_MAX) {
      this.text.hidden = false;
      this.source.value = text;
      this.source.setAttribute("aria-invalid", "true");
    }
    this.fail(error.errors, error.status === 422);
  }

  /** @param {Problem[]} errors @param {boolean} [anyway] it can be opened all the same */
  fail(errors, anyway = false) {
    this.anyway.hidden = !anyway;
    replace(
      this.problems,
      errors.length
        ? problemList(errors, {
            goToLine: this.text.hidden ? undefined : (line) => selectLine(this.source, line),
          })
        : null,
    );
  }
}

/** @param {string} label @param {(on: boolean) => void} change */
function toggle(label, change) {
  const element = h(
    "button.switch",
    {
      role: "switch",
      "aria-checked": "false",
      onclick: () => {
        show(element.getAttribute("aria-checked") !== "true");
        change(element.getAttribute("aria-checked") === "true");
      },
    },
    label,
    h("i"),
  );
  /** @param {boolean} on */
  const show = (on) => element.setAttribute("aria-checked", String(on));
  return { element, show };
}
