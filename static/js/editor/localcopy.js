// Unsaved text is stored in the browser until the server has it: nothing is lost in a crash, with a closed
// tab or without a network.

import { store, storeJson, storedJson } from "../lib/stored.js";

const MAX_LENGTH = 1_000_000; // more would be stored at every key, and browsers allow 5 MB in all

/** @param {string} id */
const key = (id) => `draft:${id}`;

/**
 * @param {string} id @param {string} source
 * @param {string} base the `updated` of the server's text that it was typed over
 */
export function keepLocally(id, source, base) {
  if (source.length <= MAX_LENGTH) storeJson(key(id), { source, base });
}

/** @param {string} id @returns {{source: string, base: string} | null} */
export const localCopy = (id) => storedJson(key(id));

/** @param {string} id */
export const forgetLocally = (id) => store(key(id), null);
