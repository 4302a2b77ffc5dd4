// What can be done next, as buttons.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { showMenu } from "../lib/menu.js";
import { offline } from "../net/offline.js";
import { past, undo } from "./editing.js";
import { TITLES, openForm } from "./forms.js";
import { timeline } from "./state.js";
import { ACTION_ICONS } from "./words.js";

/** @import { StepKind } from "../types/engine.js" */

/** @type {StepKind[]} */
const FIRST = ["rollout", "drain", "lose", "restore", "scale", "addNodes"];
/** @type {StepKind[]} */
const REST = [
  "cordon",
  "uncordon",
  "taint",
  "untaint",
  "deletePods",
  "wait",
  "finishJob",
  "label",
  "removeNodes",
  "apply",
  "configure",
];

/** @param {HTMLElement} element */
export function mountActions(element) {
  element.hidden = offline;
  effect([timeline, past], (table, before) => {
    const kinds = new Set(table?.workloads.map(({ kind }) => kind));
    const offered = FIRST.filter(
      (kind) => !table || (kind !== "rollout" && kind !== "scale") || kinds.size > 0,
    );
    replace(
      element,
      h("span", { class: "mute" }, t("Do next")),
      offered.map((kind) => button(kind)),
      h(
        "button",
        {
          type: "button",
          class: "btn",
          "aria-haspopup": "menu",
          disabled: !table,
          onclick: ({ currentTarget }) =>
            showMenu(
              currentTarget,
              REST.map((kind) => ({
                label: TITLES[kind],
                icon: ACTION_ICONS[kind],
                run: () => openForm(kind),
              })),
            ),
        },
        icon("more"),
        t("More"),
      ),
      h("span", { class: "grow" }),
      before.length > 0 &&
        h("button", { type: "button", class: "btn bare", onclick: undo }, icon("undo"), t("Undo")),
    );
  });
}

/** @param {StepKind} kind */
const button = (kind) =>
  h(
    "button",
    { type: "button", class: "btn", disabled: !timeline.get(), onclick: () => openForm(kind) },
    icon(ACTION_ICONS[kind]),
    TITLES[kind],
  );
