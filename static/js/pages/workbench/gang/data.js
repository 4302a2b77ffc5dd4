// The cycle of the pod group that the page looks at, and the search for another order. All members share one
// answer.

import { atom, effect } from "../../../lib/atoms.js";
import { membersOf } from "../../../model/gang.js";
import { get } from "../../../net/api.js";
import { ask } from "../core/data.js";
import { log, pointer, theRun } from "../core/state.js";
import { isPlaced } from "./words.js";

/** @import { GangView, OrderView } from "../../../types/engine.js" */

/**
 * @typedef {object} Asked
 * @property {`/runs/${string}/cycles/${number}/gang` | ""} path
 * @property {GangView | null} gang null while it is on its way
 * @property {OrderView | "searching" | null} order null without a search
 * @property {boolean} failed
 */

export const asked = atom(/** @type {Asked} */ ({ path: "", gang: null, order: null, failed: false }));

/** Asks for the group's cycle for as long as the element is on the page. @param {Element} element */
export function followGang(element) {
  let first = true;
  const stop = effect(() => {
    const at = pointer.get();
    const runLog = log.get();
    if (!first && !element.isConnected) return stop();
    first = false;
    const cycle = at?.point === "Group" ? runLog.cycles[at.cycle] : null;
    const members = cycle ? membersOf(runLog, cycle) : [];
    if (members.at(-1)?.finished?.gang?.last) load(`/runs/${theRun().id}/cycles/${members[0].index}/gang`);
  });
}

/** @param {`/runs/${string}/cycles/${number}/gang`} path */
async function load(path) {
  const before = asked.peek();
  if (before.path === path && !before.failed) return;
  asked.set({ path, gang: null, order: null, failed: false });
  const gang = await ask(path, () => get(path)).catch(() => null);
  if (asked.get().path !== path) return;
  const searches = gang && !isPlaced(gang) && !gang.waiting_on_preemption && gang.members.length > 1;
  asked.set({ path, gang, order: searches ? "searching" : null, failed: !gang });
  if (!searches) return;
  const orderPath = /** @type {const} */ (`${path}/order`);
  const order = await ask(orderPath, () => get(orderPath)).catch(() => null);
  if (asked.get().path === path) asked.set({ path, gang, order, failed: false });
}

/** Asks again after a failure. */
export function askAgain() {
  const { path } = asked.get();
  if (path) load(path);
}
