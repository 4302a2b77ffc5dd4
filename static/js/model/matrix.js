// The Filter matrix as data: the state of each (node, plugin), from the trace alone.

/** @import { CycleView, NodeFailures, StatusEntry, Trace } from "../types/engine.js" */

/**
 * @typedef {"pass" | "rejected" | "unresolvable" | "skipped" | "unreached" | "outside" | "unevaluated" | "error"} CellState
 * @typedef {{state: CellState, counterfactual: boolean, reasons: string[]}} Cell `counterfactual`: kube-scheduler did not run it
 */

/** @typedef {ReturnType<typeof read>} Matrix */

/** @type {WeakMap<CycleView, Matrix>} */
const kept = new WeakMap();

/** Worked out once a view. @param {CycleView} data @returns {Matrix} */
export function matrixOf(data) {
  const before = kept.get(data);
  if (before) return before;
  const matrix = read(data);
  kept.set(data, matrix);
  return matrix;
}

/** @param {CycleView} data */
function read(data) {
  const trace = data.trace;
  const plugins = data.plugins.Filter ?? [];
  const order = new Map(plugins.map((plugin, index) => [plugin, index]));
  /** @param {string} plugin */
  const placeOf = (plugin) => order.get(plugin) ?? -1;
  const skipped = new Set(plugins.filter((plugin) => trace.preFilter?.[plugin]?.code === "Skip"));
  const allowed = allowedNodes(trace);
  const feasible = new Set(trace.feasible ?? []);
  const failed = trace.filter ?? {};
  const visited = data.visited ? new Set(data.visited) : null; // null: all of them

  /** @param {string} node @param {string} plugin @param {boolean} [withRest] the counterfactuals too @returns {Cell} */
  function cell(node, plugin, withRest = false) {
    if (skipped.has(plugin)) return plain("skipped");
    if (allowed && !allowed.has(node)) return plain("outside");
    const entry = failed[node];
    if (visited && !visited.has(node)) return unvisited(entry, plugin, withRest);
    if (!entry) return plain(feasible.has(node) ? "pass" : "unevaluated");
    const place = placeOf(plugin) - placeOf(entry.first);
    if (place < 0) return plain("pass");
    if (place === 0) return verdict(entry[plugin], false);
    if (!withRest) return plain("unreached");
    return entry[plugin]
      ? verdict(entry[plugin], true)
      : { state: "pass", counterfactual: true, reasons: [] };
  }

  const ran = plugins.filter((plugin) => !skipped.has(plugin));
  /** @param {string} node @returns {string | null} the plugin that stopped it */
  const first = (node) => (visited && !visited.has(node) ? null : (failed[node]?.first ?? null));
  const looked = (data.visited ?? data.node_order).filter((node) => feasible.has(node) || first(node));
  const rejectedBy = countBy(looked.map(first).filter((plugin) => plugin !== null));
  const nodes = visited
    ? [...visited, ...data.node_order.filter((node) => !visited.has(node))]
    : data.node_order;
  return {
    plugins,
    ran,
    skipped,
    nodes,
    feasible,
    cell,
    first,
    rejectedBy,
    looked,
    left: nodesLeft(ran, rejectedBy, looked.length),
  };
}

/** @param {CellState} state @returns {Cell} */
const plain = (state) => ({ state, counterfactual: false, reasons: [] });

/**
 * The search ended before this node: its cells are known only if it is asked all the same.
 * @param {NodeFailures | undefined} entry @param {string} plugin @param {boolean} withRest @returns {Cell}
 */
function unvisited(entry, plugin, withRest) {
  if (!withRest) return plain("unevaluated");
  return entry?.[plugin]
    ? verdict(entry[plugin], true)
    : { state: "pass", counterfactual: true, reasons: [] };
}

/** @type {Record<string, CellState>} by code */
const STATES = {
  Unschedulable: "rejected",
  UnschedulableAndUnresolvable: "unresolvable",
  Pending: "rejected",
};

/** @param {StatusEntry | undefined} status @param {boolean} counterfactual @returns {Cell} */
function verdict(status, counterfactual) {
  const state = (status && STATES[status.code]) ?? "error";
  return { state, counterfactual, reasons: status?.reasons ?? [] };
}

/** The reasons with their nodes, in the order in which the plugins run. @param {CycleView} data */
export function clausesOf(data) {
  const order = data.plugins.Filter ?? [];
  return [...(data.clauses ?? [])].sort((a, b) => order.indexOf(a.plugin) - order.indexOf(b.plugin));
}

/** @param {Trace} trace @returns {Set<string> | null} null: all */
function allowedNodes(trace) {
  const sets = Object.values(trace.preFilter ?? {}).flatMap((status) =>
    status.nodeNames ? [new Set(status.nodeNames)] : [],
  );
  if (!sets.length) return null;
  return new Set([...sets[0]].filter((node) => sets.every((set) => set.has(node))));
}

/** @param {string[]} values */
function countBy(values) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/**
 * The funnel: how many nodes are left after each plugin.
 * @param {string[]} ran @param {Map<string, number>} rejectedBy @param {number} looked
 */
function nodesLeft(ran, rejectedBy, looked) {
  /** @type {Map<string, number>} */
  const left = new Map();
  for (const plugin of ran) left.set(plugin, (looked -= rejectedBy.get(plugin) ?? 0));
  return left;
}
