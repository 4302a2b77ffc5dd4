// The form of the chosen object. It is drawn anew when the manifest changes; the field that had the focus keeps it.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { toast } from "../../lib/toast.js";
import { duplicate, remove } from "../document/changes.js";
import { sections } from "./kinds.js";
import { loadPlugins, scorePlugins } from "./plugins.js";

/**
 * @param {import("../document/model.js").Model} model
 * @param {{errors: import("../../lib/atoms.js").Atom<any[]>, goToLine: (line: number) => void}} editor
 * @returns {{element: HTMLElement, stop: () => void}}
 */
export function formPane(model, { errors, goToLine }) {
  const heading = h("span", { class: "mono cut" });
  const tools = h("span", { class: "row" });
  const body = h("div", { class: "pane-b scroll form", "aria-live": "off" });
  const back = h(
    "button",
    {
      class: "btn bare icon ed-back",
      type: "button",
      "aria-label": t("All objects"),
      title: t("All objects"),
      onclick: () => model.select(null),
    },
    icon("left"),
  );
  const element = h(
    "section",
    { class: "pane ed-form", "aria-label": t("Form") },
    h("div", { class: "pane-h" }, back, heading, h("span", { class: "grow" }), tools),
    body,
  );
  let drawn = "";

  const draw = () => {
    const object = model.selected.get();
    const manifest = model.manifest.get();
    const { objects, labels } = model.outline.get();
    const entry = objects.find((each) => each.object === object);
    element.classList.toggle("none", !object);
    heading.textContent = entry?.name || (object ?? "");
    if (!entry || !manifest) {
      replace(tools);
      replace(
        body,
        h(
          "p",
          { class: "sec soft" },
          object ? t("This object is no longer in the draft.") : t("Choose an object, or add one."),
        ),
      );
      return;
    }
    if (manifest.kind === "KubeSchedulerConfiguration") loadPlugins();
    const own = errors.get().filter((error) => error.object === object);
    const apply = (operations, label) =>
      model
        .apply(
          operations.map((operation) => ({ ...operation, object })),
          label,
        )
        .catch((error) => toast(error.message));
    const form = {
      manifest,
      object,
      labels,
      entries: objects,
      errors: own,
      change: (operations, label) => {
        const rename = operations.find(({ op, path }) => op === "set" && path.join("/") === "metadata/name");
        apply(operations, label).then(() => rename && model.select(renamed(entry, rename.value)));
      },
    };
    replace(tools, toolButtons(model, entry, goToLine));
    const kept = focused(body);
    const scroll = drawn === object ? body.scrollTop : 0;
    replace(body, own.length > 0 && problemCount(own), sections(form));
    body.scrollTop = scroll;
    if (drawn === object) refocus(body, kept);
    drawn = object;
  };
  const stop = effect([model.selected, model.manifest, model.outline, errors, scorePlugins], draw);
  return { element, stop };
}

const problemCount = (own) => {
  const shown = own
    .slice(0, 3)
    .map((error) => h("p", { class: "t12" }, h("code", null, error.path), " ", error.message));
  return h("div", { class: "sec form-errors" }, shown);
};

const renamed = (entry, name) => entry.object.slice(0, entry.object.length - entry.name.length) + name;

function toolButtons(model, entry, goToLine) {
  const tool = (name, label, action) =>
    h(
      "button",
      { class: "btn bare icon", type: "button", "aria-label": label, title: label, onclick: action },
      icon(name),
    );
  const act = ({ operations, label, object }) =>
    model
      .apply(operations, label)
      .then(() => object !== undefined && model.select(object))
      .catch((error) => toast(error.message));
  return [
    tool("code", t("Show in the YAML, line {n}", { n: entry.line }), () => goToLine(entry.line)),
    entry.name &&
      tool("copy", t("Duplicate {name}", { name: entry.name }), () =>
        act(duplicate(entry, model.outline.get().objects)),
      ),
    tool("trash", t("Delete {name}", { name: entry.name || entry.kind }), () =>
      act({ ...remove([entry.object]), object: null }),
    ),
  ];
}

// What has the focus, by its path; a text that is being typed goes on where it was.
function focused(body) {
  const element = /** @type {any} */ (document.activeElement);
  if (!body.contains(element)) return null;
  return { path: element.dataset.path, from: element.selectionStart, to: element.selectionEnd };
}

function refocus(body, kept) {
  if (!kept?.path) return;
  const found = [...body.querySelectorAll("[data-path]")].find(
    (element) => element.dataset.path === kept.path,
  );
  found?.focus({ preventScroll: true });
  if (found instanceof HTMLInputElement && kept.from !== null && kept.from !== undefined)
    found.setSelectionRange(kept.from, kept.to);
}
