// Mirrors pkg/scheduler/framework/plugins/interpodaffinity.

import { decimal, signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { PASSES, valueOf } from "../../parts/operands.js";
import { FACTS } from "./facts.js";
import { onMap } from "./map.js";
import { countsAndTerms } from "./panels.js";
import { atPreScore, atScore, scored } from "./score.js";
import { antiAffinity, existingAntiAffinity, required } from "./steps.js";
import * as stories from "./stories.js";

/** @import { AffinityScoreStep } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Row } from "../../parts/operands.js" */

/** @type {import("../descriptor.js").Plugin} */
export const interPodAffinity = {
  name: "InterPodAffinity",
  short: "Affinity",
  stories: { PreFilter: stories.atPreFilter, Filter: stories.atFilter, PreScore: stories.atPreScore },
  questions: {
    PreFilter: t("Which pods attract or repel this pod, and where are they?"),
    Filter: t("Do pods around this node allow it?"),
  },
  skips: {
    PreFilter: () =>
      t("The pod has no required term, and no running pod's required anti-affinity matches it."),
    PreScore: () => t("No preferred term of this pod, and no term of a running pod that matches it."),
  },
  summaries: { PreFilter: terms, PreScore: terms },
  filter: {
    affinity_required: {
      full: required,
      finding: ({ value, key }) =>
        value === null
          ? t("The node has no label {key}", { key })
          : t("No pod that matches runs in {value}", { value }),
    },
    anti_affinity_required: {
      full: antiAffinity,
      finding: ({ value }, pod) => t("{pod} avoids a pod in {value}", { pod, value }),
    },
    existing_anti_affinity: {
      full: existingAntiAffinity,
      finding: ({ value }, pod) => t("A pod in {value} avoids {pod}", { value, pod }),
    },
  },
  tries: true,
  score: {
    unit: t("weights of the terms that match pods"),
    shortUnit: t("term weights"),
    signed: true,
    normalize: {
      formula: "100 × (raw − min) / (max − min)",
      applied: ({ min, max }, raw) =>
        `100 × (${decimal(raw)} − ${parens(min)}) / (${decimal(max)} − ${parens(min)})`,
      exact: ({ min, max }, raw) => (100 * (raw - min)) / (max - min),
      divides: ({ min, max }) => max !== min,
    },
    steps: { affinity_score: scored },
  },
  operands: {
    affinity_required: {
      heading: ({ index }) => t("Required affinity, term {n}", { n: index + 1 }),
      rows: ({ key }) => countRows(key, t("matching pods in it")),
    },
    anti_affinity_required: {
      heading: ({ index }) => t("Required anti-affinity, term {n}", { n: index + 1 }),
      rows: ({ key }) => countRows(key, t("pods that this pod avoids")),
    },
    existing_anti_affinity: {
      heading: () => t("Anti-affinity of running pods"),
      rows: ({ key }) => countRows(key, t("pods that avoid this one")),
    },
    affinity_score: { rows: scoreRows },
  },
  facts: FACTS,
  panels: { PreFilter: countsAndTerms, Filter: countsAndTerms, PreScore: atPreScore, Score: atScore },
  map: onMap,
  args: [{ path: ["hardPodAffinityWeight"], min: 0, placeholder: "1" }],
};

/** @param {{data: CycleView | null}} now */
function terms({ data }) {
  return data?.affinity ? tn("{n} term", "{n} terms", data.affinity.terms.length) : null;
}

/** @param {number} value */
const parens = (value) => (value < 0 ? `(${signed(value)})` : decimal(value));

// ---- two explanations beside each other ----

/**
 * @param {string} key @param {string} pods
 * @returns {Row<{value: string | null, count: number, ok: boolean}>[]}
 */
function countRows(key, pods) {
  return [{ label: key, of: valueOf("value") }, { label: pods, of: valueOf("count") }, PASSES];
}

/** @param {AffinityScoreStep} step @returns {Row<AffinityScoreStep>[]} */
function scoreRows({ key }) {
  return [
    { label: key, of: valueOf("value") },
    { label: t("matching pods in it"), of: valueOf("count") },
    { op: "×", label: t("weight of the term"), of: valueOf("weight") },
    { op: "=", label: t("points"), of: valueOf("points"), result: true },
  ];
}
