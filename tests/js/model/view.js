import { CycleView } from "../../../static/js/model/cycleview.js";

/** @import { CycleColumns } from "../../../static/js/types/engine.js" */

/**
 * A cycle as a test describes it; nodes are n0, n1 …
 * @typedef {object} CycleData
 * @property {(string | null)[]} stops by node the Filter plugin that stops it; null: it passes
 * @property {string[]} [filters] the Filter plugins, in order
 * @property {Record<string, string>} [preFilter] codes by plugin
 * @property {string[]} [only] the nodes that PreFilter leaves
 * @property {Record<string, Record<number, string>>} [codes] by plugin and node, with what it rejects
 * @property {Record<string, string[]>} [reasons] by code, where the words matter
 * @property {number[]} [visited]
 * @property {Record<string, number[]>} [scores] by plugin, from 0 to 100, of the nodes that pass
 * @property {Record<string, number[]>} [raw] by plugin, if that differs
 * @property {Record<string, number>} [weights]
 * @property {number} [selected] of the nodes that tie for the highest total, else the first
 */

/** The view of a cycle. @param {CycleData} data */
export function viewOf({
  stops,
  filters = [],
  preFilter = {},
  only,
  codes = {},
  reasons = {},
  visited,
  scores,
  raw = scores,
  weights = {},
  selected,
}) {
  const nodes = stops.map((_, node) => `n${node}`);
  const listed = [...new Set(Object.values(codes).flatMap((byNode) => Object.values(byNode)))];
  const reached = visited ?? [...nodes.keys()];
  const feasible = reached.filter((node) => stops[node] === null);
  const names = Object.keys(scores ?? {});
  const total = feasible.map((_, at) =>
    names.reduce((sum, name) => sum + (scores?.[name][at] ?? 0) * (weights[name] ?? 1), 0),
  );
  const best = feasible.filter((_, at) => total[at] === Math.max(...total));
  const codeOf = (/** @type {string} */ code) => ({ code, reasons: reasons[code] ?? [`${code} here`] });
  const columnsOf = (/** @type {Record<string, number[]> | undefined} */ byName) =>
    Object.fromEntries(
      Object.entries(byName ?? {}).map(([name, values]) => [name, Float64Array.from(values)]),
    );
  const columns = {
    cycle: 0,
    attempt: 1,
    pod: "default/p",
    nodes,
    plugins: { Filter: filters, Score: names },
    trace: {
      preFilter: {
        ...Object.fromEntries(Object.entries(preFilter).map(([name, code]) => [name, { code }])),
        ...(only && { [filters[0]]: { code: "Success", nodeNames: only } }),
      },
      ...(scores && { weights, selected: nodes[selected ?? best[0]] }),
    },
    feasible: Int32Array.from(feasible),
    filter: {
      plugins: filters,
      first: Int8Array.from(stops, (name) => (name === null ? -1 : filters.indexOf(name))),
      status: Object.fromEntries(
        Object.entries(codes).map(([name, byNode]) => [
          name,
          Int8Array.from(nodes, (_, node) => (node in byNode ? 1 + listed.indexOf(byNode[node]) : 0)),
        ]),
      ),
      statuses: [null, ...listed.map(codeOf)],
      visited: visited ? Int32Array.from(visited) : null,
      passes: null,
    },
    clauses: [],
    score: columnsOf(raw),
    normalized: columnsOf(scores),
    total: Float64Array.from(total),
    best: Int32Array.from(best),
    spread: null,
    affinity: null,
    preemption: null,
  };
  return new CycleView(/** @type {CycleColumns} */ (/** @type {unknown} */ (columns)));
}
