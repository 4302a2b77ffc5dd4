// Form, YAML, or both side by side: two views of one text.

import { atom, effect } from "../lib/atoms.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { store, stored } from "../lib/stored.js";

const STORED = "editor.view";
const WIDE = matchMedia("(min-width: 1181px)");
const PHONE = matchMedia("(max-width: 900px)");
/** @typedef {"form" | "yaml" | "both"} View */

/** @type {Record<View, () => string>} */
const VIEWS = { form: () => t("Form"), yaml: () => t("YAML"), both: () => t("Both") };

/** @type {View[]} */
const CHOICES = ["form", "yaml", "both"];

/** @param {HTMLElement} element the editor's pane @param {{hasRun: boolean}} draft */
export function editorViews(element, { hasRun }) {
  const chosen = atom(
    /** @type {View} */ (remembered() ?? (PHONE.matches ? "form" : hasRun ? "yaml" : "both")),
  );
  const current = () => (chosen.get() === "both" && !WIDE.matches ? "yaml" : chosen.get());
  const buttons = CHOICES.map((view) =>
    h("button", { dataset: { view }, "aria-pressed": "false", onclick: () => choose(view) }, VIEWS[view]()),
  );
  const control = h("div.seg.ed-views", { role: "group", "aria-label": t("View") }, buttons);
  /** @param {View} view */
  const choose = (view) => {
    chosen.set(view);
    store(STORED, view);
  };
  const show = () => {
    element.dataset.view = current();
    document.body.classList.toggle("editing-both", current() === "both");
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.view === current()));
      if (button.dataset.view === "both") button.hidden = !WIDE.matches;
    }
  };
  WIDE.addEventListener("change", show);
  const off = effect(show);
  return {
    control,
    current,
    /** Switches without storing the choice: for a step of the page. */
    use: (/** @type {View} */ view) => chosen.set(view),
    chosen,
    stop() {
      off();
      WIDE.removeEventListener("change", show);
      document.body.classList.remove("editing-both");
    },
  };
}

function remembered() {
  const view = stored(STORED);
  return CHOICES.find((choice) => choice === view) ?? null;
}
