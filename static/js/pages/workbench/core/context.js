// All that the page is looking at: the pointer's cycle, its view, and the cluster as it was then.

import { computed } from "../../../lib/atoms.js";
import { clusterAt } from "../../../model/fold.js";
import { clause, cluster, log, phone, pointer, rest, slim, view } from "./state.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { Fold } from "../../../model/fold.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

/** @typedef {import("../../../plugins/descriptor.js").Context} Context */

/**
 * The parts of a stage on the page. `reveal` brings a step into sight.
 * @typedef {{top?: Child, body: Child, foot?: Child, tools?: Child, reveal?: (at: Pointer) => void}} Rendered
 */

/**
 * @typedef {object} Redrawn
 * @property {(now: Context) => string} [key] what else, beside point and cycle, makes it new
 * @property {boolean} [ofRun] it shows nothing of a cycle: another one does not make it new
 *
 * @typedef {Redrawn & {early?: false, render: (now: Viewed) => Rendered}} StageOfView
 * @typedef {Redrawn & {early: true, render: (now: Context) => Rendered}} EarlyStage it needs no view, and may
 *   get none
 * @typedef {StageOfView | EarlyStage} Stage
 */

/** @param {Context} current @returns {current is Viewed} */
export const isViewed = (current) => current.data !== null;

/** @returns {Context | null} */
function now() {
  const at = pointer.get();
  if (!at) return null;
  const viewed = view.get();
  const data = viewed.cycle === at.cycle ? viewed.data : null;
  return {
    pointer: at,
    cycle: log.get().cycles[at.cycle],
    log: log.get(),
    data,
    cluster: cluster.get(),
    fold: foldOnce(at.cycle),
    phone: phone.get(),
    slim: slim.get(),
    rest: rest.get(),
    clause: clause.get(),
  };
}

/** Everything that a stage or the Why pane may show. */
export const context = computed(now);

/** @type {Fold | null} */
let folded = null;

/** @param {number} cycle */
function foldOnce(cycle) {
  const loaded = cluster.get();
  if (!loaded) return null;
  if (folded?.cluster !== loaded || folded.cycle !== cycle) folded = clusterAt(loaded, log.get(), cycle);
  return folded;
}
