// Pods that ended differently in two runs, in groups of what became of them.

/** @import { OutcomeDifferenceOut, OutcomesOut } from "../types/api.js" */

/** @typedef {OutcomeDifferenceOut["kind"]} OutcomeKind */
/**
 * @typedef {{kind: OutcomeKind, count: number, pods: OutcomeDifferenceOut[]}} OutcomeGroup the first of its
 * pods
 */

/** @type {OutcomeKind[]} */
const ORDER = ["placed", "moved", "pending", "preempted", "spared", "added", "removed"];

/** @param {OutcomesOut} outcomes @returns {OutcomeGroup[]} those that have pods */
export const groupsOf = ({ pods, counts }) =>
  ORDER.map((kind) => ({
    kind,
    count: counts[kind] ?? 0,
    pods: pods.filter((pod) => pod.kind === kind),
  })).filter(({ count }) => count > 0);

/** How many pods ended differently. @param {OutcomesOut} outcomes */
export const differingCount = ({ counts }) =>
  Object.values(counts).reduce((sum, count) => sum + (count ?? 0), 0);

/** The differences by the name that the pod has now. @param {OutcomesOut | null} outcomes */
export const byPresentName = (outcomes) =>
  new Map((outcomes?.pods ?? []).flatMap((pod) => (pod.b ? [[pod.b.pod, pod]] : [])));
