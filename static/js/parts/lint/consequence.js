// The consequence of a finding: what became of the pods as written and with the fix, a square a pod.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";

/** @import { LintConsequence, LintRun } from "../../types/engine.js" */

const MOST_SQUARES = 30;

/** @param {LintConsequence | null} consequence @param {string} without what is said where there was no run */
export function consequenceFigure(consequence, without) {
  if (!consequence) return h("p.lint-run.soft", without);
  const { written, fixed } = consequence;
  return h(
    "div.lint-run",
    h("p.soft", heading(consequence)),
    row(t("as written"), written, consequence),
    fixed && row(t("fixed"), fixed, consequence),
  );
}

/** @param {LintConsequence} consequence */
function heading({ situation, pods, written }) {
  if (situation === "rollout")
    return tn("By run: a rollout of {n} pod", "By run: a rollout of {n} pods", pods);
  if (situation === "evict") return tn("{n} pod, all healthy", "{n} pods, all healthy", pods);
  const domains = Object.keys(written.domains).length;
  return domains > 1
    ? tn("By run: {n} pod in {domains} domains", "By run: {n} pods in {domains} domains", pods, { domains })
    : tn("By run: {n} pod", "By run: {n} pods", pods);
}

/** @param {string} label @param {LintRun} run @param {LintConsequence} consequence */
function row(label, run, consequence) {
  const text = outcome(run, consequence);
  return h(
    "p.lint-row",
    h("span", label),
    h("span.lint-pods", { "aria-hidden": "true" }, squares(run, consequence)),
    h("span.num", text),
  );
}

/** @param {LintRun} run @param {LintConsequence} consequence */
function outcome(run, { situation, pods }) {
  if (situation === "evict") return t("{n} evictable", { n: run.placed });
  if (situation === "rollout" && run.pending) return t("{n} pending", { n: run.pending });
  const counts = Object.values(run.domains);
  const isSpread = situation === "create" && !run.pending && counts.length > 1 && counts.length <= 4;
  return isSpread ? counts.join(" / ") : t("{n} of {of} placed", { n: run.placed, of: pods });
}

/** @param {LintRun} run @param {LintConsequence} consequence */
function squares(run, { situation }) {
  const counts = Object.values(run.domains);
  const grouped = situation === "create" && !run.pending && sum(counts) === run.placed && counts.length > 1;
  const placed = grouped ? counts.map((count) => group("", count)) : [group("", run.placed)];
  return [
    run.old ? group("old", run.old) : null,
    ...placed,
    run.pending ? group(situation === "evict" ? "old" : "waits", run.pending) : null,
  ];
}

/** @param {string} kind @param {number} count */
const group = (kind, count) =>
  count
    ? h(
        "span",
        Array.from({ length: Math.min(count, MOST_SQUARES) }, () => h("i", { class: kind })),
        count > MOST_SQUARES && "…",
      )
    : null;

/** @param {number[]} counts */
const sum = (counts) => counts.reduce((total, count) => total + count, 0);
