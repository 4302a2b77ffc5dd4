// One pointer: (cycle, point, plugin, node). A pure function of the address and the log; everything on screen
// follows it.

import { mostRejecting, isPending, rejectedIn } from "./log.js";
import { isPoint, nearestPoint } from "./points.js";

/** @import { NormalizeScoreFinished } from "../types/engine.js" */
/** @import { RunStarted } from "../types/engine.js" */
/** @import { Cycle, RunLog } from "./log.js" */
/** @import { PointId } from "./points.js" */

/** @typedef {{cycle: number, point: PointId, plugin: string | null, node: string | null}} Pointer */

/**
 * @param {Record<string, string>} params of the address
 * @param {RunLog} log
 * @returns {Pointer | null} null while the run has no cycle
 */
export function resolve(params, log) {
  if (!log.cycles.length) return null;
  const named = params.pod ? find(log.cycles, params.pod, attemptOf(params.attempt)) : undefined;
  const cycle = named ?? tellingCycle(log.cycles);
  const landing = tellingStep(cycle);
  const node = params.node ?? null;
  if (!isPoint(params.point)) return { cycle: cycle.index, ...landing, node };
  const point = nearestPoint(params.point, cycle);
  const plugin = point === params.point ? (params.plugin ?? null) : null;
  return { cycle: cycle.index, point, plugin, node };
}

/**
 * Whether the address names a pod that this run does not schedule.
 * @param {Record<string, string>} params of the address @param {RunLog} log
 */
export const lacksPod = ({ pod }, { started, cycles }) =>
  Boolean(pod && started && !scheduled(started).has(pod) && !cycles.some((cycle) => cycle.pod === pod));

/** @type {WeakMap<RunStarted, Set<string>>} */
const podsByStart = new WeakMap();

/** @param {RunStarted} started */
function scheduled(started) {
  const pods = podsByStart.get(started) ?? new Set(started.pods);
  podsByStart.set(started, pods);
  return pods;
}

/**
 * The last attempt of the pod in the address, if the finished run does not have the one that it names; else
 * null.
 * @param {Record<string, string>} params of the address @param {RunLog} log
 */
export function attemptInstead({ pod, attempt }, { cycles, finished }) {
  if (!pod || !finished || find(cycles, pod, attemptOf(attempt))) return null;
  return cycles.findLast((cycle) => cycle.pod === pod)?.attempt ?? null;
}

/** The attempt in the address; the first if it is not a number. @param {string | undefined} text */
const attemptOf = (text) => (text && /^\d{1,6}$/.test(text) ? Number(text) : 1);

/** @param {Cycle[]} cycles @param {string} pod @param {number} attempt */
const find = (cycles, pod, attempt) => cycles.find((cycle) => cycle.pod === pod && cycle.attempt === attempt);

/** The address that gives this pointer. @param {Pointer} pointer @param {RunLog} log */
export function paramsOf(pointer, log) {
  const { pod, attempt } = log.cycles[pointer.cycle];
  return {
    pod,
    attempt: attempt > 1 ? attempt : null,
    point: pointer.point,
    plugin: pointer.plugin,
    node: pointer.node,
  };
}

/**
 * A run opens where there is something to explain: a pod that found no node, else one with rejected nodes,
 * else the first.
 * @param {Cycle[]} cycles
 */
function tellingCycle(cycles) {
  const real = cycles.filter((cycle) => !cycle.finished?.skipped);
  return (
    real.find((cycle) => isPending(cycle)) ??
    real.find((cycle) => rejectedIn(cycle) > 0) ??
    real[0] ??
    cycles[0]
  );
}

/**
 * The most telling step of a cycle: that of its pod group if that was not placed or had
 * placements to choose from, the plugin that rejected most, else the total that decided, else the
 * result.
 * @param {Cycle} cycle @returns {{point: PointId, plugin: string | null}}
 */
export function tellingStep(cycle) {
  const gang = cycle.finished?.gang;
  if (gang && (isPending(cycle) || gang.placement)) return { point: "Group", plugin: null };
  const plugin = mostRejecting(cycle);
  if (plugin) return { point: "Filter", plugin };
  if (cycle.points.PreFilter && isPending(cycle)) return { point: "PreFilter", plugin: null };
  if (cycle.points.NormalizeScore) return { point: "Total", plugin: null };
  return { point: cycle.finished ? "Result" : "Queue", plugin: null };
}

/**
 * The plugin that a point opens with: the one that rejected most, that counts something, or that moves the
 * total most.
 * @param {Cycle} cycle @param {PointId} point
 * @param {string[]} counting the plugins that show what they count at PreFilter, the first choice first
 */
export function openingPlugin(cycle, point, counting) {
  if (point === "Kueue") return Object.keys(cycle.kueue?.steps ?? {})[0] ?? null;
  if (point === "Filter") return mostRejecting(cycle);
  if (point === "PreFilter")
    return (
      counting.find((name) =>
        cycle.points.PreFilter?.plugins.some((plugin) => plugin.plugin === name && plugin.code === "Success"),
      ) ?? null
    );
  if (point === "Score" || point === "NormalizeScore") return mostInfluential(cycle);
  return null;
}

/** @param {Cycle} cycle */
function mostInfluential(cycle) {
  /** @param {NormalizeScoreFinished["plugins"][number]} plugin */
  const spread = (plugin) => (plugin.max - plugin.min) * (plugin.weight ?? 1);
  const [first] = [...(cycle.points.NormalizeScore?.plugins ?? [])].sort((a, b) => spread(b) - spread(a));
  return first && spread(first) > 0 ? first.plugin : null;
}
