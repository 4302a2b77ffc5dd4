// Mirrors pkg/scheduler/framework/plugins/podtopologyspread.

import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { PASSES, valueOf } from "../../parts/operands.js";
import { nodeDomains } from "./domain.js";
import { FACTS } from "./facts.js";
import { atPreFilter, atPreScore, atResult, belowFilter } from "./panels.js";
import { ignored, scored } from "./score.js";
import { missingLabel, skew, skewLine, skewRemedies } from "./skew.js";
import * as stories from "./stories.js";

/** @import { SpreadScoreStep, SpreadSkewStep } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Row } from "../../parts/operands.js" */

/** @type {import("../descriptor.js").Plugin} */
export const podTopologySpread = {
  name: "PodTopologySpread",
  short: "Spread",
  stories: { PreFilter: stories.atPreFilter, Filter: stories.atFilter, PreScore: stories.atPreScore },
  questions: {
    PreFilter: t("How many matching pods does each domain have?"),
    Filter: t("Would a pod on this node keep its domain within maxSkew?"),
  },
  skips: { PreFilter: nothingHard, PreScore: nothingSoft },
  summaries: { PreFilter: hardConstraints, PreScore: softConstraints },
  narrations: { PreFilter: counted },
  filter: {
    spread_skew: {
      family: "spread",
      full: skew,
      finding: ({ value }, pod) => t("Placing {pod} here would exceed maxSkew in {value}", { pod, value }),
    },
    spread_missing_label: {
      family: "spread",
      full: missingLabel,
      finding: ({ key }, _, node) => t("{node} has no label {key}", { node, key }),
    },
  },
  remedies: skewRemedies,
  tries: true,
  score: {
    unit: t("matching pods × ln(domains + 2), and maxSkew − 1"),
    shortUnit: t("weighted pods"),
    lower: true,
    normalize: {
      formula: "100 × (max + min − raw) / max",
      applied: ({ min, max }, raw) =>
        `100 × (${decimal(max)} + ${decimal(min)} − ${decimal(raw)}) / ${decimal(max)}`,
      exact: ({ min, max }, raw) => (100 * (max + min - raw)) / max,
      divides: ({ max }) => max !== 0,
    },
    steps: { spread_ignored: ignored, spread_score: scored },
  },
  operands: {
    spread_skew: { heading: constraintName, rows: skewRows },
    spread_score: { heading: constraintName, rows: scoreRows },
  },
  facts: FACTS,
  panels: { PreFilter: atPreFilter, Filter: belowFilter, PreScore: atPreScore, Result: atResult },
  counted: nodeDomains,
  line: skewLine,
  args: [{ path: ["defaultingType"], choices: ["System", "List"], usual: "System" }],
};

/** @param {{data: CycleView | null}} now */
function nothingHard({ data }) {
  const soft = data?.spread?.score?.length;
  return soft
    ? tn(
        "No DoNotSchedule constraint; the {n} ScheduleAnyway constraint is for scores.",
        "No DoNotSchedule constraint; the {n} ScheduleAnyway constraints are for scores.",
        soft,
      )
    : t("No DoNotSchedule constraint, and no default one applies.");
}

/** @param {{data: CycleView | null}} now */
function nothingSoft({ data }) {
  return data?.spread?.filter?.length
    ? t(
        "No ScheduleAnyway constraint: DoNotSchedule constraints only filter, and a pod with its own " +
          "constraints gets no default ones.",
      )
    : t(
        "No ScheduleAnyway constraint. The default ones apply only to pods that a Service or controller " +
          "selects.",
      );
}

/** @param {{topology_key: string}[]} constraints */
const keys = (constraints) =>
  [...new Set(constraints.map((constraint) => shortKey(constraint.topology_key)))].join(", ");
/** @param {unknown[]} constraints */
const howMany = (constraints) => tn("{n} constraint", "{n} constraints", constraints.length);

/** @param {{data: CycleView | null}} now */
function hardConstraints({ data }) {
  const constraints = data?.spread?.filter ?? [];
  if (!constraints.length) return null;
  return t("{constraints} by {keys}", { constraints: howMany(constraints), keys: keys(constraints) });
}

/** @param {{data: CycleView | null}} now */
function softConstraints({ data }) {
  const constraints = data?.spread?.score ?? [];
  if (!constraints.length) return null;
  const weights = constraints.map((constraint) => decimal(constraint.weight, 3)).join(", ");
  return t("{constraints}, weight {weights}", { constraints: howMany(constraints), weights });
}

/** @param {{data: CycleView | null}} now */
function counted({ data }) {
  const [constraint] = data?.spread?.filter ?? [];
  if (!constraint) return null;
  const domains = tn("{n} domain", "{n} domains", constraint.domains.length);
  return t("{domains} counted, minimum {minimum}", { domains, minimum: constraint.minimum.value });
}

// ---- two explanations beside each other ----

/** @param {SpreadSkewStep | SpreadScoreStep} step */
function constraintName({ constraint, key }) {
  return t("Constraint {n}, {key}", { n: constraint + 1, key });
}

/** @returns {Row<SpreadSkewStep>[]} */
function skewRows() {
  return [
    { label: t("domain of the node"), of: valueOf("value") },
    { label: t("matching pods in it"), of: valueOf("matching") },
    { op: "+", label: t("this pod matches itself"), of: valueOf("self_match") },
    { op: "−", label: t("global minimum"), of: valueOf("minimum") },
    { op: "=", label: t("skew if placed here"), of: valueOf("skew"), result: true },
    { op: "≤", label: "maxSkew", of: valueOf("max_skew") },
    PASSES,
  ];
}

/** @returns {Row<SpreadScoreStep>[]} */
function scoreRows() {
  return [
    { label: t("domain of the node"), of: valueOf("value") },
    { label: t("matching pods in it"), of: valueOf("count") },
    { op: "×", label: t("weight of the key"), of: valueOf("weight") },
    { op: "+", label: "maxSkew − 1", of: (step) => decimal(step.max_skew - 1) },
    { op: "=", label: t("points"), of: valueOf("points"), result: true },
  ];
}
