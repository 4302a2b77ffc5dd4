// A change made on a page that cannot be changed: it waits for the copy.

import { post } from "../../../net/api.js";

/** @import { Change } from "../../../editor/document/changes.js" */

/** @param {string} scenario */
const key = (scenario) => `pending:${scenario}`;

/** @typedef {Change & {run?: boolean}} CopyChange `run`: the copy runs at once */

/**
 * Makes a copy of a snapshot and goes there with the change.
 * @param {string} snapshot @param {CopyChange} change
 */
export async function changeCopy(snapshot, change) {
  const scenario = await post(`/snapshots/${snapshot}/fork`);
  sessionStorage.setItem(key(scenario.id), JSON.stringify(change));
  const query = new URLSearchParams(location.search);
  if (change.run) query.delete("weights"); // the copy has them
  location.assign(`/w/${scenario.id}/?${query}`);
}

/** The change that this draft was made for, once. @param {string} scenario @returns {CopyChange | null} */
export function takePending(scenario) {
  const stored = sessionStorage.getItem(key(scenario));
  sessionStorage.removeItem(key(scenario));
  return stored ? JSON.parse(stored) : null;
}
