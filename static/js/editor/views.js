// Form, YAML, or both beside each other: two views of one text.

import { atom, effect } from "../lib/atoms.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

const STORED = "editor.view";
const WIDE = matchMedia("(min-width: 1180px)");
const PHONE = matchMedia("(max-width: 699px)");
const VIEWS = { form: () => t("Form"), yaml: () => t("YAML"), both: () => t("Both") };

/**
 * @param {HTMLElement} element the editor's pane
 * @param {{hasRun: boolean}} draft
 */
export function editorViews(element, { hasRun }) {
  const chosen = atom(remembered() ?? (PHONE.matches ? "form" : hasRun ? "yaml" : "both"));
  const shown = () => (chosen.get() === "both" && !WIDE.matches ? "yaml" : chosen.get());
  const buttons = Object.entries(VIEWS).map(([view, label]) =>
    h(
      "button",
      { type: "button", dataset: { view }, "aria-pressed": "false", onclick: () => choose(view) },
      label(),
    ),
  );
  const control = h("div", { class: "seg ed-views", role: "group", "aria-label": t("View") }, buttons);
  const choose = (view) => {
    chosen.set(view);
    try {
      localStorage.setItem(STORED, view);
    } catch {
      // storage is blocked: the choice holds for this page
    }
  };
  const show = () => {
    element.dataset.view = shown();
    document.body.classList.toggle("editing-both", shown() === "both");
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String(button.dataset.view === shown()));
      if (button.dataset.view === "both") button.hidden = !WIDE.matches;
    }
  };
  WIDE.addEventListener("change", show);
  const off = effect([chosen], show);
  return {
    control,
    shown,
    /** Without being kept: what a step of the page needs. */
    use: (view) => chosen.set(view),
    chosen,
    stop() {
      off();
      WIDE.removeEventListener("change", show);
      document.body.classList.remove("editing-both");
    },
  };
}

function remembered() {
  try {
    const view = localStorage.getItem(STORED);
    return view && view in VIEWS ? view : null;
  } catch {
    return null;
  }
}
