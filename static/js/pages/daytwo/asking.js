// Where nothing is done yet: what the reader may do to this cluster, each with an example one click away.

import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { change } from "./editing.js";
import { openForm } from "./forms.js";
import { asking, timeline, workload } from "./state.js";
import { STEPS, stepWords } from "./steps.js";

/** @import { StepKind, Timeline } from "../../types/engine.js" */
/** @import { Step } from "../../model/daysteps.js" */

const ROLLED = ["Deployment", "StatefulSet", "DaemonSet"];
const SCALED = ["Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"];
const NO_WORKLOAD = t("No workload supports this: add a Deployment or a StatefulSet with Edit.");
const ZONE = /(^|[./])(zone|rack)$/;
const WAIT = 600; // seconds, after which controllers and autoscalers have done what they do

export function Asking() {
  const table = timeline.get();
  return asking.get() && choices(table).map((choice) => card(choice, table));
}

/** @typedef {{kind: StepKind, example: Step[] | null}} Choice */

/**
 * What is offered; the examples are known once the cluster is.
 * @param {Timeline | null} table @returns {Choice[]}
 */
function choices(table) {
  const fullest = table && busiest(table);
  const zone = table && zoneOf(table);
  const rolled = table && (rolledOut(table) ?? null);
  /** @type {Choice[]} */
  const offered = [
    {
      kind: "lose",
      example: zone ? [{ lose: zone }, { restore: zone }] : fullest ? [{ lose: fullest }] : null,
    },
    { kind: "drain", example: fullest ? [{ drain: fullest }] : null },
    { kind: "rollout", example: rolled ? [{ rollout: rolled }] : null },
    { kind: "scale", example: table && scaled(table) },
    { kind: "addNodes", example: fullest ? [{ addNodes: 1, like: fullest }] : null },
    { kind: "wait", example: [{ wait: WAIT }] },
  ];
  return offered;
}

/** @param {Choice} choice @param {Timeline | null} table */
const card = ({ kind, example }, table) =>
  h(
    "div.dt-choice",
    h(
      "button.btn",
      { disabled: !table, onclick: () => openForm(kind) },
      icon(STEPS[kind].icon),
      STEPS[kind].title,
    ),
    table && example
      ? h(
          "button.dt-link",
          { onclick: () => change(example, STEPS[kind].title) },
          example.map(stepWords).join(", "),
        )
      : table && h("p.soft", STEPS[kind].about === "workload" ? NO_WORKLOAD : t("The cluster has no node.")),
  );

/** Two replicas more of the workload that is shown, or of the first with replicas. @param {Timeline} table */
function scaled({ workloads }) {
  const one = shownFirst(workloads).find(({ kind, bounds }) => SCALED.includes(kind) && bounds.length);
  return one ? [{ scale: one.workload, replicas: one.bounds[one.bounds.length - 1].replicas + 2 }] : null;
}

/** The workload that is shown if it can be rolled out, else the first that can. @param {Timeline} table */
const rolledOut = ({ workloads }) =>
  shownFirst(workloads).find(({ kind }) => ROLLED.includes(kind))?.workload;

/** @param {Timeline["workloads"]} workloads */
function shownFirst(workloads) {
  const chosen = workload.get();
  return chosen ? [chosen, ...workloads] : workloads;
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
