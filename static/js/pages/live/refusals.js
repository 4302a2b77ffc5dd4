// What a node was to the last decisions, by plugin.

/** @import { LiveNodeVerdict, LiveRefuser } from "../../types/engine.js" */

/**
 * @typedef {object} Group
 * @property {LiveNodeVerdict["outcome"]} outcome
 * @property {LiveRefuser | null} refuser
 * @property {LiveNodeVerdict[]} verdicts
 */

/** Those that refuse it first, with most workloads first. @param {LiveNodeVerdict[]} verdicts */
export function groupsOf(verdicts) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const verdict of verdicts) {
    const { outcome, refuser } = verdict;
    const key = refuser?.plugin ?? outcome;
    const group = groups.get(key);
    if (group) group.verdicts.push(verdict);
    else groups.set(key, { outcome, refuser, verdicts: [verdict] });
  }
  const order = ["refused", "passed", "chosen"];
  return [...groups.values()].sort(
    (a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || b.verdicts.length - a.verdicts.length,
  );
}
