// What NodeResourcesFit found missing: per node and resource, the nearest nodes first, equal ones together.

import { requestsOf } from "../../model/amounts.js";
import { matrixOf } from "../../model/matrix.js";
import { sortOf } from "../../model/nodegroups.js";
import { roomOf } from "../../model/room.js";

/** @import { Cluster } from "../../model/cluster.js" */
/** @import { Viewed } from "../descriptor.js" */

const PLUGIN = "NodeResourcesFit";
const TOO_MANY_PODS = "Too many pods";
const INSUFFICIENT = "Insufficient ";

/**
 * @typedef {{used: number, allocatable: number, missing: number}} Amounts `missing` is 0 where it fits
 * @typedef {{node: number, amounts: Amounts[], tooSmall: boolean, share: number}} ShortNode by place in
 *   nodeOrder, with its amounts in the order of the resources; `share`: what is missing, in requests
 * @typedef {{resource: string, request: number, free: number, largest: number, largestNode: number}} Short a
 *   resource that nodes are short of, with what is free on all of them and on one
 */

/**
 * @typedef {object} Shortfall
 * @property {number} checked nodes that were still in
 * @property {Short[]} resources those that most nodes are short of first
 * @property {ShortNode[]} full large enough, but too full; the nearest first
 * @property {ShortNode[][]} small too small even when empty, equal sorts of nodes together
 */

/** @param {Viewed} now @returns {Shortfall | null} null while the cluster is on its way */
export function shortfallOf(now) {
  const { cluster, fold, data } = now;
  if (!cluster || !fold) return null;
  const matrix = matrixOf(data);
  const rejected = matrix.nodes.filter((node) =>
    ["rejected", "unresolvable"].includes(matrix.cell(node, PLUGIN, now.rest).state),
  );
  const resources = shortResources(now, rejected);
  const requests = new Map(requestsOf(now));
  const wanted = resources.map((name) => (name === "pods" ? 1 : Number(requests.get(name) ?? 0)));
  const rooms = resources.map((name) => roomOf(cluster, fold, name));
  const rows = rejected.map((node) => shortNode(node, wanted, rooms)).sort((a, b) => a.share - b.share);
  return {
    checked: rejected.length + (matrix.left.get(PLUGIN) ?? 0),
    resources: resources.map((resource, i) => ({ resource, request: wanted[i], ...free(rows, i) })),
    full: rows.filter(({ tooSmall }) => !tooSmall),
    small: bySort(
      rows.filter(({ tooSmall }) => tooSmall),
      cluster,
    ),
  };
}

/** The resources in the reasons, those of most nodes first. @param {Viewed} now @param {number[]} nodes */
function shortResources({ data }, nodes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const node of nodes)
    for (const reason of data.status(PLUGIN, node)?.reasons ?? []) {
      const resource = reason === TOO_MANY_PODS ? "pods" : reason.replace(INSUFFICIENT, "");
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    }
  return [...counts].sort(([, a], [, b]) => b - a).map(([resource]) => resource);
}

/**
 * @param {number} node @param {number[]} wanted by resource @param {ReturnType<typeof roomOf>[]} rooms
 * @returns {ShortNode}
 */
function shortNode(node, wanted, rooms) {
  const amounts = rooms.map((room, i) => {
    const { used, allocatable } = room(node);
    return { used, allocatable, missing: Math.max(0, used + wanted[i] - allocatable) };
  });
  return {
    node,
    amounts,
    tooSmall: amounts.some(({ allocatable }, i) => wanted[i] > allocatable),
    share: amounts.reduce((sum, { missing }, i) => sum + missing / Math.max(wanted[i], 1), 0),
  };
}

/** @param {ShortNode[]} rows @param {number} i of the resource */
function free(rows, i) {
  let [total, largest, largestNode] = [0, -1, -1];
  for (const { node, amounts } of rows) {
    const left = Math.max(0, amounts[i].allocatable - amounts[i].used);
    total += left;
    if (left > largest) [largest, largestNode] = [left, node];
  }
  return { free: total, largest, largestNode };
}

/**
 * Nodes of one pool and type together, in the order of their nearest.
 * @param {ShortNode[]} rows @param {Cluster} cluster
 */
function bySort(rows, cluster) {
  /** @type {Map<string, ShortNode[]>} */
  const groups = new Map();
  for (const row of rows) {
    const key = sortOf(cluster.nodes[row.node]);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()];
}
