// Try beside a change that would let a node pass, where a copy can be made and run.

import { tryHere } from "../../whatif/tryHere.js";
import { canSearch } from "../core/repairs.js";
import { run } from "../core/state.js";

/** @import { RemedyChange } from "../../../types/engine.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

/**
 * Null for what no field of the pod expresses: more matching pods, a changed claim, one more device.
 * @param {Viewed} now @param {RemedyChange | null} change
 */
export function tryChange({ cycle }, change) {
  const current = run.get();
  if (!current || !change || ["pods", "claim", "device"].includes(change.kind) || !canSearch()) return null;
  return tryHere({ run: current, pod: cycle.pod, change }, change.kind);
}
