// A change that somebody made on a page that cannot be changed: it waits for the copy.

import { post } from "../../net/api.js";

const key = (scenario) => `pending:${scenario}`;

/** Makes a copy of a snapshot and goes there with the change. @param {string} snapshot @param {import("../../editor/document/changes.js").Change} change */
export async function changeCopy(snapshot, change) {
  const scenario = await post(`/snapshots/${snapshot}/fork`);
  sessionStorage.setItem(key(scenario.id), JSON.stringify(change));
  location.assign(`/w/${scenario.id}/${location.search}`);
}

/** The change that this draft was made for, once. @param {string} scenario @returns {import("../../editor/document/changes.js").Change | null} */
export function takePending(scenario) {
  const found = sessionStorage.getItem(key(scenario));
  sessionStorage.removeItem(key(scenario));
  return found ? JSON.parse(found) : null;
}
