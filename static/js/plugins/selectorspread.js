// Mirrors pkg/scheduler/framework/plugins/selectorspread, which only old versions have.

import { t } from "../lib/i18n.js";
import { mono, sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { MatchingPodsStep, ScoreExplanation } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const selectorSpread = {
  name: "SelectorSpread",
  questions: { Score: t("How many pods of the same Services and controllers are on this node?") },
  score: {
    unit: t("pods of the same Services and controllers on the node"),
    shortUnit: t("pods"),
    lower: true,
    normalize: {
      formula: t("100 × (max − raw) / max, with zones a third of it and two thirds of the same for the zone"),
      applied: ({ max }, raw) => `100 × (${max} − ${raw}) / ${max}`,
      divides: ({ max }) => max !== 0,
    },
    steps: { matching_pods: matchingPods },
  },
};

/** @param {MatchingPodsStep[]} steps @param {ScoreExplanation} explained */
export function matchingPods([step], explained) {
  return sec(
    title(t("Pods on the node")),
    sumTable([
      { label: t("selector"), value: step ? mono(step.selector) : t("none") },
      { op: "=", label: t("pods that it matches"), value: explained.raw, result: true },
    ]),
  );
}
