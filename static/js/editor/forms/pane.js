// The form of the chosen object. It is drawn anew when the manifest changes; the field that had the focus
// keeps it.

import { effect } from "../../lib/atoms.js";
import { $$, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { toolButton } from "../../lib/toolbutton.js";
import { duplicate, remove, renamed } from "../document/changes.js";
import { sections } from "./kinds.js";
import { loadPlugins } from "./plugins.js";

/** @import { EntryOut } from "../../types/api.js" */
/** @import { Atom } from "../../lib/atoms.js" */
/** @import { Problem } from "../../lib/problems.js" */
/** @import { Change } from "../document/changes.js" */
/** @import { Model } from "../document/model.js" */
/** @import { FieldOperation, Form } from "./fields.js" */

/**
 * @param {Model} model
 * @param {{errors: Atom<Problem[]>, goToLine: (line: number) => void}} editor
 * @returns {{element: HTMLElement, stop: () => void}}
 */
export function formPane(model, { errors, goToLine }) {
  const heading = h("span.mono.cut");
  const tools = h("span.row");
  const body = h("div.pane-b.scroll.form", { "aria-live": "off" });
  const back = h(
    "button.btn.bare.icon.ed-back",
    { "aria-label": t("All objects"), title: t("All objects"), onclick: () => model.select(null) },
    icon("left"),
  );
  const element = h(
    "section.pane.ed-form",
    { "aria-label": t("Form") },
    h("div.pane-h", back, heading, h("span.grow"), tools),
    body,
  );
  let drawn = "";
  const typing = unfinished(body, () => draw());

  const draw = () => {
    const object = model.selected.get();
    if (drawn === object && typing.holds()) return;
    const manifest = model.manifest.get();
    const { objects, labels, devices } = model.outline.get();
    const entry = objects.find((outlined) => outlined.object === object);
    element.classList.toggle("none", !object);
    body.tabIndex = object ? -1 : 0; // with nothing else in it to focus, it scrolls by keys itself
    heading.textContent = entry?.name || (object ?? "");
    if (!object || !entry || !manifest) {
      replace(tools);
      replace(
        body,
        h(
          "p.sec.soft",
          object ? t("This object is no longer in the draft.") : t("Choose an object, or add one."),
        ),
      );
      return;
    }
    if (manifest.kind === "KubeSchedulerConfiguration") loadPlugins();
    const own = errors.get().filter((error) => error.object === object);
    /** @param {FieldOperation[]} operations @param {string} label */
    const apply = (operations, label) =>
      model
        .apply(
          operations.map((operation) => ({ ...operation, object })),
          label,
        )
        .catch((error) => toast(error.message));
    /** @type {Form} */
    const form = {
      manifest,
      object,
      labels,
      devices,
      entries: objects,
      errors: own,
      change: (operations, label) => {
        const rename = operations.find(({ op, path }) => op === "set" && path.join("/") === "metadata/name");
        apply(operations, label).then(() => rename && model.select(renamed(entry, String(rename.value))));
      },
    };
    replace(tools, toolButtons(model, entry, goToLine));
    const focus = focused(body);
    const scroll = drawn === object ? body.scrollTop : 0;
    replace(body, sections(form));
    body.prepend(...withoutField(own, body));
    body.scrollTop = scroll;
    if (drawn === object) refocus(body, focus);
    drawn = object;
  };
  const stop = effect(draw);
  return { element, stop };
}

/** The errors that no field shows. @param {Problem[]} own @param {HTMLElement} body */
function withoutField(own, body) {
  const fields = new Set($$("[aria-invalid]", body).map((element) => element.dataset.path));
  const lines = own
    .filter((error) => !fields.has(error.path))
    .slice(0, 3)
    .map((error) => h("p", h("code", error.path), " ", error.message));
  return lines.length ? [h("div.sec.form-errors", lines)] : [];
}

/** @param {Model} model @param {EntryOut} entry @param {(line: number) => void} goToLine */
function toolButtons(model, entry, goToLine) {
  /** @param {Change & {object?: string | null}} change `object` is chosen then */
  const act = ({ operations, label, object }) =>
    model
      .apply(operations, label)
      .then(() => object !== undefined && model.select(object))
      .catch((error) => toast(error.message));
  return [
    toolButton("code", t("Show in the YAML, line {n}", { n: entry.line }), () => goToLine(entry.line)),
    entry.name &&
      toolButton("copy", t("Duplicate {name}", { name: entry.name }), () =>
        act(duplicate(entry, model.outline.get().objects)),
      ),
    toolButton("trash", t("Delete {name}", { name: entry.name || entry.kind }), () =>
      act({ ...remove([entry.object]), object: null }),
    ),
  ];
}

/**
 * Whether something is being typed that has not become a change yet: the form is not drawn anew meanwhile,
 * which would lose it, but afterwards.
 * @param {HTMLElement} body @param {() => void} draw
 */
function unfinished(body, draw) {
  let before = "";
  let isLate = false;
  /** @param {Event} event */
  const settle = ({ target }) => target instanceof HTMLInputElement && (before = target.value);
  body.addEventListener("focusin", settle);
  body.addEventListener("change", settle);
  body.addEventListener("focusout", () => setTimeout(() => isLate && draw()));
  return {
    holds() {
      const field = document.activeElement;
      isLate =
        field instanceof HTMLInputElement &&
        body.contains(field) &&
        ("entering" in field.dataset || field.value !== before);
      return isLate;
    },
  };
}

/** @typedef {{path: string | undefined, from: number | null, to: number | null}} Focused */

/**
 * What has the focus, by its path; in a text field with the selection too.
 * @param {HTMLElement} body @returns {Focused | null}
 */
function focused(body) {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || !body.contains(element)) return null;
  const typed = element instanceof HTMLInputElement ? element : null;
  return {
    path: element.dataset.path,
    from: typed?.selectionStart ?? null,
    to: typed?.selectionEnd ?? null,
  };
}

/** @param {HTMLElement} body @param {Focused | null} focus */
function refocus(body, focus) {
  if (!focus?.path) return;
  const field = $$("[data-path]", body).find((element) => element.dataset.path === focus.path);
  field?.focus({ preventScroll: true });
  if (field instanceof HTMLInputElement && focus.from !== null) field.setSelectionRange(focus.from, focus.to);
}
