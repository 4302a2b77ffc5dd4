// One sentence a step, from counts alone: beside the stepper and, politely, for screen readers.

import { count, decimal } from "../lib/format.js";
import { matrixOf } from "./matrix.js";
import { pointOf } from "./points.js";
import { scoresOf } from "./scores.js";

/**
 * @param {import("./pointer.js").Pointer} pointer
 * @param {import("./log.js").Cycle} cycle
 * @param {any} data the cycle's view or null
 */
export function narrate(pointer, cycle, data) {
  const head = [pointOf(pointer.point).label, pointer.plugin].filter(Boolean).join(", ");
  const said = SAY[pointer.point]?.(pointer, cycle, data);
  return said ? `${head}: ${said}` : head;
}

const SAY = {
  Queue(_, { started: { queue } }) {
    if (!queue?.from) return "";
    const { active, backoff, unschedulable } = queue;
    return `from ${queue.from === "backoff" ? "backoffQ" : "activeQ"}, priority ${queue.priority}, ${count(active + backoff + unschedulable, "pod")} waiting`;
  },
  PreFilter(pointer, cycle, data) {
    const [constraint] = data?.spread?.filter ?? [];
    if (pointer.plugin === "PodTopologySpread" && constraint)
      return `${count(constraint.domains.length, "domain")} counted, minimum ${constraint.minimum.value}`;
    return ranAndSkipped(cycle.points.PreFilter);
  },
  Filter({ plugin, node }, cycle, data) {
    if (!data) return "";
    const matrix = matrixOf(data);
    if (!plugin) return `${matrix.feasible.size} of ${count(matrix.looked.length, "node")} left`;
    if (node) return `${node} ${WORDS[matrix.cell(node, plugin).state]}`;
    const rejected = matrix.rejectedBy.get(plugin) ?? 0;
    return `${rejected} of ${count(matrix.left.get(plugin) + rejected, "node")} rejected`;
  },
  PostFilter: (_, { points }) => `${count(points.PostFilter.counts.candidates ?? 0, "candidate")}, ${count(points.PostFilter.counts.victims ?? 0, "victim")}`,
  PreScore: (_, { points }) => ranAndSkipped(points.PreScore),
  Score({ plugin }, { points }, data) {
    if (!data || !plugin) return count(points.Score.counts.nodes ?? 0, "node");
    const { min, max } = scoresOf(data).range(plugin);
    return `raw ${decimal(min)} to ${decimal(max)}`;
  },
  NormalizeScore({ plugin }, _, data) {
    if (!data || !plugin) return "";
    const scores = scoresOf(data);
    const [from, to] = [scores.range(plugin), scores.normalizedRange(plugin)];
    return `${decimal(from.min)} to ${decimal(from.max)} becomes ${decimal(to.min)} to ${decimal(to.max)}`;
  },
  Total(_, { points }) {
    const { total_min: low, total_max: high, best } = points.NormalizeScore.counts;
    return `${low} to ${high}, ${best === 1 ? "one node is best" : `${best} nodes are equally good`}`;
  },
  Result: (_, { pod, finished }) => outcome(pod, finished),
};

const WORDS = {
  pass: "passes", rejected: "is rejected", unresolvable: "is rejected, and no preemption can help", skipped: "is not looked at: the plugin skipped",
  unreached: "was not reached", outside: "is outside PreFilter's nodes", unevaluated: "was not evaluated", error: "ended in an error",
};

const ranAndSkipped = (event) => (event ? `${event.counts.ran} ran, ${event.counts.skipped} skipped` : "");

/** What became of a pod, in three words. */
export function outcome(pod, finished) {
  if (!finished) return "running";
  if (finished.skipped) return `no cycle: ${finished.skipped}`;
  if (finished.node) return `placed on ${finished.node}`;
  return finished.nominated_node ? `pending, nominated to ${finished.nominated_node}` : "pending";
}
