// What other programs would do with what an action leaves: the descheduler after each, autoscalers at the
// end. All of it is approximate.

import { h } from "../../lib/view.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { countsText, lanesAfter, lanesAt, skewOf } from "../../model/daytwo.js";
import { constraintOf, newest, workload } from "./state.js";

/** @import { DeschedulingSummary, PlayLenses, ScaleUpSummary, Timeline } from "../../types/engine.js" */

const MOST_LISTED = 3; // evictions one by one
const MOST_LANES = 12;

/** @type {Record<ScaleUpSummary["autoscaler"] | "descheduler", {name: string, href: string}>} */
const PROGRAMS = {
  descheduler: {
    name: "Descheduler",
    href: "https://github.com/kubernetes-sigs/descheduler#policy-default-evictor-and-strategy-plugins",
  },
  "cluster-autoscaler": {
    name: "Cluster Autoscaler",
    href: "https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/FAQ.md",
  },
  karpenter: { name: "Karpenter", href: "https://karpenter.sh/docs/concepts/scheduling/" },
};

/** @param {Timeline} table @param {PlayLenses} lenses @param {number} action whose verdict is shown */
export function lensRows(table, lenses, action) {
  if (lenses.omitted)
    return h(
      "div.dt-ver",
      icon("info"),
      h("p.soft", t("Descheduler and autoscalers are not computed: the play is too large.")),
    );
  const descheduling = lenses.descheduling[action];
  const isLast = action === table.actions.length - 1;
  return [
    descheduling && row("descheduler", ...deschedulerWords(table, descheduling, table.actions[action].last)),
    isLast && lenses.scale_ups.map((answer) => row(answer.autoscaler, ...scaleUpWords(answer))),
  ];
}

/** @param {keyof typeof PROGRAMS} program @param {string} title @param {string[]} sentences */
const row = (program, title, sentences) =>
  h(
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
        { href: PROGRAMS[program].href, target: "_blank", rel: "noopener" },
        t("Documentation of {program}", { program: PROGRAMS[program].name }),
      ),
    ),
  );

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

/** @param {ScaleUpSummary} answer @returns {[string, string[]]} */
function scaleUpWords({ autoscaler, added, pending, placed, ignored, reasons, complete, ...rest }) {
  const { name } = PROGRAMS[autoscaler];
  const looksAway = ignored > 0 && tn("It ignores {n} pending pod.", "It ignores {n} pending pods.", ignored);
  const limits =
    reasons.length > 0 && t("New nodes would not fit: {reasons}.", { reasons: reasons.join(", ") });
  /** @param {(string | false)[]} words */
  const sentences = (...words) => words.filter((word) => word !== false);
  if (!added.length) return [t("{name} would add nothing", { name }), sentences(looksAway, limits)];
  const title =
    placed === pending ? t("{name} would help", { name }) : t("{name} would help only some", { name });
  return [
    title,
    sentences(
      t("It adds {nodes}.", { nodes: added.map((pool) => addedWords(pool, rest.assumed_groups)).join(", ") }),
      t("The scheduler then places {placed} of {pods}.", {
        placed,
        pods: tn("{n} pending pod", "{n} pending pods", pending),
      }),
      looksAway,
      limits,
      !complete && t("The answer stops at its maximum number of nodes."),
      rest.assumed_groups &&
        t("No node-group labels: nodes of the same type and zone are treated as one group."),
    ),
  ];
}

/** @param {ScaleUpSummary["added"][number]} added @param {boolean} assumed whether no node names its group */
function addedWords({ group, like, zone, nodes }, assumed) {
  const count = assumed
    ? tn("{n} node like {node}", "{n} nodes like {node}", nodes, { node: like })
    : t("{nodes} of {group}", { nodes: tn("{n} node", "{n} nodes", nodes), group });
  return zone ? t("{nodes} in {zone}", { nodes: count, zone }) : count;
}
