// The three places on the way to a node: before the scheduler, the scheduler, the node.

import { classes, h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";

/** @import { Child } from "../../../lib/dom.js" */

/**
 * @typedef {"waits" | "failed" | "passed" | "unreached"} PlaceState
 * @typedef {{state: PlaceState, said: Child, href?: string}} PlaceOnTheWay
 */

const TITLES = [t("Before the scheduler"), t("Scheduler"), t("Node")];
const SIGNS = { waits: "dot", failed: "x", passed: "check", unreached: "" };

/** @param {PlaceOnTheWay[]} places before the scheduler, scheduler, node */
export const laneOf = (places) =>
  h(
    "nav.q-lane",
    { "aria-label": t("Where it waits") },
    places.map(({ state, said, href }, i) =>
      h(
        href ? "a" : "div",
        {
          href,
          class: classes("q-place", `q-is-${state}`),
          "aria-current": state === "waits" || state === "failed" ? "step" : null,
        },
        h("b", SIGNS[state] && icon(SIGNS[state], "ic"), TITLES[i]),
        h("p", said),
      ),
    ),
  );
