// Scores as data: rows sorted by total, the winner, the runner-up, and what separated them.

/** @import { CycleView } from "../types/engine.js" */

/** @typedef {{min: number, max: number}} Range */

/**
 * @typedef {object} Scores
 * @property {string[]} plugins that scored, in their order
 * @property {string[]} nodes by total, the highest first
 * @property {(plugin: string, node: string) => number} raw
 * @property {(plugin: string, node: string) => number} normalized
 * @property {(plugin: string) => number} weight
 * @property {(plugin: string, node: string) => number} weighted
 * @property {(node: string) => number} total
 * @property {string[]} best
 * @property {string | null} winner
 * @property {string | null} runnerUp
 * @property {(node: string, other: string) => {plugin: string, points: number}[]} difference
 *   per plugin, what a node has more than the other; largest first
 * @property {(plugin: string) => Range} range of the raw scores
 * @property {(plugin: string) => Range} normalizedRange
 * @property {boolean} [tried] under other weights than the profile's
 * @property {(plugin: string) => number} [profileWeight]
 */

/** @type {WeakMap<CycleView, Scores>} */
const kept = new WeakMap();

/** Worked out once a view. @param {CycleView} data @returns {Scores} */
export function scoresOf(data) {
  const before = kept.get(data);
  if (before) return before;
  const scores = read(data);
  kept.set(data, scores);
  return scores;
}

/** @param {CycleView} data @returns {Scores} */
function read(data) {
  const { score = {}, normalized = {}, weights = {}, total = {}, best = [] } = data.trace;
  const plugins = (data.plugins.Score ?? Object.keys(score)).filter((plugin) => plugin in score);
  const place = new Map(data.node_order.map((node, index) => [node, index]));
  /** @param {string} node */
  const placeOf = (node) => place.get(node) ?? 0;
  const nodes = Object.keys(total).sort((a, b) => total[b] - total[a] || placeOf(a) - placeOf(b));
  /** @param {string} plugin @param {string} node */
  const weighted = (plugin, node) => (normalized[plugin]?.[node] ?? 0) * (weights[plugin] ?? 1);
  const winner = data.trace.selected ?? null;
  return {
    plugins,
    nodes,
    raw: (plugin, node) => score[plugin]?.[node],
    normalized: (plugin, node) => normalized[plugin]?.[node],
    weight: (plugin) => weights[plugin] ?? 1,
    weighted,
    total: (node) => total[node],
    best,
    winner,
    runnerUp: nodes.find((node) => node !== winner) ?? null,
    difference: (node, other) =>
      plugins
        .map((plugin) => ({ plugin, points: weighted(plugin, node) - weighted(plugin, other) }))
        .sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    range: once((plugin) => range(Object.values(score[plugin] ?? {}))),
    normalizedRange: once((plugin) => range(Object.values(normalized[plugin] ?? {}))),
  };
}

/** @param {(plugin: string) => Range} derive @returns {(plugin: string) => Range} */
function once(derive) {
  /** @type {Map<string, Range>} */
  const known = new Map();
  return (name) => {
    const result = known.get(name) ?? derive(name);
    known.set(name, result);
    return result;
  };
}

/** @param {number[]} values */
function range(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return values.length ? { min, max } : { min: 0, max: 0 };
}
