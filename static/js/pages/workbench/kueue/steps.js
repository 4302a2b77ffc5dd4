// The steps of Kueue's cycle for a workload, those that took place, each with what it comes to in words.

import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { OUTCOMES, headline, nameOf } from "../../answer/queue/words.js";

/** @import { KueueSteps } from "../../../model/log.js" */
/** @import { KueueWalk, QueueSentence } from "../../../types/engine.js" */

/** @typedef {{title: string, heading: string, text: string[]}} Said */

/** @param {KueueWalk} walk @returns {KueueSteps} */
export function kueueSteps(walk) {
  /** @type {[string, Said | null][]} */
  const parts = [
    ["Waiting", waitingOf(walk)],
    ["Order", orderOf(walk)],
    ["Flavors", flavorsOf(walk)],
    ["Topology", topologyOf(walk)],
    ["Victims", victimsOf(walk)],
    ["Admission", admissionOf(walk)],
  ];
  const steps = Object.fromEntries(parts.flatMap(([id, said]) => (said ? [[id, said]] : [])));
  return { walk, steps, said: walk.admitted ? t("admitted") : t("waits") };
}

/** @param {KueueWalk} walk @returns {Said | null} */
function waitingOf({ untried, cluster_queue: queue }) {
  if (!untried) return null;
  const { cause, neighbours, neighbour_count: count, notes } = untried;
  const own = neighbours.find((one) => one.own);
  const said = [cause.kind !== "behind" && headline("causes", cause), ...notes.map(sentenceOf)];
  return {
    title: t("Waiting"),
    heading:
      cause.kind === "behind" || !own
        ? headline("causes", cause)
        : t("Kueue has not tried it: it is number {place} of {count} in {queue}", {
            place: integer(own.place),
            count: integer(count),
            queue,
          }),
    text: said.filter((text) => text !== false),
  };
}

/** @param {QueueSentence} note */
const sentenceOf = (note) => headline("notes", note);

/** @param {KueueWalk} walk @returns {Said | null} */
function orderOf({ turns, turn_count: count, cycle }) {
  const own = turns.find((turn) => turn.own);
  if (!own) return null;
  return {
    title: t("Order"),
    heading:
      count === 1
        ? t("It was the only head in cycle {cycle}", { cycle: integer(cycle) })
        : t("It was number {place} of {count} heads in cycle {cycle}", {
            place: integer(own.place),
            count: integer(count),
            cycle: integer(cycle),
          }),
    text: [
      t("In each cycle Kueue takes one workload of each ClusterQueue: its head."),
      t("Heads that borrow come last; then higher priority first, then the older workload."),
    ],
  };
}

/** @param {KueueWalk} walk @returns {Said | null} */
function flavorsOf({ pod_sets: podSets }) {
  const deciding = podSets.flatMap(({ flavors }) => flavors.filter(({ decides }) => decides));
  if (!deciding.length) return null;
  const all = new Set(deciding.map(({ flavor, outcome }) => `${flavor}: ${OUTCOMES[outcome].word}`));
  return {
    title: t("Flavors"),
    heading: [...all].join("; "),
    text: [t("Kueue only compares quota. No node is checked.")],
  };
}

/** @param {KueueWalk} walk @returns {Said | null} */
function topologyOf({ places }) {
  const searched = places.filter(({ search, failure }) => search || failure);
  if (!searched.length) return null;
  const failed = searched.find(({ failure }) => failure);
  const domains = searched.reduce((sum, { chosen }) => sum + chosen.length, 0);
  return {
    title: t("Topology"),
    heading: failed ? failed.failure : tn("{n} domain was chosen", "{n} domains were chosen", domains),
    text: [t("Kueue adds up what is free on a domain's nodes, without asking the scheduler.")],
  };
}

/** @param {KueueWalk} walk @returns {Said | null} */
function victimsOf({ victims, admitted }) {
  if (!victims.length) return null;
  return {
    title: t("Victims"),
    heading: tn("{n} workload was preempted for it", "{n} workloads were preempted for it", victims.length),
    text: admitted ? [t("It was admitted in a later cycle, once their quota was released.")] : [],
  };
}

/** @param {KueueWalk} walk @returns {Said} */
function admissionOf({ admitted, cycle, cluster_queue: queue, workload, job, message }) {
  const name = nameOf(job, workload);
  const heading = admitted
    ? t("{name} was admitted by {queue}", { name, queue })
    : t("{name} is not admitted, so its pods stay gated by Kueue", { name });
  return {
    title: t("Admission"),
    heading,
    text: [
      admitted
        ? cycle
          ? t("Its pods got the node labels of its flavors. Then scheduling began.")
          : t("It was admitted before this run, so there is no Kueue cycle to show.")
        : message,
    ].filter(Boolean),
  };
}
