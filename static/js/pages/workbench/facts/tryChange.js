// Try beside a change that would let a node pass, where a copy can be made and run.

import { later, soon } from "../../../lib/later.js";
import { canSearch } from "../core/repairs.js";
import { run } from "../core/state.js";

/** @import { RemedyChange } from "../../../types/engine.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

const tryHere = later(async () => (await import("../../whatif/tryHere.js")).tryHere);

/**
 * Null for what no field of the pod expresses: more matching pods, a changed claim, one more device.
 * @param {Viewed} now @param {RemedyChange | null} change
 */
export function tryChange({ cycle }, change) {
  const current = run.get();
  if (!current || !change || ["pods", "claim", "device"].includes(change.kind) || !canSearch()) return null;
  return soon(tryHere({ run: current, pod: cycle.pod, change }, change.kind));
}
