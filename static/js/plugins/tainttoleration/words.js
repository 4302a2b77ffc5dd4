// Taints and tolerations in words.

import { t } from "../../lib/i18n.js";

/** @import { ComparedToleration, TaintFields } from "../../types/engine.js" */

/** @param {TaintFields} taint */
export const taintText = (taint) => `${withoutEffect(taint)}:${taint.effect}`;

/** @param {TaintFields} taint */
export const withoutEffect = ({ key, value }) => `${key}${value ? `=${value}` : ""}`;

/** @param {ComparedToleration} toleration */
export const tolerationText = ({ key, operator, value, effect }) =>
  [
    `${key || t("any key")} ${operator || "Equal"}`,
    value ? ` ${value}` : "",
    effect ? `:${effect}` : t(", any effect"),
  ].join("");

/**
 * Tells tolerations apart: the places of those for any key or that of a taint, and all others, which match
 * none of them.
 * The API server gives each pod two of the latter.
 * @param {ComparedToleration[]} tolerations @param {{ taint: TaintFields }[]} taints
 */
export function apartByKey(tolerations, taints) {
  const keys = new Set(["", ...taints.map(({ taint }) => taint.key)]);
  const alike = tolerations.flatMap(({ key }, i) => (keys.has(key) ? [i] : []));
  return { alike, others: tolerations.filter(({ key }) => !keys.has(key)) };
}

/**
 * Why a toleration does not match a taint.
 * @param {ComparedToleration} toleration @param {TaintFields} taint
 */
export function mismatch({ key, operator, value, effect }, taint) {
  if (key && key !== taint.key) return t("another key");
  if (effect && effect !== taint.effect)
    return t("effect {effect}, not {wanted}", { effect, wanted: taint.effect });
  if (operator !== "Exists" && value !== taint.value)
    return t("value {value}, not {wanted}", { value: value || '""', wanted: taint.value || '""' });
  return t("does not match");
}
