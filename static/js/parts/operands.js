// Operands of a step as the cells of a table: each takes its value from a step.

import { decimal, quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @typedef {string | number | boolean | undefined} Value */

/**
 * A line that compares two steps: it takes a value from each.
 * @template S
 * @typedef {{op?: string, label: string, of: (step: S) => Value, result?: boolean, verdict?: boolean}} Row
 */

/** The verdict of a step. @type {Row<{ok: boolean}>} */
export const PASSES = { label: t("passes"), of: (step) => step.ok, verdict: true };

/**
 * An amount in the unit that the step names.
 * @template {string} F
 * @param {F} field
 * @returns {(step: Record<F, number> & {unit: string}) => string}
 */
export const quantityOf = (field) => (step) => quantity(step[field], step.unit);

/**
 * A number or a name.
 * @template {string} F
 * @param {F} field
 * @returns {(step: Record<F, number | string | null>) => string | undefined}
 */
export const valueOf = (field) => (step) => {
  const value = step[field];
  return typeof value === "number" ? decimal(value, 4) : (value ?? undefined);
};
