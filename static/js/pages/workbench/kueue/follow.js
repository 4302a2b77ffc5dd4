// What Kueue did before the scheduler looked, asked for as a pod is looked at.

import { effect } from "../../../lib/atoms.js";
import { ask } from "../core/data.js";
import { log, pointer, theRun } from "../core/state.js";
import { kueueSteps } from "./steps.js";

/** @import { Cycle } from "../../../model/log.js" */

let following = false;

/** Gives the cycles that are looked at their steps of Kueue. */
export function followKueue() {
  if (following) return;
  following = true;
  effect(() => {
    const at = pointer.get();
    const { cycles } = log.get();
    const cycle = at && cycles[at.cycle];
    if (cycle?.finished && cycle.kueue === undefined) read(cycle).catch(reportError);
  });
}

/** @param {Cycle} cycle */
async function read(cycle) {
  const { walk } = await ask(`/runs/${theRun().id}/queue/pod?${new URLSearchParams({ pod: cycle.pod })}`);
  if (cycle.kueue !== undefined) return;
  cycle.kueue = walk && kueueSteps(walk);
  log.set({ ...log.get() });
}
