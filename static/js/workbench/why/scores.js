// A score: its raw sum by plugin, how it was normalized, what the weight made of it.

import { h } from "../../lib/dom.js";
import { bytes, decimal, quantity, signed } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { expressions, mark, mono, muted, podTable, sec, title } from "./parts.js";
import { spreadIgnored, spreadScores } from "./spread.js";
import { sum } from "./sum.js";

/** @param {any} explained an explain answer of a score */
export function scoreSteps(explained, now) {
  const { steps } = explained;
  const of = (kind) => steps.filter((step) => step.kind === kind);
  return [
    of("spread_ignored").map(spreadIgnored),
    of("spread_score").length ? spreadScores(of("spread_score"), now, explained) : null,
    of("affinity_score").length ? affinity(of("affinity_score"), now, explained) : null,
    of("fit_score").length ? fit(of("fit_score"), explained) : null,
    of("balanced_score").length ? balanced(of("balanced_score"), of("balanced_result")[0], explained) : null,
    of("taint_prefer").length ? preferTaints(of("taint_prefer"), explained) : null,
    of("node_affinity_preferred").length ? preferred(of("node_affinity_preferred"), explained) : null,
    of("image").length || of("image_result").length ? images(of("image"), of("image_result")[0], explained) : null,
    steps.length ? null : sec(h("p", { class: "soft" }, "Nothing on this node counts for or against the pod: the raw score is ", h("b", null, decimal(explained.raw)), ".")),
    normalized(explained),
  ];
}

function affinity(steps, now, { raw }) {
  return sec(
    title("Raw score", muted("the sum over the terms that meet pods here")),
    sum([
      ...steps.map((step, i) => ({
        op: i ? "+" : "",
        label: [h("b", null, `${shortKey(step.key)} = ${step.value}`), muted(`  ${step.kind_of_term ?? ""}${step.side === "existing" ? " of running pods" : ""}: ${step.count} × ${signed(step.weight)}`)],
        value: signed(step.points),
      })),
      { op: "=", label: "raw", value: signed(raw), result: true },
    ]),
    podTable([...new Set(steps.flatMap((step) => step.pods ?? []))], now.fold),
  );
}

function fit(steps, { raw }) {
  return sec(
    title("Raw score", muted("mean of the resources by weight, the pod included")),
    steps.map((step) =>
      h("p", { class: "formula" }, h("b", null, step.resource), step.weight > 1 ? muted(`weight ${step.weight}`) : null, h("span", { class: "mono" }, `${quantity(step.requested, step.unit)} of ${quantity(step.allocatable, step.unit)}`), h("span", { class: "grow" }), h("b", { class: "mono" }, decimal(step.score)))),
    sum([{ op: "=", label: "raw, truncated to an integer", value: raw, result: true }]),
  );
}

function balanced(steps, result, { raw }) {
  return sec(
    title("Raw score", muted("the more equal the shares, the better")),
    sum([
      ...steps.map((step) => ({ label: [h("b", null, step.resource), muted(`  ${decimal(step.requested)} / ${decimal(step.allocatable)}`)], value: decimal(step.fraction, 4) })),
      ...(result ? [{ label: "standard deviation", value: decimal(result.std, 4) }] : []),
      { op: "=", label: result ? `(1 − ${decimal(result.std, 4)}) × 100, truncated` : "raw", value: raw, result: true },
    ]),
  );
}

const preferTaints = (steps, { raw }) =>
  sec(
    title("PreferNoSchedule taints"),
    h("table", { class: "plist" }, h("tbody", null, steps.map(({ taint, tolerated }) => h("tr", null, h("td", { class: "w-mark" }, mark(tolerated)), h("td", { class: "mono" }, `${taint.key}${taint.value ? `=${taint.value}` : ""}`), h("td", { class: "mute" }, tolerated ? "tolerated" : "not tolerated"))))),
    sum([{ op: "=", label: "taints not tolerated (lower is better)", value: raw, result: true }]),
  );

const preferred = (steps, { raw }) =>
  sec(
    title("Preferred node affinity"),
    steps.map((step) => [h("p", { class: "row" }, mark(step.ok), h("span", { class: "grow" }, `Term ${step.index + 1}, weight ${step.weight}`), mono(step.ok ? `+${step.weight}` : "0")), expressions(step.expressions)]),
    sum([{ op: "=", label: "raw", value: raw, result: true }]),
  );

function images(steps, result, { raw }) {
  return sec(
    title("Images on the node"),
    sum([
      ...steps.map((step) => ({ label: [mono(step.image), muted(`  ${bytes(step.size)} × ${step.nodes_with}/${step.nodes} nodes`)], value: bytes(step.points) })),
      ...(result ? [{ op: "=", label: "sum", value: bytes(result.sum) }, { label: muted(`scaled between ${bytes(result.min_threshold)} and ${bytes(result.max_threshold)}`), value: "" }] : []),
      { op: "=", label: "raw", value: raw, result: true },
    ]),
  );
}

function normalized({ raw, normalized: value, weight, weighted, normalize, plugin }) {
  return sec(
    title("Normalize and weigh"),
    sum([
      { label: ["raw ", muted(normalize ? range(normalize) : "")], value: raw },
      { op: "→", label: formula(normalize, raw, value), value },
      { op: "×", label: `weight of ${plugin}`, value: weight },
      { op: "=", label: "points in the total", value: weighted, result: true },
    ]),
  );
}

const range = ({ min, max }) => (min === null || min === undefined ? "" : `  all nodes: ${decimal(min)} to ${decimal(max)}`);

const FORMULAS = {
  none: () => "taken as it is",
  max: ({ max }, raw) => `100 × ${decimal(raw)} / ${decimal(max)}`,
  max_reverse: ({ max }, raw) => `100 − 100 × ${decimal(raw)} / ${decimal(max)}`,
  spread: ({ min, max }, raw) => `100 × (${decimal(max)} + ${decimal(min)} − ${decimal(raw)}) / ${decimal(max)}`,
  affinity: ({ min, max }, raw) => `100 × (${decimal(raw)} − ${parens(min)}) / (${decimal(max)} − ${parens(min)})`,
};
const parens = (value) => (value < 0 ? `(${signed(value)})` : decimal(value));

function formula(normalize, raw, value) {
  if (!normalize || normalize.formula === "none") return "taken as it is";
  const divides = normalize.formula === "affinity" ? normalize.max !== normalize.min : normalize.max !== 0;
  if (!divides) return `all nodes equal: ${value}`;
  return h("span", { class: "mono t12" }, FORMULAS[normalize.formula]?.(normalize, raw) ?? "normalized", normalize.all_equal ? muted("  all equal") : "");
}
