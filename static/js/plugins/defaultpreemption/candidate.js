// One candidate of preemption: its victims, and its value under each rule.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { muted, sec, title } from "../../parts/reasons.js";
import { podName, tableOf } from "../../parts/listed.js";

/** @import { PreemptionCandidate, PreemptionFact } from "../../types/engine.js" */
/** @import { Viewed } from "../descriptor.js" */

const NOW = "2026-01-01T00:00:00Z"; // a pod without status.startTime counts as started now

/** What the rules of pickOneNodeForPreemption compare, in words. @type {Record<string, string>} */
export const RULES = {
  "pdb violations": t("fewest PodDisruptionBudget violations"),
  "highest victim priority": t("lowest priority of the most important victim"),
  "sum of victim priorities": t("lowest sum of priorities"),
  "number of victims": t("fewest victims"),
  "earliest start of the highest victims": t("latest start of the most important victims"),
};

/**
 * A value under a rule: the sum of priorities is shifted by 2³¹ a victim, as kube-scheduler does.
 * @param {string} rule @param {number | string} value @param {PreemptionCandidate} of
 */
export function valueOf(rule, value, { victims }) {
  if (typeof value === "string") return startOf(value);
  if (rule === "sum of victim priorities")
    return `${integer(value - victims.length * 2 ** 31)} + ${victims.length}·2³¹`;
  return integer(value);
}

/** @param {string} time */
const startOf = (time) => (time === NOW ? t("not written") : time.replace("T", " ").replace("Z", ""));

/** The candidate on a node. @param {string[]} args @param {Viewed} _ @param {PreemptionFact} data */
export function candidate([node], _, data) {
  const match = data.candidates.find((each) => each.node === node);
  if (!match) return null;
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        tn("{n} pod would leave {node}", "{n} pods would leave {node}", match.victims.length, { node }),
      ),
      h(
        "p",
        { class: "soft t12" },
        t(
          "All {n} pods with a priority below {priority} are removed; then as many as possible are put back: those that a budget protects before the others, the most important first.",
          { n: match.lower, priority: integer(data.priority) },
        ),
      ),
    ),
    sec(
      title(t("Victims"), muted(t("the most important first"))),
      tableOf(
        "",
        [t("Pod"), [t("Priority"), "num"], t("Started"), t("Budget")],
        match.victims.map((each) => [
          podName(each.pod),
          integer(each.priority),
          startOf(each.started),
          each.violates_pdb ? t("violated") : muted("–"),
        ]),
      ),
    ),
    sec(
      title(t("Under each rule"), muted(data.chosen === node ? t("chosen") : "")),
      tableOf(
        "",
        [t("Rule"), [t("Value"), "num"], [t("Best"), "num"]],
        data.rules.map((rule, i) => [
          RULES[rule.rule],
          valueOf(rule.rule, match.values[i], match),
          rule.bound === match.values[i]
            ? "="
            : h(
                "span",
                { class: "mute" },
                rule.rule === "sum of victim priorities"
                  ? t("lower")
                  : typeof rule.bound === "string"
                    ? startOf(rule.bound)
                    : integer(rule.bound ?? 0),
              ),
        ]),
      ),
    ),
  ];
}
