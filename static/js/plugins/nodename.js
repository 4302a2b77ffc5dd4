// Mirrors pkg/scheduler/framework/plugins/nodename.

import { t, tn } from "../lib/i18n.js";
import { sec } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { rejections } from "./rejections.js";
import { rejecting } from "./telling.js";

/** @import { NodeNameStep } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodeName = {
  name: "NodeName",
  stories: {
    Filter: rejecting(
      (n, pod) =>
        tn("{n} node is not the one that {pod} names", "{n} nodes are not the one that {pod} names", n, {
          pod,
        }),
      () => t("No node is ruled out by name"),
    ),
  },
  questions: { Filter: t("Is this the node that the pod names?") },
  panels: { Filter: atFilter },
  filter: {
    node_name: { full: names, finding: ({ wanted }) => t("The pod requires {wanted}", { wanted }) },
  },
};

/** @param {import("./descriptor.js").Viewed} now */
function atFilter(now) {
  return rejections(now, "NodeName", {
    passing: () => t("The pod has no spec.nodeName, so every node passes."),
  });
}

/** @param {NodeNameStep} step */
function names({ wanted: required, node, ok }) {
  return sec(
    sumTable([
      { label: t("spec.nodeName of the pod"), value: required || t("not set") },
      { op: ok ? "=" : "≠", label: t("this node"), value: node },
    ]),
  );
}
