// What is looked at, all of it: the pointer's cycle, its view, and the cluster as it was then.

import { computed } from "../../lib/atoms.js";
import { clusterAt } from "../../model/fold.js";
import { clause, cluster, log, phone, pointer, rest, view } from "./state.js";

/** @typedef {{pointer: import("../../model/pointer.js").Pointer, cycle: import("../../model/log.js").Cycle, log: import("../../model/log.js").RunLog, data: any, cluster: any, fold: any, phone: boolean, rest: boolean, clause: number}} Context */

/**
 * @typedef {object} Stage
 * @property {(context: Context) => {top?: any, body: any, foot?: any, tools?: any, reveal?: (at: any) => void}} render
 * @property {(context: Context) => string} [key] what else, beside point and cycle, makes it new
 * @property {boolean} [early] it needs no view
 * @property {boolean} [ofRun] it shows nothing of a cycle: another one does not make it new
 */

/** Everything that a stage or the Why pane may show. */
export const context = computed([pointer, log, view, cluster, phone, rest, clause], () => {
  const at = pointer.get();
  if (!at) return null;
  const seen = view.get();
  const data = seen.status === "ready" && seen.cycle === at.cycle ? seen.data : null;
  return {
    pointer: at,
    cycle: log.get().cycles[at.cycle],
    log: log.get(),
    data,
    cluster: cluster.get(),
    fold: foldOnce(at.cycle),
    phone: phone.get(),
    rest: rest.get(),
    clause: clause.get(),
  };
});

let folded = { cluster: null, cycle: -1, value: null };
function foldOnce(cycle) {
  const known = cluster.get();
  if (!known) return null;
  if (folded.cluster !== known || folded.cycle !== cycle)
    folded = { cluster: known, cycle, value: clusterAt(known, log.get(), cycle) };
  return folded.value;
}
