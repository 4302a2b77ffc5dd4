// How a pod ended in the run before, where it ends differently now.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { nameElement } from "../../../parts/name.js";
import { changedPods } from "../core/runChange.js";
import { attemptAfter } from "../../../model/log.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { OutcomeDifferenceOut, OutcomeOut } from "../../../types/api.js" */
/** @import { Cycle, RunLog } from "../../../model/log.js" */

/**
 * What changed for the pod of an attempt, if that was its last; else null.
 * @param {Cycle} cycle @param {RunLog} log
 */
export function changeOf(cycle, log) {
  const change = changedPods.get().get(cycle.pod);
  return change && !attemptAfter(cycle, log) ? change : null;
}

/** @param {OutcomeOut | null} outcome @returns {Child} */
export function ending(outcome) {
  if (!outcome) return t("new pod");
  if (outcome.preempted) return t("preempted");
  return outcome.node ? nameElement(outcome.node) : t("pending");
}

/** The same as a text. @param {OutcomeOut | null} outcome */
const endingText = (outcome) =>
  outcome?.node && !outcome.preempted ? outcome.node : String(ending(outcome));

/** For screen readers. @param {OutcomeDifferenceOut} change */
export const beforeText = ({ a }) => t("in the previous run: {outcome}", { outcome: endingText(a) });

/** The mark of a pod that ends differently, with how it ended before. @param {OutcomeDifferenceOut} change */
export const beforeMark = (change) =>
  h(
    "span.was",
    { title: beforeText(change) },
    h("b", { "aria-hidden": "true" }, "Δ"),
    h("s", ending(change.a)),
  );
