// Why something happened, in a sentence: the codes of the engine with their operands (docs/day-two.md).

import { t, tn } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";

/** @import { PlayMoment, Why } from "../../types/engine.js" */

/**
 * The rule by which a ReplicaSet chose the pod that it deletes.
 * @type {Record<string, (of: any) => string>}
 */
const RULES = {
  "": () => t("all of them are deleted"),
  unassigned: () => t("it has no node yet"),
  "not running": () => t("it is not running yet"),
  "not ready": () => t("it is not ready"),
  "deletion cost": () => t("its deletion cost is the lowest"),
  "crowded node": ({ node, pods_on_node: n }) =>
    tn("{node} has {n} of its pods, the most", "{node} has {n} of its pods, the most", n, { node }),
  "ready for less time": () => t("it became ready last"),
  restarts: () => t("it has the most restarts"),
  newer: () => t("it is the newest"),
  uid: () => t("otherwise equal: its uid decides"),
};

/** @type {Record<string, (of: any) => string>} */
const SENTENCES = {
  "scheduler placed": ({ feasible, ties, drawn = true }) =>
    feasible === undefined
      ? ""
      : feasible === 1
        ? t("the only node that passes the filters")
        : ties > 1
          ? drawn
            ? t("one of {ties} with the highest score, chosen at random by the seed", { ties })
            : t("the likely one of {ties} with the highest score: the search order decides", { ties })
          : t("the highest score of {n} nodes", { n: feasible }),
  "scheduler rejected": ({ message }) => message,
  "scheduler preempted": ({ by }) => t("{pod} takes its place", { pod: by }),
  "replicaset missing": ({ replicas, pods }) =>
    t("the ReplicaSet wants {replicas} and has {pods}", { replicas, pods }),
  "replicaset surplus": (of) => RULES[of.rule]?.(of) ?? of.rule,
  "kubelet stopped": () => "",
  "kubelet ready": () => "",
  "min ready seconds": ({ seconds }) => (seconds ? t("ready for {time}", { time: clock(seconds) }) : ""),
  nodeName: () => t("its manifest has this nodeName"),
  "admission refused": ({ message }) => message,
  "taint eviction": ({ taints, seconds }) =>
    seconds
      ? t("it tolerates {taints} for {time} only", { taints: taints.join(", "), time: clock(seconds) })
      : t("it does not tolerate {taints}", { taints: taints.join(", ") }),
  "node unreachable": ({ seconds }) =>
    seconds ? t("no heartbeat for {time}", { time: clock(seconds) }) : t("the node is unreachable"),
  "podgc orphaned": ({ node }) => t("{node} is gone", { node }),
  "eviction budgets": () => t("several budgets select it, which makes eviction impossible"),
  "eviction budget": ({ budget, healthy, desired }) =>
    tn(
      "{budget} has {n} healthy pod and requires {desired}",
      "{budget} has {n} healthy pods and requires {desired}",
      healthy,
      { budget, desired },
    ),
  drain: () => t("its node is drained"),
  deleted: () => t("by the action"),
  "surge deadlock": ({ key, available_at_least: least }) =>
    key === "kubernetes.io/hostname"
      ? tn(
          "Every node holds an old pod and may hold only one; none may be deleted first, since {n} must " +
            "stay available. Use maxSurge 0, maxUnavailable 1.",
          "Every node holds an old pod and may hold only one; none may be deleted first, since {n} must " +
            "stay available. Use maxSurge 0, maxUnavailable 1.",
          least,
        )
      : tn(
          "Every {key} holds an old pod and may hold only one; none may be deleted first, since {n} must " +
            "stay available. Use maxSurge 0, maxUnavailable 1.",
          "Every {key} holds an old pod and may hold only one; none may be deleted first, since {n} must " +
            "stay available. Use maxSurge 0, maxUnavailable 1.",
          least,
          { key },
        ),
  "constraints exclude each other": ({ keys, open_domains: open }) =>
    t("No node satisfies both {keys}: each allows some nodes ({open}), but never the same ones.", {
      keys: keys.join(", "),
      open: open.join(", "),
    }),
  "open domains full": ({ key, max_skew: most, counts, open_domains: open }) =>
    t("maxSkew {most} over {key} allows only {open} (now {counts}), and none of its nodes fits the pod.", {
      key,
      most,
      open: open.join(", "),
      counts: counts.join(", "),
    }),
  "no open domain": ({ key, counts }) =>
    t("No value of {key} may get another pod: {counts}.", { key, counts: counts.join(", ") }),
  "held by lost nodes": ({ pods, nodes }) =>
    tn(
      "{n} pod on {nodes} can neither run nor be replaced until the node responds.",
      "{n} pods on {nodes} can neither run nor be replaced until the nodes respond.",
      pods.length,
      { nodes: nodes.join(", ") },
    ),
  "pods missing": ({ available, replicas }) =>
    tn("{available} of {n} pod is available.", "{available} of {n} pods are available.", replicas, {
      available,
    }),
};

/** @param {PlayMoment} moment */
export const causeWords = ({ why }) => whyWords(why);

/** The cause in words; nothing where what happened says it all. @param {Why} why */
export function whyWords({ code, operands }) {
  return SENTENCES[code]?.(operands) ?? "";
}
