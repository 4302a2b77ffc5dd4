// Mirrors pkg/scheduler/framework/plugins/nodeunschedulable.

import { h } from "../lib/dom.js";
import { rich, t, tn } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { line, sec } from "../parts/reasons.js";
import { rejections } from "./rejections.js";
import { rejecting } from "./telling.js";

/** @import { UnschedulableStep } from "../types/engine.js" */
/** @import { Viewed, Place } from "./descriptor.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodeUnschedulable = {
  name: "NodeUnschedulable",
  short: "Unschedulable",
  hyphenated: "NodeUn\u00ADsched\u00ADulable",
  stories: {
    Filter: rejecting(
      (n) => tn("{n} node is cordoned", "{n} nodes are cordoned", n),
      (pod) => t("No node is cordoned for {pod}", { pod }),
    ),
  },
  questions: { Filter: t("Does this node accept new pods?") },
  panels: { Filter: atFilter },
  filter: {
    unschedulable: { full: cordon, finding: (_, __, node) => t("{node} is cordoned", { node }) },
  },
};

/** @param {Viewed} now */
function atFilter(now) {
  return rejections(now, "NodeUnschedulable", {
    passing: () => t("No node is cordoned, or the pod tolerates it."),
    rejecting: () =>
      t(
        "Cordoned nodes (spec.unschedulable) accept only pods that tolerate " +
          "node.kubernetes.io/unschedulable.",
      ),
  });
}

/** @param {UnschedulableStep} step @param {Viewed} _ @param {Place} place */
function cordon(step, _, { node }) {
  const value = h("b", factLink(String(step.unschedulable), named("node", node)));
  return sec(line(step.ok, h("span", rich(sentence(step), { value }))));
}

/** @param {UnschedulableStep} step */
function sentence({ unschedulable, tolerated }) {
  if (!unschedulable) return t("spec.unschedulable is {value}");
  return tolerated
    ? t("spec.unschedulable is {value}, and the pod tolerates it")
    : t("spec.unschedulable is {value}, and the pod does not tolerate it");
}
