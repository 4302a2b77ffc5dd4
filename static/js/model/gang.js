// The cycle of a pod group in the run log: the cycles of its members, one after the other.

/** @import { GroupCondition } from "../types/engine.js" */
/** @import { Cycle, RunLog } from "./log.js" */

/**
 * @typedef {object} GroupCycle the last cycle of a pod group
 * @property {string} name "namespace/name"
 * @property {Cycle[]} members in the order tried
 * @property {GroupCondition | null} condition
 */

/** The part that a cycle has in that of its pod group; null for other pods. @param {Cycle} cycle */
export const partOf = (cycle) => cycle.finished?.gang ?? null;

/** Whether a pod had found a node, which it lost because its group was not placed. @param {Cycle} cycle */
export const isRolledBack = (cycle) => Boolean(partOf(cycle)?.assumed && !cycle.finished?.node);

/**
 * The cycles of all members that were tried together with this one, in order.
 * @param {RunLog} log @param {Cycle} cycle @returns {Cycle[]}
 */
export function membersOf({ cycles }, cycle) {
  if (!partOf(cycle)) return [];
  let first = cycle.index;
  while (first > 0 && partOf(cycles[first]) && !partOf(cycles[first])?.first) first -= 1;
  const last = cycles.findIndex(
    (candidate, i) => i >= first && (!candidate || !partOf(candidate) || partOf(candidate)?.last),
  );
  return cycles
    .slice(first, last < 0 ? cycles.length : last + 1)
    .filter((candidate) => candidate && partOf(candidate));
}

/**
 * The pod groups of which members still wait, each with its last cycle, in the order of these.
 * @param {RunLog} log @returns {GroupCycle[]}
 */
export function waitingGroups(log) {
  /** @type {Map<string, Cycle>} by pod group, the end of its last cycle */
  const ends = new Map();
  for (const cycle of log.cycles) {
    const part = cycle && partOf(cycle);
    if (part?.last) ends.set(part.pod_group, cycle);
  }
  return [...ends].flatMap(([name, end]) => {
    const members = membersOf(log, end);
    const condition = partOf(end)?.condition ?? null;
    return members.some((member) => !member.finished?.node) ? [{ name, members, condition }] : [];
  });
}
