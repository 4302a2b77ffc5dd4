// The matrix by node, over cycles that the engine wrote, says what their traces say by name.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clausesOf, matrixOf, nodesOf } from "../../../static/js/model/matrix.js";
import { cycles } from "./cycles.js";

/** @import { CycleView as ByName } from "../../../static/js/types/engine.js" */

for (const { name, view, byName } of cycles()) {
  test(`every cell is what the trace says: ${name}`, () => {
    const matrix = matrixOf(view);
    for (const withRest of [false, true])
      for (const plugin of matrix.plugins)
        assert.deepEqual(
          view.names.map((_, node) => matrix.cell(node, plugin, withRest)),
          view.names.map((nodeName) => cellOf(byName, nodeName, plugin, withRest)),
        );
  });

  test(`who was rejected by whom, and who is left: ${name}`, () => {
    const matrix = matrixOf(view);
    const rejected = Object.entries(byName.trace.filter ?? {}).filter(
      ([node]) => byName.visited?.includes(node) ?? true,
    );
    assert.deepEqual(
      matrix.nodes.flatMap((node) => (matrix.first(node) ? [[matrix.name(node), matrix.first(node)]] : [])),
      matrix.nodes.flatMap((node) =>
        rejected
          .filter(([nodeName]) => nodeName === matrix.name(node))
          .map(([nodeName, { first }]) => [nodeName, first]),
      ),
    );
    const feasible = byName.trace.feasible ?? [];
    assert.equal(matrix.feasibleCount, feasible.length);
    assert.deepEqual(view.names.filter((_, node) => matrix.isFeasible(node)).sort(), [...feasible].sort());
    assert.equal(matrix.visited.length, feasible.length + rejected.length);
    assert.equal(matrix.left.get(matrix.ran.at(-1) ?? "") ?? 0, matrix.ran.length ? feasible.length : 0);
    if (byName.visited)
      assert.deepEqual(view.namesOf(matrix.nodes.slice(0, byName.visited.length)), byName.visited);
    assert.deepEqual(
      [...matrix.nodes].sort((a, b) => a - b),
      [...view.names.keys()],
    );
  });

  test(`clauses stand in the order of the plugins: ${name}`, () => {
    const order = clausesOf(view).map(({ plugin }) => (view.plugins.Filter ?? []).indexOf(plugin));
    assert.deepEqual(
      order,
      [...order].sort((a, b) => a - b),
    );
    assert.equal(nodesOf(view.clauses), new Set(byName.clauses.flatMap(({ nodes }) => nodes)).size);
  });
}

/** @type {Record<string, string>} */
const STATES = { Unschedulable: "rejected", UnschedulableAndUnresolvable: "unresolvable" };

/**
 * The cell by the names in the trace.
 * @param {ByName} view @param {string} node @param {string} plugin @param {boolean} withRest
 */
function cellOf({ trace, plugins, visited }, node, plugin, withRest) {
  const status = trace.filter?.[node]?.[plugin];
  const first = trace.filter?.[node]?.first;
  /** @param {string} state @param {boolean} [counterfactual] */
  const cell = (state, counterfactual = false) => ({ state, counterfactual, reasons: [] });
  /** @param {boolean} [counterfactual] */
  const answer = (counterfactual) => ({
    ...cell(STATES[status?.code ?? ""] ?? "error", counterfactual),
    reasons: status?.reasons ?? [],
  });
  const unasked = () => (status ? answer(true) : cell("pass", true));
  if (trace.preFilter?.[plugin]?.code === "Skip") return cell("skipped");
  for (const { nodeNames } of Object.values(trace.preFilter ?? {}))
    if (nodeNames && !nodeNames.includes(node)) return cell("outside");
  if (visited && !visited.includes(node)) return withRest ? unasked() : cell("unevaluated");
  if (!first) return cell(trace.feasible?.includes(node) ? "pass" : "unevaluated");
  const order = plugins.Filter;
  if (order.indexOf(plugin) < order.indexOf(first)) return cell("pass");
  if (plugin === first) return answer();
  return withRest ? unasked() : cell("unreached");
}
