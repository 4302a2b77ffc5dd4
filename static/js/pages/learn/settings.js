// Settings are the numbers of the handles' values, as the server names them: "0.2".

/** @param {string} key */
export const numbersOf = (key) => key.split(".").map(Number);

/**
 * Another value of one handle, kept within those that it has.
 * @param {string} key @param {number} handle @param {number} number @param {{values: unknown[]}[]} handles
 */
export const keyWith = (key, handle, number, handles) =>
  numbersOf(key)
    .map((was, index) => (index === handle ? clamp(number, handles[index].values.length - 1) : was))
    .join(".");

/** @param {string | undefined} key @param {{values: unknown[]}[]} handles */
export function isKey(key, handles) {
  const numbers = key?.split(".") ?? [];
  return (
    numbers.length === handles.length &&
    numbers.every((text, index) => /^\d+$/.test(text) && Number(text) < handles[index].values.length)
  );
}

/** @param {number} value @param {number} most */
const clamp = (value, most) => Math.max(0, Math.min(most, value));
