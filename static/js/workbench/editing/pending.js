// A change made on a page that cannot be changed: it waits for the copy.

import { post } from "../../net/api.js";

/** @import { Change } from "../../editor/document/changes.js" */

/** @param {string} scenario */
const key = (scenario) => `pending:${scenario}`;

/**
 * Makes a copy of a snapshot and goes there with the change.
 * @param {string} snapshot @param {Change} change
 */
export async function changeCopy(snapshot, change) {
  const scenario = await post(`/snapshots/${snapshot}/fork`);
  sessionStorage.setItem(key(scenario.id), JSON.stringify(change));
  location.assign(`/w/${scenario.id}/${location.search}`);
}

/** The change that this draft was made for, once. @param {string} scenario @returns {Change | null} */
export function takePending(scenario) {
  const stored = sessionStorage.getItem(key(scenario));
  sessionStorage.removeItem(key(scenario));
  return stored ? JSON.parse(stored) : null;
}
