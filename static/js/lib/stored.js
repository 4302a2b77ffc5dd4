// What this browser remembers from visit to visit. Where storage is blocked or full, nothing is remembered.

/** @param {string} key @returns {string | null} */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string | null} text null: forget it */
export function store(key, text) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // the choice holds for this page
  }
}

/** The stored JSON; null if there is none. @param {string} key @returns {any} */
export function storedJson(key) {
  try {
    return JSON.parse(stored(key) ?? "null");
  } catch {
    return null; // something else is there
  }
}

/** @param {string} key @param {unknown} value */
export const storeJson = (key, value) => store(key, JSON.stringify(value));
