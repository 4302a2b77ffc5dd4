// Unsaved text is stored in the browser until the server has it: nothing is lost in a crash, with a closed
// tab or without a network.

const MAX_LENGTH = 1_000_000; // more would be stored at every key, and browsers allow 5 MB in all

/** @param {string} id */
const key = (id) => `draft:${id}`;

/**
 * @param {string} id @param {string} source
 * @param {string} base the `updated` of the server's text that it was typed over
 */
export function keepLocally(id, source, base) {
  if (source.length > MAX_LENGTH) return;
  try {
    localStorage.setItem(key(id), JSON.stringify({ source, base }));
  } catch {
    // full or blocked: the server's copy follows in a moment
  }
}

/** @param {string} id @returns {{source: string, base: string} | null} */
export function localCopy(id) {
  try {
    return JSON.parse(localStorage.getItem(key(id)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id */
export function forgetLocally(id) {
  try {
    localStorage.removeItem(key(id));
  } catch {
    // storage is blocked: nothing to remove
  }
}
