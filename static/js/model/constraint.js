// A spread constraint with its domains, from columns. Nodes are numbers.

/**
 * @import {
 *   ClosedNodes, ClosingReason, Column, HardSpreadColumns, SoftSpreadColumns, SpreadDomainColumns,
 *   UncountedNodeColumns,
 * } from "../types/engine.js"
 */

/**
 * @typedef {ReturnType<typeof hardConstraint>} HardConstraint of Filter
 * @typedef {ReturnType<typeof softConstraint>} SoftConstraint of Score
 * @typedef {HardConstraint["domains"][number]} HardDomain
 * @typedef {SoftConstraint["domains"][number]} SoftDomain
 */

/** @param {HardSpreadColumns} columns @param {ClosedNodes} closed to the pod */
export function hardConstraint({ domains: table, not_counted, minimum, ...rest }, closed) {
  const domains = domainsOf(table).map((domain, i) => ({
    ...domain,
    /** Why none of its nodes can ever take the pod; empty where one can. */
    closed: closing(domain.nodes, closed),
    skew: table.skew[i],
    headroom: table.headroom[i],
    fits: table.fits[i] === 1,
  }));
  const heldBy = Array.from(minimum.held_by, (place) => table.value[place]);
  return { ...rest, ...members(domains, table, not_counted), minimum: { ...minimum, held_by: heldBy } };
}

/** The reasons that close all of the nodes. @param {Column} nodes @param {ClosedNodes} closed */
function closing(nodes, { by, reasons }) {
  /** @type {Set<ClosingReason>} */
  const distinct = new Set();
  for (const node of nodes) {
    if (by[node] < 0) return [];
    distinct.add(reasons[by[node]]);
  }
  return [...distinct];
}

/** @param {SoftSpreadColumns} columns */
export function softConstraint({ domains: table, not_counted, ...rest }) {
  const domains = domainsOf(table).map((domain, i) => ({ ...domain, points: table.points[i] }));
  return { ...rest, ...members(domains, table, not_counted) };
}

/** @param {SpreadDomainColumns} table */
function domainsOf({ value: values, of_node, count, pods }) {
  const nodes = nodesOf(of_node, values.length);
  return values.map((value, i) => ({
    value,
    count: count[i],
    /** Those that count in it. */
    nodes: nodes[i],
    /** The first of those that are counted. */
    pods: pods[i],
  }));
}

// Parts of one array, in which the nodes of a domain are adjacent.
/** @param {Column} of_node @param {number} domains */
function nodesOf(of_node, domains) {
  const ends = new Int32Array(domains);
  for (const place of of_node) if (place >= 0) ends[place] += 1;
  for (let i = 1; i < domains; i += 1) ends[i] += ends[i - 1];
  const starts = Int32Array.from(ends, (_, i) => ends[i - 1] ?? 0);
  const ordered = new Int32Array(ends.at(-1) ?? 0);
  const next = starts.slice();
  of_node.forEach((place, node) => place >= 0 && (ordered[next[place]++] = node));
  return Array.from(starts, (start, i) => ordered.subarray(start, ends[i]));
}

/**
 * @template D @param {D[]} domains @param {SpreadDomainColumns} table @param {UncountedNodeColumns} excluded
 */
const members = (domains, { of_node }, { rule, rules }) => ({
  domains,
  /** The domain in which a node counts, or null. @param {number} node @returns {D | null} */
  domainOf: (node) => domains[of_node[node]] ?? null,
  /** The nodes that count in no domain. */
  excluded: [...rule.keys()].filter((node) => rule[node]),
  /** The rule that keeps a node out of all domains, or null. @param {number} node */
  exclusionOf: (node) => rules[rule[node]] || null,
});
