// Where nothing is done yet: what may happen to this cluster, one click away.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";

import { change } from "./editing.js";
import { STEPS, kindOf, stepWords } from "./steps.js";
import { workload } from "./state.js";

/** @import { Timeline } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

const ROLLED = ["Deployment", "StatefulSet", "DaemonSet"];
const ZONE = /(^|[./])(zone|rack)$/;

/** @param {Timeline} table */
export const examples = (table) => [
  h("div.h3", t("For example")),
  h(
    "ul.dt-steps",
    offered(table).map((list) =>
      h(
        "li",
        icon(STEPS[kindOf(list[0])].icon),
        h(
          "button.dt-link",
          { onclick: () => change(list, STEPS[kindOf(list[0])].title) },
          list.map(stepWords).join(", "),
        ),
      ),
    ),
  ),
];

/** @param {Timeline} table @returns {Step[][]} */
function offered(table) {
  const chosen = workload.get();
  const fullest = busiest(table);
  const zone = zoneOf(table);
  return [
    chosen && ROLLED.includes(chosen.kind) ? [{ rollout: chosen.workload }] : [],
    fullest ? [{ drain: fullest }] : [],
    zone ? [{ lose: zone }, { restore: zone }] : [],
    fullest ? [{ lose: fullest }] : [],
    fullest ? [{ addNodes: 1, like: fullest }] : [],
  ].filter((list) => list.length);
}

/** The node with most pods. @param {Timeline} table */
function busiest({ nodes, stays }) {
  /** @type {Map<string, number>} */
  const counts = new Map(nodes.map(({ name }) => [name, 0]));
  for (const { node, gone } of stays)
    if (node && gone === null) counts.set(node, (counts.get(node) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** The first value of a label that says where nodes are. @param {Timeline} table */
function zoneOf({ nodes }) {
  const labels = nodes[0]?.states[0]?.labels ?? {};
  const key = Object.keys(labels).find((candidate) => ZONE.test(candidate));
  return key && nodes.some(({ states }) => states[0]?.labels[key] !== labels[key])
    ? { key, value: labels[key] }
    : null;
}
