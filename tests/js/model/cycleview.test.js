// What the page reads of a cycle's columns is what the engine's view says, node by node.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cycles } from "./cycles.js";

/** @import { Affinity } from "../../../static/js/model/affinity.js" */
/** @import { HardConstraint, SoftConstraint } from "../../../static/js/model/constraint.js" */
/** @import { CycleView } from "../../../static/js/model/cycleview.js" */

for (const { name, view, byName } of cycles())
  test(`a cycle is what the engine says: ${name}`, () => assert.deepEqual(named(view), byName));

/** The JSON view, made from what a CycleView says. @param {CycleView} view */
function named(view) {
  return {
    cycle: view.cycle,
    attempt: view.columns.attempt,
    pod: view.pod,
    node_order: view.names,
    plugins: view.plugins,
    trace: traceOf(view),
    clauses: view.clauses.map((clause) => ({ ...clause, nodes: namesOf(clause.nodes, view) })),
    visited: view.visited && namesOf(view.visited, view),
    spread: view.spread && {
      filter: view.spread.filter.map((constraint) => constraintOf(constraint, view)),
      score: view.spread.score.map((constraint) => constraintOf(constraint, view)),
    },
    affinity: view.affinity && affinityOf(view.affinity, view),
  };
}

/** @param {Iterable<number>} nodes @param {CycleView} view */
const namesOf = (nodes, view) => Array.from(nodes, (node) => view.names[node]);

/** By name what the scored nodes have. @param {Float64Array} values @param {CycleView} view */
const scoresByName = (values, view) =>
  Object.fromEntries(
    [...view.names.entries()].flatMap(([node, name]) =>
      node in values && !Number.isNaN(values[node]) ? [[name, values[node]]] : [],
    ),
  );

/** @param {CycleView} view */
function traceOf(view) {
  const failures = failuresOf(view);
  const scores = {
    score: Object.fromEntries(view.scorers.map((plugin) => [plugin, scoresByName(view.raw(plugin), view)])),
    normalized: Object.fromEntries(
      view.scorers.map((plugin) => [plugin, scoresByName(view.normalized(plugin), view)]),
    ),
    total: scoresByName(view.total, view),
    best: namesOf(view.best, view),
  };
  return {
    ...view.trace,
    ...(view.trace.postFilter && { postFilter: { ...view.trace.postFilter, ...preemptionOf(view) } }),
    ...(view.rejects && { filter: failures }),
    feasible: namesOf(
      [...view.feasible].sort((a, b) => a - b),
      view,
    ),
    ...(view.scored && scores),
  };
}

/** @param {CycleView} view */
function failuresOf(view) {
  const passes = view.columns.filter?.passes;
  return Object.fromEntries(
    [...view.names.entries()].flatMap(([node, name]) => {
      const first = view.rejection(node);
      if (first === null) return [];
      const statuses = (view.plugins.Filter ?? []).flatMap((plugin) =>
        view.status(plugin, node) ? [[plugin, view.status(plugin, node)]] : [],
      );
      const at = passes ? passes.node.indexOf(node) : -1;
      return [[name, { ...Object.fromEntries(statuses), first, ...(at >= 0 && { pass: passes?.pass[at] }) }]];
    }),
  );
}

/** @param {CycleView} view */
function preemptionOf(view) {
  const { preemption } = view.columns;
  if (!preemption) return {};
  const { candidates, rejected } = preemption;
  const tried = Array.from(candidates.node, (node, i) => [
    view.names[node],
    { victims: view.victimsOn(node), pdbViolations: candidates.pdbViolations[i] },
  ]);
  const best = namesOf(
    [...view.names.keys()].filter((node) => view.isBestCandidate(node)),
    view,
  );
  const failed = Array.from(rejected.node, (node, i) => [
    view.names[node],
    rejected.statuses[rejected.status[i]],
  ]);
  return {
    ...(tried.length && { candidates: Object.fromEntries(tried) }),
    ...(best.length && { best }),
    ...(failed.length && { rejected: Object.fromEntries(failed) }),
  };
}

/** @param {HardConstraint | SoftConstraint} constraint @param {CycleView} view */
function constraintOf(constraint, view) {
  const { domainOf: _, exclusionOf, excluded, domains, ...rest } = constraint;
  for (const domain of domains)
    for (const node of domain.nodes) assert.equal(constraint.domainOf(node), domain);
  for (const node of excluded) assert.equal(constraint.domainOf(node), null);
  return {
    ...rest,
    domains: domains.map((domain) => {
      const { closed: _closed, ...byName } = { closed: [], ...domain };
      return { ...byName, nodes: namesOf(domain.nodes, view) };
    }),
    not_counted: excluded.map((node) => ({ node: view.names[node], rule: exclusionOf(node) })),
  };
}

/** @param {Affinity} affinity @param {CycleView} view */
function affinityOf({ heatmap, ...rest }, view) {
  const nodes = [...view.feasible];
  return {
    ...rest,
    heatmap: {
      keys: heatmap.keys,
      nodes: namesOf(nodes, view),
      cells: heatmap.keys.length ? nodes.map((node) => heatmap.points.map((points) => points[node])) : [],
    },
  };
}
