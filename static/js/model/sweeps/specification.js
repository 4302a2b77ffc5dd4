// What a sweep is asked for: numbers as somebody types them, and how many runs that makes.

/** @import { SweepSpecification } from "../../types/engine.js" */

/**
 * @typedef {object} SweepFacts what the number of runs depends on besides the specification
 * @property {Record<string, number>} domains how many values each topology key has
 * @property {number} scenarios how many a fleet has
 */

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

/**
 * The number of runs that a specification makes.
 * @param {SweepSpecification} sweep @param {SweepFacts} facts
 */
export const runsOf = (sweep, facts) => placesOf(sweep, facts) * ("seeds" in sweep ? sweep.seeds : 1);

/** @param {SweepSpecification} sweep @param {SweepFacts} facts */
function placesOf(sweep, { domains, scenarios }) {
  switch (sweep.kind) {
    case "seeds":
      return 1;
    case "weights":
      return sweep.x.values.length * (sweep.y?.values.length ?? 1);
    case "percentages":
      return sweep.percentages.length;
    case "versions":
      return sweep.versions.length;
    case "losses":
      return sum(sweep.topology_keys.map((key) => lossesOf(domains[key] ?? 0, sweep.pairs)));
    case "capacity":
      return sweep.shapes.length * sweep.counts.length;
    case "fleet":
      return scenarios;
  }
}

/** Each alone, and each pair where pairs are asked for. @param {number} values @param {boolean} pairs */
const lossesOf = (values, pairs) => values + (pairs ? (values * (values - 1)) / 2 : 0);

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
