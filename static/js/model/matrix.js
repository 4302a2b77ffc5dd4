// The Filter matrix as data: the state of each (node, plugin). Nodes are their places in nodeOrder.

/** @import { StatusEntry } from "../types/engine.js" */
/** @import { CycleView } from "./cycleview.js" */

/**
 * @typedef {"pass" | "rejected" | "unresolvable" | "skipped" | "unreached" | "outside" | "unevaluated" |
 *   "error"} CellState
 * @typedef {{state: CellState, counterfactual: boolean, reasons: string[]}} Cell `counterfactual`:
 *   kube-scheduler did not run it
 */

/** @typedef {ReturnType<typeof read>} Matrix */

/** @type {WeakMap<CycleView, Matrix>} */
const matrices = new WeakMap();

/** The matrix of a view, computed once. @param {CycleView} view @returns {Matrix} */
export function matrixOf(view) {
  const cached = matrices.get(view);
  if (cached) return cached;
  const matrix = read(view);
  matrices.set(view, matrix);
  return matrix;
}

/** @param {CycleView} view */
function read(view) {
  const { preFilter = {} } = view.trace;
  const plugins = view.plugins.Filter ?? [];
  const order = new Map(plugins.map((plugin, index) => [plugin, index]));
  const skipped = new Set(plugins.filter((plugin) => preFilter[plugin]?.code === "Skip"));
  const outside = outsideOf(view);
  const feasible = maskOf(view.feasible, view.size);
  const unvisited = view.visited && maskOf(view.visited, view.size).map((reached) => 1 - reached);

  /** @param {string} plugin */
  const placeOf = (plugin) => order.get(plugin) ?? Infinity;

  /**
   * @param {number} node @param {string} plugin
   * @param {boolean} [withRest] what kube-scheduler did not run too @returns {Cell}
   */
  function cell(node, plugin, withRest = false) {
    if (skipped.has(plugin)) return plain("skipped");
    if (outside?.[node]) return plain("outside");
    // The search ended before this node: its cells have verdicts only where plugins were called anyway.
    if (unvisited?.[node]) return withRest ? verdictIfRun(view.status(plugin, node)) : plain("unevaluated");
    const stops = view.rejection(node);
    if (stops === null) return plain(feasible[node] ? "pass" : "unevaluated");
    if (stops === plugin) return verdict(view.status(plugin, node), false);
    if (placeOf(plugin) < placeOf(stops)) return plain("pass");
    return withRest ? verdictIfRun(view.status(plugin, node)) : plain("unreached");
  }

  /** The plugin that rejected a node, or null. @param {number} node */
  const first = (node) => (unvisited?.[node] ? null : view.rejection(node));
  const all = [...view.names.keys()];
  const visited = [...(view.visited ?? all)].filter((node) => feasible[node] || first(node) !== null);
  const rejectedBy = countsOf(visited.map(first));
  const ran = plugins.filter((plugin) => !skipped.has(plugin));
  return {
    plugins,
    ran,
    skipped,
    /** Every node, those that were visited first and in that order. */
    nodes: view.visited ? [...view.visited, ...all.filter((node) => unvisited?.[node])] : all,
    /** @param {number} node */
    name: (node) => view.names[node],
    feasibleCount: view.feasible.length,
    /** @param {number} node */
    isFeasible: (node) => feasible[node] === 1,
    cell,
    first,
    rejectedBy,
    visited,
    left: nodesLeft(ran, rejectedBy, visited.length),
  };
}

/** @param {CellState} state @returns {Cell} */
const plain = (state) => ({ state, counterfactual: false, reasons: [] });

/** @param {StatusEntry | null} status @returns {Cell} */
const verdictIfRun = (status) =>
  status ? verdict(status, true) : { state: "pass", counterfactual: true, reasons: [] };

/** @type {Record<string, CellState>} */
const STATES = {
  Unschedulable: "rejected",
  UnschedulableAndUnresolvable: "unresolvable",
  Pending: "rejected",
};

/** @param {StatusEntry | null} status @param {boolean} counterfactual @returns {Cell} */
function verdict(status, counterfactual) {
  return {
    state: STATES[status?.code ?? ""] ?? "error",
    counterfactual,
    reasons: status?.reasons ?? [],
  };
}

/** The reasons with their nodes, in the order in which the plugins run. @param {CycleView} view */
export function clausesOf(view) {
  const order = view.plugins.Filter ?? [];
  return [...view.clauses].sort((a, b) => order.indexOf(a.plugin) - order.indexOf(b.plugin));
}

/** How many nodes the clauses cover. @param {CycleView["clauses"]} clauses */
export const nodesOf = (clauses) => new Set(clauses.flatMap(({ nodes }) => [...nodes])).size;

/** @param {Iterable<number>} nodes @param {number} size */
function maskOf(nodes, size) {
  const mask = new Uint8Array(size);
  for (const node of nodes) mask[node] = 1;
  return mask;
}

// The nodes that are in one of the sets that PreFilter narrowed the search to, but not in all of them, and
// the others.
/** @param {CycleView} view @returns {Uint8Array | null} null: PreFilter left all */
function outsideOf(view) {
  const sets = Object.values(view.trace.preFilter ?? {}).flatMap(({ nodeNames }) =>
    nodeNames ? [new Set(nodeNames)] : [],
  );
  if (!sets.length) return null;
  return Uint8Array.from(view.names, (name) => (sets.every((set) => set.has(name)) ? 0 : 1));
}

/** @param {(string | null)[]} plugins */
function countsOf(plugins) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const plugin of plugins) if (plugin !== null) counts.set(plugin, (counts.get(plugin) ?? 0) + 1);
  return counts;
}

// The funnel: how many nodes are left after each plugin.
/** @param {string[]} ran @param {Map<string, number>} rejectedBy @param {number} visitedCount */
function nodesLeft(ran, rejectedBy, visitedCount) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const plugin of ran) left.set(plugin, (visitedCount -= rejectedBy.get(plugin) ?? 0));
  return left;
}
