// The operands of two explanations in lines: each line has the value of A and of B. Steps are paired by
// subject.

import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { PASSES } from "../../parts/operands.js";
import { pluginOf } from "../../plugins/registry.js";

/** @import { Explanation } from "../../types/engine.js" */
/** @import { AnyStep, Operands } from "../../plugins/descriptor.js" */

/** @typedef {string | number | boolean | undefined} Value */

/**
 * A heading, or the values of both sides.
 * @typedef {{heading?: string, op?: string, label?: string, a?: Value, b?: Value, result?: boolean,
 *   verdict?: boolean}} Line
 */

/**
 * A line that takes its value from a step, or from an explanation.
 * @template F
 * @typedef {{op?: string, label: string, of: (from: F) => Value, result?: boolean, verdict?: boolean}} Row
 */

/** @param {Explanation | null} a @param {Explanation | null} b @returns {Line[]} */
export function lines(a, b) {
  const { operands } = pluginOf((a ?? b)?.plugin ?? null);
  const steps = paired(a?.steps ?? [], b?.steps ?? []);
  const operandLines = steps.flatMap(([one, other]) => {
    const step = one ?? other;
    if (!step) return [];
    const forms = /** @type {Operands<AnyStep> | undefined} */ (operands?.[step.kind]); // of its own kind
    const { heading: titleOf, rows: rowsOf = anything } = forms ?? {};
    const rows = rowsOf(step);
    const heading = titleOf?.(step);
    return [...(heading ? [{ heading }] : []), ...rows.map((row) => beside(row, one, other))];
  });
  return [...operandLines, ...total(a, b)];
}

/**
 * @template F
 * @param {Row<F>} row @param {F | null | undefined} one @param {F | null | undefined} other
 * @returns {Line}
 */
const beside = ({ of, ...row }, one, other) => ({
  ...row,
  a: one ? of(one) : undefined,
  b: other ? of(other) : undefined,
});

/** @param {AnyStep[]} a @param {AnyStep[]} b @returns {[AnyStep | undefined, AnyStep | undefined][]} */
function paired(a, b) {
  const left = new Map(b.map((step, index) => [about(step, b, index), step]));
  /** @type {[AnyStep | undefined, AnyStep | undefined][]} */
  const pairs = a.map((step, index) => {
    const key = about(step, a, index);
    const other = left.get(key);
    left.delete(key);
    return [step, other];
  });
  for (const step of left.values()) pairs.push([undefined, step]);
  return pairs;
}

/**
 * Key of a step: its subject, and its ordinal among the steps with that subject.
 * @param {AnyStep} step @param {AnyStep[]} all @param {number} index
 */
function about(step, all, index) {
  /**
   * @param {Partial<Record<"constraint" | "index" | "key" | "resource" | "image", string | number>> &
   *   AnyStep} operands
   */
  const name = (operands) => {
    const { constraint, index: term, key, resource, image } = operands;
    const taint = "taint" in operands ? operands.taint.key : undefined;
    return [operands.kind, constraint, term, key, resource, image, taint].join("/");
  };
  return `${name(step)}#${all.slice(0, index).filter((other) => name(other) === name(step)).length}`;
}

/**
 * A kind of step without labels of its own: its operands under the engine's names.
 * @param {AnyStep} step @returns {Row<AnyStep>[]}
 */
function anything(step) {
  const fields = Object.entries(step)
    .filter(([field, value]) => !["kind", "ok", "pods"].includes(field) && typeof value !== "object")
    .map(([field]) => ({
      label: field.replaceAll("_", " "),
      of: (/** @type {AnyStep} */ other) => operand(other, field),
    }));
  return "ok" in step ? [...fields, /** @type {Row<AnyStep>} */ (PASSES)] : fields;
}

/** @param {AnyStep} step @param {string} field @returns {Value} */
function operand(step, field) {
  /** @type {unknown} */
  const value = Reflect.get(step, field);
  if (value === undefined || value === null) return undefined;
  return typeof value === "number" ? decimal(value, 4) : String(value);
}

/** @param {Explanation | null} a @param {Explanation | null} b @returns {Line[]} */
function total(a, b) {
  if (![a, b].some((side) => side?.point === "Score")) return [];
  /** @param {string} op @param {string} label @param {Field} field @param {boolean} [result] */
  const row = (op, label, field, result = false) =>
    beside({ op, label, result, of: (/** @type {Explanation} */ side) => numberIn(side, field) }, a, b);
  return [
    { heading: t("Normalize and weigh") },
    row("", t("raw"), "raw"),
    row("→", t("score, 0 to 100"), "normalized"),
    row("×", t("weight"), "weight"),
    row("=", t("points in the total"), "weighted", true),
  ];
}

/** @typedef {"raw" | "normalized" | "weight" | "weighted"} Field */

/** @param {Explanation} side @param {Field} field */
function numberIn(side, field) {
  const value = side.point === "Score" ? side[field] : null;
  return value === null ? undefined : decimal(value);
}
