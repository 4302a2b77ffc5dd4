// Mirrors pkg/scheduler/framework/plugins/nodedeclaredfeatures.

import { h } from "../lib/dom.js";
import { rich, t, tn } from "../lib/i18n.js";
import { factLink, named } from "../parts/factLink.js";
import { line, sec } from "../parts/reasons.js";
import { rejecting, simply } from "./telling.js";

/** @import { RequiredFeatureStep } from "../types/engine.js" */
/** @import { Viewed, Place } from "./descriptor.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodeDeclaredFeatures = {
  name: "NodeDeclaredFeatures",
  short: "Features",
  hyphenated: "NodeDeclared\u00ADFeatures",
  stories: {
    PreFilter: simply((pod) => t("{pod} needs features that nodes declare", { pod })),
    Filter: rejecting(
      (n, pod) =>
        tn("{n} node lacks a feature that {pod} needs", "{n} nodes lack a feature that {pod} needs", n, {
          pod,
        }),
      (pod) => t("No node lacks a feature that {pod} needs", { pod }),
    ),
  },
  questions: { Filter: t("Does this node declare the features that the pod needs?") },
  skips: { PreFilter: () => t("The pod needs no feature that a node would have to declare.") },
  filter: {
    required_feature: {
      full: feature,
      finding: (step, _pod, node) => t("{node} does not declare {feature}", { node, feature: step.feature }),
    },
  },
};

/** @param {RequiredFeatureStep} step @param {Viewed} _ @param {Place} place */
function feature(step, _, { node }) {
  const value = h("b", factLink(step.declared.join(", ") || t("none"), named("node", node)));
  const wanted = h("b", step.feature);
  const sentence = t("The pod needs {wanted}; status.declaredFeatures of the node: {value}");
  return sec(line(step.ok, h("span", rich(sentence, { wanted, value }))));
}
