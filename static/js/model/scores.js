// Scores as data: nodes sorted by total, the winner, the runner-up, and what separated them. Nodes are their
// places in nodeOrder, −1 stands for none; a node that was not scored has NaN.

/** @import { CycleView } from "./cycleview.js" */
/** @typedef {{min: number, max: number}} Range */

/** @typedef {ReturnType<typeof read>} Scores */

/** @type {WeakMap<CycleView, Scores>} */
const scoresByView = new WeakMap();

/** The scores of a view, computed once. @param {CycleView} view @returns {Scores} */
export function scoresOf(view) {
  const cached = scoresByView.get(view);
  if (cached) return cached;
  const scores = read(view);
  scoresByView.set(view, scores);
  return scores;
}

/** @param {CycleView} view */
function read(view) {
  const { weights = {} } = view.trace;
  const scorers = view.scorers;
  const plugins = (view.plugins.Score ?? scorers).filter((plugin) => scorers.includes(plugin));
  const totals = view.total;
  const rawOf = once((plugin) => view.raw(plugin));
  const normalizedOf = once((plugin) => view.normalized(plugin));
  const nodes = Array.from(view.scored ? view.feasible : []).sort((a, b) => totals[b] - totals[a] || a - b);
  /** @param {string} plugin */
  const weight = (plugin) => weights[plugin] ?? 1;
  /** @param {string} plugin @param {number} node */
  const weighted = (plugin, node) => (normalizedOf(plugin)[node] || 0) * weight(plugin);
  return {
    plugins,
    nodes,
    /** @param {number} node */
    name: (node) => view.names[node] ?? "",
    /** @param {number} node */
    has: (node) => !Number.isNaN(totals[node] ?? NaN),
    /** By node. @param {string} plugin */
    rawOf,
    /** By node. @param {string} plugin */
    normalizedOf,
    /** By node. */
    totals,
    /** @param {string} plugin @param {number} node */
    raw: (plugin, node) => rawOf(plugin)[node],
    /** @param {string} plugin @param {number} node */
    normalized: (plugin, node) => normalizedOf(plugin)[node],
    weight,
    /** Other weights than the profile's are tried. */
    tried: false,
    profileWeight: weight,
    /** The total with the profile's weights. @param {number} node */
    profileTotal: (node) => totals[node],
    /** The winner with the profile's weights. */
    profileWinner: view.selected,
    weighted,
    /** @param {number} node */
    total: (node) => totals[node],
    best: Array.from(view.best),
    winner: view.selected,
    runnerUp: nodes.find((node) => node !== view.selected) ?? -1,
    difference: differences(plugins, weighted),
    range: once((plugin) => rangeOf(rawOf(plugin))),
    normalizedRange: once((plugin) => rangeOf(normalizedOf(plugin))),
  };
}

/**
 * Per plugin, the lead of `node` over `other`; largest first.
 * @param {string[]} plugins @param {(plugin: string, node: number) => number} weighted
 * @returns {(node: number, other: number) => {plugin: string, points: number}[]}
 */
export const differences = (plugins, weighted) => (node, other) =>
  plugins
    .map((plugin) => ({ plugin, points: weighted(plugin, node) - weighted(plugin, other) }))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points));

/** @template T @param {(name: string) => T} derive @returns {(name: string) => T} */
function once(derive) {
  /** @type {Map<string, T>} */
  const values = new Map();
  return (name) => {
    const value = values.has(name) ? /** @type {T} */ (values.get(name)) : derive(name);
    values.set(name, value);
    return value;
  };
}

/** The smallest and the largest number, without NaN. @param {Iterable<number>} values @returns {Range} */
export function rangeOf(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : { min: 0, max: 0 };
}
