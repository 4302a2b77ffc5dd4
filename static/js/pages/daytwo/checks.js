// Expectations for CI about what the steps lead to, as docs/expectations.md has them, and whether they hold
// today.

import { pointAt } from "../../model/daytwo.js";
import { constraintOf, play, workload } from "./state.js";

/** @import { Timeline } from "../../types/engine.js" */

/** @typedef {{fact: Record<string, unknown>, holds: boolean}} Check */

/** @param {Timeline} table @returns {Check[]} */
export function checks(table) {
  const chosen = workload.get();
  const verdicts = play.get()?.verdicts ?? [];
  const last = verdicts.at(-1);
  if (!chosen || !last) return [];
  const name = chosen.workload;
  /** @type {Check[]} */
  const checksOf = [];
  const key = constraintOf(chosen)?.topology_key;
  const skews = last.skew.filter((skew) => skew.workload === name);
  if (key && skews.length)
    checksOf.push({
      fact: { heals: name, key },
      holds: skews.every(({ verdict }) => verdict !== "stays-skewed"),
    });
  const least = pointAt(chosen.bounds, table.moments.length)?.available_at_least ?? 0;
  const lows = verdicts
    .slice(1)
    .flatMap(({ availability }) => availability.filter((entry) => entry.workload === name));
  if (least > 0 && lows.length)
    checksOf.push({
      fact: { available: name, min: least },
      holds: lows.every(({ lowest }) => lowest >= least),
    });
  const progress = last.progress.find((candidate) => candidate.workload === name);
  if (progress) checksOf.push({ fact: { finishes: name }, holds: progress.verdict === "finishes" });
  return checksOf;
}
