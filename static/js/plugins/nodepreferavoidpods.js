// Mirrors pkg/scheduler/framework/plugins/nodepreferavoidpods, which only old versions have.

import { t } from "../lib/i18n.js";
import { sec } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { AvoidStep, ScoreExplanation } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodePreferAvoidPods = {
  name: "NodePreferAvoidPods",
  questions: { Score: t("Does this node ask to avoid this pod?") },
  score: {
    unit: t("0 if the node avoids the pod's controller, otherwise 100"),
    steps: { avoid: avoided },
  },
};

/** @param {AvoidStep[]} steps @param {ScoreExplanation} explained */
function avoided([step], explained) {
  return sec(
    sumTable([
      {
        label: t("ReplicationController or ReplicaSet of the pod"),
        value: step.controller ?? t("none"),
      },
      {
        label: t("the node's annotation preferAvoidPods names it"),
        value: step.avoided ? t("yes") : t("no"),
      },
      { op: "=", label: t("raw"), value: explained.raw, result: true },
    ]),
  );
}
