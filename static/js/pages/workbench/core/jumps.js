// Jumps over many steps: to the next rejection, to the next breakpoint, across plugins and pods, both ways.
// The log says which pods to look into, their views where to stop.

import { atom } from "../../../lib/atoms.js";
import { t } from "../../../lib/i18n.js";
import { toast } from "../../../lib/toast.js";
import { go } from "./actions.js";
import { breakpoints, mayStop, rejections, stopsIn } from "./breakpoints.js";
import { viewOf } from "./data.js";
import { rejectedIn } from "../../../model/log.js";
import { inOrder } from "../../../model/steps.js";
import { log, pointer } from "./state.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { Step } from "../../../model/steps.js" */

/** @param {1 | -1} direction */
export const nextRejection = (direction) =>
  seek(direction, {
    worthLooking: (cycle) => rejectedIn(cycle) > 0,
    stops: (_, data) => (data ? rejections(data) : []),
    none: direction > 0 ? t("No rejection after this step") : t("No rejection before this step"),
  });

/** @param {1 | -1} direction */
export function toBreakpoint(direction) {
  if (!breakpoints.get().length) return toast(t("No breakpoint is set: b sets one"));
  return seek(direction, {
    worthLooking: mayStop,
    stops: stopsIn,
    none: direction > 0 ? t("No breakpoint after this step") : t("No breakpoint before this step"),
  });
}

/** The message of a jump while it searches many pods. */
export const looking = atom(/** @type {string | null} */ (null));

let latest = 0; // a later jump, or any other move, cancels one that still searches

/**
 * @typedef {object} Goal
 * @property {(cycle: Cycle) => boolean} worthLooking
 * @property {(cycle: Cycle, data: CycleView | null) => Step[]} stops
 * @property {string} none the message when there is none
 */

/** @param {1 | -1} direction @param {Goal} goal */
async function seek(direction, { worthLooking, stops, none }) {
  const mine = ++latest;
  const at = pointer.get();
  const { cycles } = log.get();
  if (!at) return;
  try {
    for (let index = at.cycle; cycles[index]; index += direction) {
      const cycle = cycles[index];
      if (!worthLooking(cycle)) continue;
      if (index !== at.cycle)
        looking.set(t("Looking at pod {place} of {total}", { place: index + 1, total: cycles.length }));
      const data = await viewOf(cycle).catch(() => null);
      if (mine !== latest || pointer.get() !== at) return;
      const next = firstBeyond(
        stops(cycle, data),
        index === at.cycle ? at : null,
        direction,
        inOrder(cycle, data),
      );
      if (next) return go({ cycle: index, ...next });
    }
    toast(direction < 0 || log.get().finished ? none : t("Nothing yet: the run is still in progress"));
  } finally {
    if (mine === latest) looking.set(null);
  }
}

/**
 * Of the steps in order, the first after the current one; in another cycle simply the first.
 * @param {Step[]} steps @param {Step | null} at @param {1 | -1} direction
 * @param {(a: Step, b: Step) => number} order
 */
function firstBeyond(steps, at, direction, order) {
  const ahead = steps.filter((step) => !at || order(step, at) * direction > 0);
  return ahead.sort((a, b) => order(a, b) * direction)[0];
}
