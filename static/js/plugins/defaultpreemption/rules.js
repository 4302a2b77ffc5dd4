// The rules of pickOneNodeForPreemption: each leaves the candidates that are best under it.

import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";

/** @import { PreemptionCandidate, PreemptionRule } from "../../types/engine.js" */

const NOW = "2026-01-01T00:00:00Z"; // a pod without status.startTime counts as started now
const SHIFT = 2 ** 31; // kube-scheduler adds it to each priority before it sums them

const SUM = "sum of victim priorities";

/**
 * A rule in words: what it wants, as the head of a column, and why a candidate fell out.
 * @type {Record<string, {wants: string, head: string, word?: string, lost: string}>}
 */
export const RULES = {
  "pdb violations": {
    wants: t("fewest PodDisruptionBudget violations"),
    head: t("Budgets"),
    word: "podDisruptionBudget",
    lost: t("violates more budgets"),
  },
  "highest victim priority": {
    wants: t("lowest priority of the most important victim"),
    head: t("Top priority"),
    word: "priority",
    lost: t("more important victim"),
  },
  [SUM]: {
    wants: t("lowest sum of priorities"),
    head: t("Sum"),
    lost: t("higher sum of priorities"),
  },
  "number of victims": {
    wants: t("fewest victims"),
    head: t("Victims"),
    word: "victims",
    lost: t("more victims"),
  },
  "earliest start of the highest victims": {
    wants: t("latest start of the most important victims"),
    head: t("Started"),
    lost: t("started earlier"),
  },
};

/**
 * The place of the first rule under which a candidate is not best, −1 if there is none.
 * @param {PreemptionCandidate} candidate @param {PreemptionRule[]} rules
 */
export const fellAt = ({ values }, rules) => rules.findIndex((rule, i) => values[i] !== rule.bound);

/**
 * The candidates that fell out by a rule.
 * @param {PreemptionCandidate[]} candidates @param {PreemptionRule[]} rules @param {number} place of the rule
 */
export const eliminated = (candidates, rules, place) =>
  candidates.filter((candidate) => fellAt(candidate, rules) === place);

/**
 * A value under a rule as it is compared.
 * @param {string} rule @param {number | string} value @param {number} victims of the candidate
 */
export function comparedValue(rule, value, victims) {
  if (typeof value === "string") return startText(value);
  return rule === SUM ? `${integer(value - victims * SHIFT)} + ${victims}·2³¹` : integer(value);
}

/**
 * The same where there is little room: the sum as people would add it.
 * @param {string} rule @param {number | string} value @param {number} victims
 */
export function shortValue(rule, value, victims) {
  if (typeof value === "string") return startText(value);
  return integer(rule === SUM ? value - victims * SHIFT : value);
}

/** @param {string} rule @param {number | string | null} bound */
export function boundText(rule, bound) {
  if (rule === SUM) return t("lower");
  return typeof bound === "string" ? startText(bound) : integer(bound ?? 0);
}

/** @param {string} time */
export const startText = (time) =>
  time === NOW ? t("not written") : time.replace("T", " ").replace("Z", "");
