// What the pod asks of nodes, requirement by requirement, and the nodes grouped by which of them they meet.

/** @import { NodeClause } from "../../types/engine.js" */

/**
 * @typedef {{nodes: number[], fails: number[], passes: boolean, away: number}} ClauseGroup nodes that fail
 *   the same requirements, by their places; `away`: the fewest requirements that would have to be met besides
 */

/**
 * The nodes by the requirements that they fail: those nearest to passing first.
 * @param {NodeClause[]} clauses @param {number} size how many nodes there are
 * @returns {ClauseGroup[]}
 */
export function groupsOf(clauses, size) {
  /** @type {Map<string, ClauseGroup>} */
  const groups = new Map();
  for (let node = 0; node < size; node += 1) {
    const fails = [...clauses.keys()].filter((i) => !clauses[i].accepts[node]);
    const key = fails.join();
    const group = groups.get(key);
    if (group) group.nodes.push(node);
    else groups.set(key, { nodes: [node], fails, ...distance(clauses, new Set(fails)) });
  }
  return [...groups.values()].sort((a, b) => a.away - b.away || b.nodes.length - a.nodes.length);
}

/**
 * All of nodeSelector must hold, and all of one term of each node affinity.
 * @param {NodeClause[]} clauses @param {Set<number>} fails places in `clauses`
 */
function distance(clauses, fails) {
  let away = 0;
  for (const origin of new Set(clauses.map((clause) => clause.origin))) {
    /** @type {Map<number, number>} by term how many of its requirements fail */
    const terms = new Map();
    clauses.forEach((clause, i) => {
      if (clause.origin === origin)
        terms.set(clause.term, (terms.get(clause.term) ?? 0) + Number(fails.has(i)));
    });
    away += Math.min(...terms.values());
  }
  return { away, passes: away === 0 };
}

/** How many nodes meet a requirement alone. @param {NodeClause} clause @param {number} size */
export function meeting({ accepts }, size) {
  let count = 0;
  for (let node = 0; node < size; node += 1) count += accepts[node];
  return count;
}
