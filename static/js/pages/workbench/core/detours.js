// The address names what the run has. A pod that an edit renamed is followed to the same replica; one that is
// gone leads to all pods, and a point that the pod did not reach, to the nearest step before it.

import { watch } from "../../../lib/atoms.js";
import { get } from "../../../net/api.js";
import { attemptInstead, lacksPod, paramsOf } from "../../../model/pointer.js";
import { isPoint } from "../../../model/points.js";
import { detour, log, pointer, run, scenario, url } from "./state.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */

/** Where a pointer is, as far as a detour is about it. @param {Pointer} pointer */
const placeOf = ({ cycle, point }) => `${run.get()?.id}/${point === "Run" ? "" : cycle}/${point}`;

export function followDetours() {
  let lookedFor = "";
  watch([url.state, log, pointer], () => {
    const params = url.state.get();
    const runLog = log.get();
    const at = pointer.get();
    if (!lacksPod(params, runLog)) lookedFor = "";
    else if (lookedFor !== params.pod) findPod((lookedFor = params.pod));
    if (at) mend(params, runLog, at);
    if (at && detour.get() && detour.get()?.at !== placeOf(at)) detour.set(null);
  });
}

/** @param {Record<string, string>} params of the address @param {RunLog} runLog @param {Pointer} at */
function mend(params, runLog, at) {
  const attempt = attemptInstead(params, runLog);
  if (attempt) return url.write({ attempt: attempt > 1 ? attempt : null });
  const { point } = params;
  if (!isPoint(point) || point === at.point || at.point === "Run") return;
  url.write(paramsOf(at, runLog));
  detour.set({ point, at: placeOf(at) });
}

/** @param {string} pod as "namespace/name" */
async function findPod(pod) {
  const current = run.get();
  const replica = await sameReplica(pod);
  if (run.get() !== current || url.state.get().pod !== pod) return; // the reader is elsewhere by now
  if (replica && !lacksPod({ pod: replica }, log.get())) return url.write({ pod: replica, attempt: null });
  url.write({ pod: null, attempt: null, point: "Run", plugin: null, node: null });
  const at = pointer.get();
  if (at) detour.set({ pod, at: placeOf(at) });
}

/** The same replica in the draft's last run, by owner and ordinal. @param {string} pod */
async function sameReplica(pod) {
  const draft = scenario.get();
  if (!draft) return null;
  const query = new URLSearchParams({ pod });
  const answer = await get(`/scenarios/${draft.id}/replica?${query}`).catch(() => null);
  return answer?.pod ?? null;
}
