// The operands of two explanations in lines: each line has the value of A and of B. Steps are paired by what they are about.

import { decimal, quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @typedef {{heading?: any, op?: string, label?: any, a?: any, b?: any, result?: boolean, verdict?: boolean}} Line */

/** @param {any} a an explanation, or null @param {any} b @returns {Line[]} */
export function lines(a, b) {
  const steps = paired(a?.steps ?? [], b?.steps ?? []);
  const found = steps.flatMap(([one, other]) => {
    const kind = (one ?? other).kind;
    const rows = (STEPS[kind] ?? anything)(one ?? other);
    const heading = HEADINGS[kind]?.(one ?? other);
    return [...(heading ? [{ heading }] : []), ...rows.map((row) => beside(row, one, other))];
  });
  return [...found, ...total(a, b)];
}

const beside = ({ of, ...row }, one, other) => ({
  ...row,
  a: one ? of(one) : undefined,
  b: other ? of(other) : undefined,
});

function paired(a, b) {
  const left = new Map(b.map((step, index) => [about(step, b, index), step]));
  const pairs = a.map((step, index) => {
    const key = about(step, a, index);
    const other = left.get(key);
    left.delete(key);
    return [step, other];
  });
  return [...pairs, ...[...left.values()].map((step) => [undefined, step])];
}

// What a step is about, and the how manieth of that it is.
function about(step, all, index) {
  const name = ({ kind, constraint, index: term, key, resource, image, taint }) =>
    [kind, constraint, term, key, resource, image, taint?.key].join("/");
  return `${name(step)}#${all.slice(0, index).filter((each) => name(each) === name(step)).length}`;
}

const HEADINGS = {
  spread_skew: ({ constraint, key }) => t("Constraint {n}, {key}", { n: constraint + 1, key }),
  spread_score: ({ constraint, key }) => t("Constraint {n}, {key}", { n: constraint + 1, key }),
  resource: ({ resource }) => resource,
  fit_score: ({ resource }) => resource,
  balanced_score: ({ resource }) => resource,
  taint: ({ taint }) => `${taint.key}${taint.value ? `=${taint.value}` : ""}:${taint.effect}`,
  node_affinity_term: ({ index }) => t("Required node affinity, term {n}", { n: index + 1 }),
  affinity_required: ({ index }) => t("Required affinity, term {n}", { n: index + 1 }),
  anti_affinity_required: ({ index }) => t("Required anti-affinity, term {n}", { n: index + 1 }),
  existing_anti_affinity: () => t("Anti-affinity of running pods"),
};

const passes = { label: t("passes"), of: (step) => step.ok, verdict: true };
const amount = (field) => (step) => quantity(step[field], step.unit);
const value = (field) => (step) =>
  typeof step[field] === "number" ? decimal(step[field], 4) : (step[field] ?? undefined);

/** @type {Record<string, (step: any) => {op?: string, label: any, of: (step: any) => any, result?: boolean, verdict?: boolean}[]>} */
const STEPS = {
  spread_skew: () => [
    { label: t("domain of the node"), of: value("value") },
    { label: t("matching pods in it"), of: value("matching") },
    { op: "+", label: t("this pod matches itself"), of: value("self_match") },
    { op: "−", label: t("global minimum"), of: value("minimum") },
    { op: "=", label: t("skew if placed here"), of: value("skew"), result: true },
    { op: "≤", label: "maxSkew", of: value("max_skew") },
    passes,
  ],
  resource: () => [
    { label: t("allocatable"), of: amount("allocatable") },
    { op: "−", label: t("used by pods on the node"), of: amount("used") },
    {
      op: "=",
      label: t("free"),
      of: (step) => quantity(step.allocatable - step.used, step.unit),
      result: true,
    },
    { op: "≥", label: t("requested by this pod"), of: amount("request") },
    passes,
  ],
  taint: () => [{ label: t("tolerated"), of: (step) => step.ok, verdict: true }],
  node_selector: ({ key }) => [
    { label: key, of: value("actual") },
    { op: "=", label: t("wanted"), of: value("value") },
    passes,
  ],
  affinity_required: ({ key }) => [
    { label: key, of: value("value") },
    { label: t("matching pods in it"), of: value("count") },
    passes,
  ],
  anti_affinity_required: ({ key }) => [
    { label: key, of: value("value") },
    { label: t("pods that this pod avoids"), of: value("count") },
    passes,
  ],
  existing_anti_affinity: ({ key }) => [
    { label: key, of: value("value") },
    { label: t("pods that avoid this one"), of: value("count") },
    passes,
  ],
  spread_score: () => [
    { label: t("domain of the node"), of: value("value") },
    { label: t("matching pods in it"), of: value("count") },
    { op: "×", label: t("weight of the key"), of: value("weight") },
    { op: "+", label: "maxSkew − 1", of: (step) => decimal(step.max_skew - 1) },
    { op: "=", label: t("points"), of: value("points"), result: true },
  ],
  affinity_score: ({ key }) => [
    { label: key, of: value("value") },
    { label: t("matching pods in it"), of: value("count") },
    { op: "×", label: t("weight of the term"), of: value("weight") },
    { op: "=", label: t("points"), of: value("points"), result: true },
  ],
  fit_score: () => [
    { label: t("requested, this pod included"), of: amount("requested") },
    { label: t("allocatable"), of: amount("allocatable") },
    { op: "=", label: t("score"), of: value("score"), result: true },
  ],
  balanced_score: () => [{ label: t("fraction in use"), of: value("fraction") }],
};

// A kind of step without words of its own: its operands under the names that the engine gives them.
function anything(step) {
  return Object.keys(step)
    .filter((field) => !["kind", "ok", "pods"].includes(field) && typeof step[field] !== "object")
    .map((field) => ({
      label: field.replaceAll("_", " "),
      of: (each) => (typeof each[field] === "boolean" ? String(each[field]) : value(field)(each)),
    }))
    .concat("ok" in step ? [/** @type {any} */ (passes)] : []);
}

function total(a, b) {
  if (![a, b].some((side) => side?.point === "Score")) return [];
  const row = (op, label, field, result = false) =>
    beside(
      { op, label, result, of: (side) => (side[field] === null ? undefined : decimal(side[field])) },
      a,
      b,
    );
  return [
    { heading: t("Normalize and weigh") },
    row("", t("raw"), "raw"),
    row("→", t("score, 0 to 100"), "normalized"),
    row("×", t("weight"), "weight"),
    row("=", t("points in the total"), "weighted", true),
  ];
}
