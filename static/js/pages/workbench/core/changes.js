// What the current step changed: the line in the stepper, and the nodes that "changed only" leaves.

import { computed } from "../../../lib/atoms.js";
import { memoizeLast } from "../../../lib/memoizeLast.js";
import { position } from "./actions.js";
import { deltaOf } from "../../../model/delta.js";
import { changedOnly, level, log, pointer, view } from "./state.js";
import { triedScores, weightOverrides } from "./trial.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { View } from "./state.js" */

const computeDelta = memoizeLast(
  (
    /** @type {Pointer} */ at,
    /** @type {RunLog} */ runLog,
    /** @type {View} */ viewed,
    /** @type {string} */ name,
    /** @type {Map<string, number>} */ _overrides,
  ) => {
    const data = viewed.cycle === at.cycle ? viewed.data : null;
    const { steps, index } = position();
    return deltaOf(at, runLog, data, name, steps[index - 1], triedScores(data));
  },
);

/** The change of the current step; computed on demand, because it goes through all nodes. */
export function delta() {
  const at = pointer.get();
  return at && computeDelta(at, log.get(), view.get(), level.get(), weightOverrides.get());
}

/** The nodes to show alone, or null for all. */
export const changedNodes = computed(() => {
  const nodes = changedOnly.get() && delta()?.nodes;
  return nodes ? new Set(nodes) : null;
});
