// What can be done next, as buttons.

import { $ } from "../../lib/dom.js";
import { h, useFocusInside } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { showMenu } from "../../lib/menu.js";
import { receiving, receivingFor } from "./dragging.js";
import { past, undo } from "./editing.js";
import { openForm } from "./forms.js";
import { asking, timeline } from "./state.js";
import { KINDS, STEPS } from "./steps.js";

/** @import { StepKind } from "../../types/engine.js" */

const FIRST = KINDS.filter((kind) => STEPS[kind].first);
const REST = KINDS.filter((kind) => !STEPS[kind].first);

export function Actions() {
  useFocusInside($("#actions"));
  const table = timeline.get();
  const isAsking = asking.get();
  const offered = isAsking
    ? []
    : FIRST.filter((kind) => !table || STEPS[kind].about !== "workload" || table.workloads.length > 0);
  return [
    isAsking ? null : h("span.mute", t("Do next")),
    offered.map((kind) => button(kind)),
    h(
      "button.btn",
      {
        "aria-haspopup": "menu",
        disabled: !table,
        id: "more-actions",
        onclick: () => showMore(REST),
        ...receiving((target) =>
          showMore(
            REST.filter((kind) => STEPS[kind].about === "nodes"),
            target,
          ),
        ),
      },
      icon("more"),
      isAsking ? t("Something else") : t("More"),
    ),
    h("span.grow"),
    past.get().length > 0 && h("button.btn.bare", { onclick: undo }, icon("undo"), t("Undo")),
  ];
}

/**
 * @param {StepKind[]} kinds
 * @param {Record<string, unknown> | string | string[]} [target] the nodes that they begin with
 */
const showMore = (kinds, target) =>
  showMenu(
    $("#more-actions"),
    kinds.map((kind) => ({
      label: STEPS[kind].title,
      icon: STEPS[kind].icon,
      run: () => openForm(kind, null, target ? { [kind]: target } : {}),
    })),
  );

/** @param {StepKind} kind */
const button = (kind) =>
  h(
    "button.btn",
    { key: kind, disabled: !timeline.get(), onclick: () => openForm(kind), ...receivingFor(kind) },
    icon(STEPS[kind].icon),
    STEPS[kind].title,
  );
