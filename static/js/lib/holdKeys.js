// What is typed while the dialog that takes it still loads.

/**
 * Holds back the keys that are pressed from now on.
 * @returns {() => string[]} ends it, and gives the names of the keys
 */
export function holdKeys() {
  /** @type {string[]} */
  const keys = [];
  /** @param {KeyboardEvent} event */
  const hold = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    keys.push(event.key);
  };
  addEventListener("keydown", hold, true);
  return () => {
    removeEventListener("keydown", hold, true);
    return keys;
  };
}
