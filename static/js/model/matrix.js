// The Filter matrix as data: the state of each (node, plugin), from the trace alone.

/**
 * @typedef {"pass" | "rejected" | "unresolvable" | "skipped" | "unreached" | "outside" | "unevaluated" | "error"} CellState
 * @typedef {{state: CellState, counterfactual: boolean, reasons: string[]}} Cell `counterfactual`: kube-scheduler did not run it
 */

/** @type {WeakMap<any, ReturnType<typeof read>>} */
const kept = new WeakMap();

/**
 * Worked out once a view.
 * @param {any} data a cycle's view
 */
export function matrixOf(data) {
  if (!kept.has(data)) kept.set(data, read(data));
  return kept.get(data);
}

function read(data) {
  const trace = data.trace;
  const plugins = data.plugins.Filter ?? [];
  const order = new Map(plugins.map((plugin, index) => [plugin, index]));
  const skipped = new Set(plugins.filter((plugin) => trace.preFilter?.[plugin]?.code === "Skip"));
  const allowed = allowedNodes(trace);
  const feasible = new Set(trace.feasible ?? []);
  const failed = trace.filter ?? {};
  const visited = data.visited ? new Set(data.visited) : null; // null: all of them

  /** @returns {Cell} */
  function cell(node, plugin, withRest = false) {
    if (skipped.has(plugin)) return plain("skipped");
    if (allowed && !allowed.has(node)) return plain("outside");
    const entry = failed[node];
    if (visited && !visited.has(node)) return unvisited(entry, plugin, withRest);
    if (!entry) return plain(feasible.has(node) ? "pass" : "unevaluated");
    const place = order.get(plugin) - order.get(entry.first);
    if (place < 0) return plain("pass");
    if (place === 0) return verdict(entry[plugin], false);
    if (!withRest) return plain("unreached");
    return entry[plugin]
      ? verdict(entry[plugin], true)
      : { state: "pass", counterfactual: true, reasons: [] };
  }

  const ran = plugins.filter((plugin) => !skipped.has(plugin));
  const first = (node) => (visited && !visited.has(node) ? null : (failed[node]?.first ?? null));
  const looked = (data.visited ?? data.node_order).filter((node) => feasible.has(node) || first(node));
  const rejectedBy = countBy(looked.map(first).filter(Boolean));
  const nodes = visited
    ? [...data.visited, ...data.node_order.filter((node) => !visited.has(node))]
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

const plain = (state) => ({ state, counterfactual: false, reasons: [] });

// The search ended before this node: its cells are known only if it is asked all the same.
function unvisited(entry, plugin, withRest) {
  if (!withRest) return plain("unevaluated");
  return entry?.[plugin]
    ? verdict(entry[plugin], true)
    : { state: "pass", counterfactual: true, reasons: [] };
}

const STATES = {
  Unschedulable: "rejected",
  UnschedulableAndUnresolvable: "unresolvable",
  Pending: "rejected",
};

function verdict(status, counterfactual) {
  return { state: STATES[status?.code] ?? "error", counterfactual, reasons: status?.reasons ?? [] };
}

/** The reasons with their nodes, in the order in which the plugins run. */
export function clausesOf(data) {
  const order = data.plugins.Filter ?? [];
  return [...(data.clauses ?? [])].sort((a, b) => order.indexOf(a.plugin) - order.indexOf(b.plugin));
}

function allowedNodes(trace) {
  const sets = Object.values(trace.preFilter ?? {}).flatMap((status) =>
    status.nodeNames ? [new Set(status.nodeNames)] : [],
  );
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
