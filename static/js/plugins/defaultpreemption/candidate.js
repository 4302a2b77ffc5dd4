// One candidate of preemption: its victims, and its value under each rule.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { muted, sec, title } from "../../parts/reasons.js";
import { podName, tableOf } from "../../parts/listed.js";
import { boundText, comparedValue, RULES, startText } from "./rules.js";

/** @import { PreemptionFact } from "../../types/engine.js" */
/** @import { Viewed } from "../descriptor.js" */

/** The candidate on a node. @param {string[]} args @param {Viewed} _ @param {PreemptionFact} data */
export function candidate([node], _, data) {
  const match = data.candidates.find((other) => other.node === node);
  if (!match) return null;
  return [
    sec(
      h(
        "p.why-t",
        tn(
          "{n} pod would be evicted from {node}",
          "{n} pods would be evicted from {node}",
          match.victims.length,
          { node },
        ),
      ),
      h(
        "p.soft.t12",
        tn(
          "The pod with a priority below {priority} is removed, then added back if possible.",
          "All {n} pods with a priority below {priority} are removed; then as many as possible are added " +
            "back: pods protected by a budget first, and the most important first.",
          match.lower,
          { priority: integer(data.priority) },
        ),
      ),
    ),
    sec(
      title(t("Victims"), muted(t("the most important first"))),
      tableOf(
        "",
        [t("Pod"), [t("Priority"), "num"], t("Started"), t("Budget")],
        match.victims.map((victim) => [
          podName(victim.pod),
          integer(victim.priority),
          startText(victim.started),
          victim.violates_pdb ? t("violated") : muted("–"),
        ]),
      ),
    ),
    sec(
      title(t("Under each rule"), muted(data.chosen === node ? t("chosen") : "")),
      tableOf(
        "",
        [t("Rule"), [t("Value"), "num"], [t("Best"), "num"]],
        data.rules.map((rule, i) => [
          RULES[rule.rule].wants,
          comparedValue(rule.rule, match.values[i], match.victims.length),
          rule.bound === match.values[i] ? "=" : muted(boundText(rule.rule, rule.bound)),
        ]),
      ),
    ),
  ];
}
