// What InterPodAffinity counted, from columns: terms, the tables of counts by domain, and points by node.

/**
 * @import {
 *   AffinityLedgerColumns, Column, ExistingTerm, IncomingTerm, PairCount, PairCountColumns, PairScore,
 *   PairScoreColumns,
 * } from "../types/engine.js"
 */

/** @typedef {ReturnType<typeof affinityOf>} Affinity */

/**
 * @param {AffinityLedgerColumns} columns
 * @param {(column: Column) => Float64Array} byNode spreads what feasible nodes have
 */
export function affinityOf(columns, byNode) {
  const { terms, affinity_counts, anti_affinity_counts, existing_anti_affinity_counts, scores, heatmap } =
    columns;
  return {
    ...columns,
    terms: terms.map(
      (term) => /** @type {IncomingTerm | ExistingTerm} */ ({ ...term, domains: countsOf(term.domains) }),
    ),
    affinity_counts: pairsOf(affinity_counts),
    anti_affinity_counts: pairsOf(anti_affinity_counts),
    existing_anti_affinity_counts: pairsOf(existing_anti_affinity_counts),
    scores: pointsOf(scores),
    /** Per topology key, in this order, the points of each node. */
    heatmap: { keys: heatmap.keys, points: heatmap.cells.map(byNode) },
  };
}

/** @param {{value: string[], count: Column}} domains */
const countsOf = ({ value, count }) => value.map((name, i) => ({ value: name, count: count[i] }));

/** @param {PairCountColumns} columns @returns {PairCount[]} */
const pairsOf = ({ term, terms, value, count, pods }) =>
  value.map((name, i) => ({ ...terms[term[i]], value: name, count: count[i], pods: pods[i] }));

/** @param {PairScoreColumns} columns @returns {PairScore[]} */
const pointsOf = ({ keys, key, value, score }) =>
  value.map((name, i) => ({ key: keys[key[i]], value: name, score: score[i] }));
