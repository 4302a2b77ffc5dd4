// Label selectors, as the server sends their clauses; null matches nothing.

/** @import { LabelRequirement } from "../types/engine.js" */

/** @param {LabelRequirement} clause @param {string | undefined} value */
export function accepts({ operator, values }, value) {
  if (operator === "In") return value !== undefined && values.includes(value);
  if (operator === "NotIn") return value === undefined || !values.includes(value);
  return operator === "Exists" ? value !== undefined : value === undefined;
}

/** @param {LabelRequirement[] | null} clauses @param {Record<string, string>} labels */
export const matches = (clauses, labels) =>
  clauses !== null && clauses.every((clause) => accepts(clause, valueOf(labels, clause.key)));

/**
 * A label's key may be a property of every object, "constructor".
 * @param {Record<string, string>} labels @param {string} key
 */
const valueOf = (labels, key) => (Object.hasOwn(labels, key) ? labels[key] : undefined);
