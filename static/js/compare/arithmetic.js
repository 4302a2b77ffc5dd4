// The operands of two explanations in lines: each line has the value of A and of B. Steps are paired by what they are about.

import { decimal } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { PASSES, valueOf } from "../parts/operands.js";
import { pluginOf } from "../plugins/registry.js";

/** @typedef {{heading?: any, op?: string, label?: any, a?: any, b?: any, result?: boolean, verdict?: boolean}} Line */

/** @param {any} a an explanation, or null @param {any} b @returns {Line[]} */
export function lines(a, b) {
  const { operands } = pluginOf((a ?? b)?.plugin);
  const steps = paired(a?.steps ?? [], b?.steps ?? []);
  const found = steps.flatMap(([one, other]) => {
    const step = one ?? other;
    const { heading: titleOf, rows: rowsOf = anything } = operands?.[step.kind] ?? {};
    const rows = rowsOf(step);
    const heading = titleOf?.(step);
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

// A kind of step without words of its own: its operands under the names that the engine gives them.
function anything(step) {
  return Object.keys(step)
    .filter((field) => !["kind", "ok", "pods"].includes(field) && typeof step[field] !== "object")
    .map((field) => ({
      label: field.replaceAll("_", " "),
      of: (each) => (typeof each[field] === "boolean" ? String(each[field]) : valueOf(field)(each)),
    }))
    .concat("ok" in step ? [/** @type {any} */ (PASSES)] : []);
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
