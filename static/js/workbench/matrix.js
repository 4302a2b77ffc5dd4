// The Filter matrix as data: the state of each (node, plugin), from the trace alone.

/**
 * @typedef {"pass" | "rejected" | "unresolvable" | "skipped" | "unreached" | "outside" | "unevaluated" | "error"} CellState
 * @typedef {{state: CellState, counterfactual: boolean, reasons: string[]}} Cell `counterfactual`: kube-scheduler did not run it
 */

/**
 * @param {any} data a cycle's view
 */
export function matrixOf(data) {
  const trace = data.trace;
  const plugins = data.plugins.Filter ?? [];
  const order = new Map(plugins.map((plugin, index) => [plugin, index]));
  const skipped = new Set(plugins.filter((plugin) => trace.preFilter?.[plugin]?.code === "Skip"));
  const allowed = allowedNodes(trace);
  const feasible = new Set(trace.feasible ?? []);
  const failed = trace.filter ?? {};

  /** @returns {Cell} */
  function cell(node, plugin, withRest = false) {
    if (skipped.has(plugin)) return plain("skipped");
    if (allowed && !allowed.has(node)) return plain("outside");
    const entry = failed[node];
    if (!entry) return plain(feasible.has(node) ? "pass" : "unevaluated");
    const place = order.get(plugin) - order.get(entry.first);
    if (place < 0) return plain("pass");
    if (place === 0) return verdict(entry[plugin], false);
    if (!withRest) return plain("unreached");
    return entry[plugin] ? verdict(entry[plugin], true) : { state: "pass", counterfactual: true, reasons: [] };
  }

  const ran = plugins.filter((plugin) => !skipped.has(plugin));
  const first = (node) => failed[node]?.first ?? null;
  const rejectedBy = countBy(Object.values(failed).map((entry) => entry.first));
  const looked = data.node_order.filter((node) => feasible.has(node) || node in failed);
  return { plugins, ran, skipped, nodes: data.node_order, feasible, cell, first, rejectedBy, looked, left: nodesLeft(ran, rejectedBy, looked.length) };
}

const plain = (state) => ({ state, counterfactual: false, reasons: [] });

const STATES = { Unschedulable: "rejected", UnschedulableAndUnresolvable: "unresolvable", Pending: "rejected" };

function verdict(status, counterfactual) {
  return { state: STATES[status?.code] ?? "error", counterfactual, reasons: status?.reasons ?? [] };
}

/** The reasons with their nodes, in the order in which the plugins run. */
export function clausesOf(data) {
  const order = data.plugins.Filter ?? [];
  return [...(data.clauses ?? [])].sort((a, b) => order.indexOf(a.plugin) - order.indexOf(b.plugin));
}

function allowedNodes(trace) {
  const sets = Object.values(trace.preFilter ?? {}).flatMap((status) => (status.nodeNames ? [new Set(status.nodeNames)] : []));
  if (!sets.length) return null;
  return new Set([...sets[0]].filter((node) => sets.every((set) => set.has(node))));
}

function countBy(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

// The funnel: how many nodes are left after each plugin.
function nodesLeft(ran, rejectedBy, looked) {
  const left = new Map();
  for (const plugin of ran) left.set(plugin, (looked -= rejectedBy.get(plugin) ?? 0));
  return left;
}
