// @ts-nocheck: to be typed
// Operands of a step as the cells of a table: each takes its value from a step.

import { decimal, quantity } from "../lib/format.js";
import { t } from "../lib/i18n.js";

/** The verdict of a step. */
export const PASSES = { label: t("passes"), of: (step) => step.ok, verdict: true };

/** An amount in the unit that the step names. @param {string} field */
export const quantityOf = (field) => (step) => quantity(step[field], step.unit);

/** A number or a name. @param {string} field */
export const valueOf = (field) => (step) =>
  typeof step[field] === "number" ? decimal(step[field], 4) : (step[field] ?? undefined);
