// What can be done next, as buttons.

import { effect } from "../../lib/atoms.js";
import { $, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { showMenu } from "../../lib/menu.js";
import { offline } from "../../net/offline.js";
import { ON_NODES, receiving, receivingFor } from "./dragging.js";
import { past, undo } from "./editing.js";
import { TITLES, openForm } from "./forms.js";
import { timeline } from "./state.js";
import { ACTION_ICONS } from "./words.js";

/** @import { StepKind } from "../../types/engine.js" */

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
      h("span.mute", t("Do next")),
      offered.map((kind) => button(kind)),
      h(
        "button",
        {
          type: "button",
          class: "btn",
          "aria-haspopup": "menu",
          disabled: !table,
          id: "more-actions",
          onclick: () => showMore(REST),
          ...receiving((target) =>
            showMore(
              REST.filter((kind) => ON_NODES.has(kind)),
              target,
            ),
          ),
        },
        icon("more"),
        t("More"),
      ),
      h("span.grow"),
      before.length > 0 && h("button.btn.bare", { onclick: undo }, icon("undo"), t("Undo")),
    );
  });
}

/**
 * @param {StepKind[]} kinds
 * @param {Record<string, unknown> | string | string[]} [target] the nodes that they begin with
 */
const showMore = (kinds, target) =>
  showMenu(
    $("#more-actions"),
    kinds.map((kind) => ({
      label: TITLES[kind],
      icon: ACTION_ICONS[kind],
      run: () => openForm(kind, null, target ? { [kind]: target } : {}),
    })),
  );

/** @param {StepKind} kind */
const button = (kind) =>
  h(
    "button",
    {
      type: "button",
      class: "btn",
      disabled: !timeline.get(),
      onclick: () => openForm(kind),
      ...receivingFor(kind),
    },
    icon(ACTION_ICONS[kind]),
    TITLES[kind],
  );
