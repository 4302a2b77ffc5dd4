// What the descheduler would do with what an action leaves, approximately.

import { h } from "../../lib/dom.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { countsText, lanesAfter, lanesAt, skewOf } from "../../model/daytwo.js";
import { constraintOf, newest, workload } from "./state.js";

/** @import { DeschedulingSummary, PlayDescheduling, Timeline } from "../../types/engine.js" */

const MOST_LISTED = 3; // evictions one by one
const MOST_LANES = 12;

const PAGE = "https://github.com/kubernetes-sigs/descheduler#policy-default-evictor-and-strategy-plugins";

/** @param {Timeline} table @param {PlayDescheduling} answer @param {number} action whose verdict is shown */
export function deschedulerRow(table, { omitted, descheduling }, action) {
  if (omitted)
    return h(
      "div.dt-ver",
      icon("info"),
      h("p.soft", t("The descheduler is not computed: the play is too large.")),
    );
  const summary = descheduling[action];
  if (!summary) return null;
  const [title, sentences] = deschedulerWords(table, summary, table.actions[action].last);
  return h(
    "div.dt-ver",
    icon("info"),
    h(
      "div",
      h("b", title),
      " ",
      h("span.chip", t("approximate")),
      h("p.soft", sentences.join(" ")),
      h(
        "a.dt-link",
        { href: PAGE, target: "_blank", rel: "noopener" },
        t("Documentation of {program}", { program: "Descheduler" }),
      ),
    ),
  );
}

/**
 * @param {Timeline} table @param {DeschedulingSummary} answer @param {number} moment
 * @returns {[string, string[]]}
 */
function deschedulerWords(table, answer, moment) {
  if (!answer.evicted)
    return [t("The descheduler would change nothing"), [t("None of its policies evicts a pod.")]];
  const { helps, counts } = outcome(table, answer, moment);
  const isEndless = answer.ends === "repeats" || answer.ends === "goes-on";
  const words = [
    ...(answer.evicted <= MOST_LISTED
      ? answer.evictions.map(evictionWords)
      : [policyWords(answer, isEndless)]),
    counts && t("Final state: {counts}.", { counts }),
    answer.pending > 0 &&
      tn("{n} evicted pod stays pending.", "{n} evicted pods stay pending.", answer.pending),
    answer.ends === "repeats" && t("The scheduler would put the pods back where they were."),
  ].filter((word) => typeof word === "string" && word !== "");
  const sentences = /** @type {string[]} */ (words);
  if (isEndless)
    return [
      t("The descheduler would keep evicting ({evictions} in {rounds})", {
        evictions: tn("{n} eviction", "{n} evictions", answer.evicted),
        rounds: tn("{n} round", "{n} rounds", answer.rounds),
      }),
      sentences,
    ];
  if (answer.pending) return [t("The descheduler would leave these pods Pending"), sentences];
  return [helps ? t("The descheduler would help") : t("The descheduler would move pods"), sentences];
}

/** @param {DeschedulingSummary["evictions"][number]} eviction */
const evictionWords = ({ policy, pod, node, lands }) =>
  lands === null
    ? t("{policy} evicts {pod} from {node}; it stays pending.", { policy, pod, node })
    : t("{policy} evicts {pod} from {node}; it lands on {lands}.", { policy, pod, node, lands });

/** @param {DeschedulingSummary} answer @param {boolean} isCounted whether the title has their number */
function policyWords({ evicted, by_policy: byPolicy }, isCounted) {
  const policies = Object.entries(byPolicy)
    .map(([policy, count]) => `${policy} ${count}`)
    .join(", ");
  const evictions = tn("{n} eviction", "{n} evictions", evicted);
  return isCounted ? ended(policies) : t("{evictions}: {policies}.", { evictions, policies });
}

/**
 * How the workload that is shown is spread afterwards, and whether more evenly than before.
 * @param {Timeline} table @param {DeschedulingSummary} answer @param {number} moment
 */
function outcome(table, { placements }, moment) {
  const chosen = workload.get();
  const constraint = constraintOf(chosen);
  if (!chosen || !constraint || !Object.keys(placements).length) return { helps: false, counts: "" };
  const before = lanesAt(table, chosen.workload, constraint.topology_key, moment);
  const after = lanesAfter(table, chosen.workload, constraint.topology_key, moment, placements);
  const own = constraint.by_revision ? newest.get() : null;
  const [skewBefore, skewAfter] = [before, after].map((lanes) =>
    skewOf(lanes, moment, own, constraint.min_domains),
  );
  return {
    helps: skewAfter < skewBefore,
    counts: after.length > MOST_LANES ? "" : countsText(after, moment),
  };
}
