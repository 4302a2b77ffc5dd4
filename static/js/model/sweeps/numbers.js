// The numbers of a sweep, as somebody types them.

const ENTRY = /^(\d+)(?:\.\.(\d+))?$/;
const MOST_VALUES = 1000;

/**
 * "0..3, 8" → [0, 1, 2, 3, 8]; null for anything that is no list of whole numbers.
 * @param {string} text @returns {number[] | null}
 */
export function numbersOf(text) {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((entry) => ENTRY.exec(entry));
  /** @type {Set<number>} */
  const values = new Set();
  for (const entry of entries) {
    if (!entry) return null;
    const [first, last] = [Number(entry[1]), Number(entry[2] ?? entry[1])];
    if (last < first || last - first >= MOST_VALUES) return null;
    for (let value = first; value <= last; value += 1) values.add(value);
  }
  return values.size ? [...values].sort((a, b) => a - b) : null;
}
