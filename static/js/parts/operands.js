// Operands of a step as the cells of a table: each takes its value from a step.

import { decimal, quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** @import { Unit } from "../types/engine.js" */

/** The verdict of a step. */
export const PASSES = {
  label: t("passes"),
  of: (/** @type {{ok: boolean}} */ step) => step.ok,
  verdict: true,
};

/**
 * An amount in the unit that the step names.
 * @template {string} F @param {F} field @returns {(step: Record<F, number> & {unit: Unit}) => string}
 */
export const quantityOf = (field) => (step) => quantity(step[field], step.unit);

/**
 * A number or a name.
 * @template {string} F @param {F} field @returns {(step: Record<F, string | number | null>) => string | undefined}
 */
export const valueOf = (field) => (step) => {
  const value = step[field];
  return typeof value === "number" ? decimal(value, 4) : (value ?? undefined);
};
