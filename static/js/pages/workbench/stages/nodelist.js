// The nodes that the matrix lists, their order, and the folding of equal ones.

import { domainOf } from "../../../model/fold.js";
import { sortOf } from "../../../model/nodegroups.js";

/** @import { Matrix } from "../../../model/matrix.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

const MANY = 20; // nodes; above it equal ones are one row

/**
 * @typedef {{kind: "node", node: number, place: number, pinned?: boolean}} NodeItem
 * @typedef {{kind: "equal", node: number, place: number, nodes: number[], key: string}} EqualItem stands for
 *   `nodes`
 * @typedef {{kind: "end"}} EndItem the search ended there
 * @typedef {NodeItem | EqualItem | EndItem} Item
 */

/**
 * @typedef {"all" | "rejected" | "feasible"} Verdict
 * @typedef {"visited" | "name" | "verdict"} Order
 *
 * @typedef {object} Listing
 * @property {Verdict} verdict
 * @property {Order} order
 * @property {boolean} fold equal nodes are one row
 * @property {Set<string>} opened the classes of equal nodes that are listed one by one
 */

/**
 * @typedef {Listing & {grouping: string[], pins: string[], only: Set<number> | null}} Choice `only` null: all
 */

/**
 * The items to list, in order.
 * @param {Matrix} matrix @param {Viewed} now @param {Choice} choice @returns {Item[]}
 */
export function itemsOf(matrix, now, { verdict, order, fold, opened, grouping, pins, only }) {
  const place = new Map(matrix.nodes.map((node, i) => [node, i]));
  /** @param {number} node */
  const rejected = (node) => Boolean(matrix.first(node));
  const selected = matrix.nodes.filter(
    (node) =>
      (!only || only.has(node)) &&
      (verdict === "all" || (verdict === "feasible" ? matrix.isFeasible(node) : rejected(node))),
  );
  const sorted = order === "visited" ? selected : [...selected].sort(ORDERS[order](matrix, place));
  /** @param {number} node @returns {NodeItem} */
  const single = (node) => ({ kind: "node", node, place: place.get(node) ?? 0 });
  const items =
    fold && canFold(matrix)
      ? folded(sorted, keyOf(matrix, now, grouping), opened, single)
      : sorted.map(single);
  const top = pins
    .map((name) => now.data.indexOf(name))
    .filter((node) => node >= 0)
    .map((node) => ({ ...single(node), pinned: true }));
  return [...top, ...(order === "visited" && verdict === "all" ? withEnd(items, matrix) : items)];
}

/** @param {Matrix} matrix */
export const canFold = (matrix) => matrix.nodes.length > MANY;

/** @typedef {(a: number, b: number) => number} Comparison */

/** @type {Record<Exclude<Order, "visited">, (matrix: Matrix, place: Map<number, number>) => Comparison>} */
const ORDERS = {
  name:
    ({ name }) =>
    (a, b) =>
      name(a) < name(b) ? -1 : Number(name(a) > name(b)),
  verdict: (matrix, place) => (a, b) =>
    rank(matrix, a) - rank(matrix, b) || (place.get(a) ?? 0) - (place.get(b) ?? 0),
};

/**
 * Feasible nodes first, then by the plugin that rejected, the last one first: those came furthest.
 * @param {Matrix} matrix @param {number} node
 */
function rank(matrix, node) {
  if (matrix.isFeasible(node)) return -1;
  const first = matrix.first(node);
  return first ? matrix.plugins.length - matrix.plugins.indexOf(first) : matrix.plugins.length + 1;
}

/** @type {WeakMap<Matrix, {question: string, key: (node: number) => string}>} */
const keysByMatrix = new WeakMap();

/**
 * What equal nodes share, computed once per matrix.
 * @param {Matrix} matrix @param {Viewed} now @param {string[]} grouping
 */
function keyOf(matrix, now, grouping) {
  const question = `${now.rest}/${grouping.join()}/${Boolean(now.cluster)}`;
  const cached = keysByMatrix.get(matrix);
  if (cached?.question === question) return cached.key;
  /** @type {Map<number, string>} */
  const keys = new Map();
  const make = maker(matrix, now, grouping);
  /** @param {number} node */
  const key = (node) => {
    const nodeKey = keys.get(node) ?? make(node);
    keys.set(node, nodeKey);
    return nodeKey;
  };
  keysByMatrix.set(matrix, { question, key });
  return key;
}

/**
 * The key of nodes of one pool and type with equal answers of every plugin; where plugins count by domain, in
 * one domain.
 * @param {Matrix} matrix @param {Viewed} now @param {string[]} grouping @returns {(node: number) => string}
 */
function maker(matrix, now, grouping) {
  const byDomain = Boolean(now.data.spread ?? now.data.affinity);
  return (node) => {
    const clusterNode = now.cluster?.nodes[node];
    const cells = matrix.ran.map((plugin) => {
      const { state, reasons } = matrix.cell(node, plugin, now.rest);
      return `${state}${reasons.join()}`;
    });
    const domain = clusterNode && byDomain ? domainOf(clusterNode, grouping).join("/") : "";
    return [domain, clusterNode ? sortOf(clusterNode) : "", ...cells].join("|");
  };
}

/**
 * @param {number[]} nodes @param {(node: number) => string} key @param {Set<string>} opened
 * @param {(node: number) => NodeItem} single
 */
function folded(nodes, key, opened, single) {
  /** @type {Map<string, number[]>} */
  const classes = new Map();
  for (const node of nodes) {
    const name = key(node);
    const members = classes.get(name);
    if (members) members.push(node);
    else classes.set(name, [node]);
  }
  return [...classes].flatMap(([name, members]) => {
    if (members.length === 1) return [single(members[0])];
    const { node, place } = single(members[0]);
    const head = { kind: /** @type {const} */ ("equal"), node, place, nodes: members, key: name };
    return opened.has(name) ? [head, ...members.map(single)] : [head];
  });
}

/**
 * The search ended before the first node that was not visited.
 * @param {(NodeItem | EqualItem)[]} items @param {Matrix} matrix @returns {Item[]}
 */
function withEnd(items, matrix) {
  const at = items.findIndex(
    (item) => matrix.ran.length && matrix.cell(item.node, matrix.ran[0]).state === "unevaluated",
  );
  return at > 0 ? [...items.slice(0, at), { kind: /** @type {const} */ ("end") }, ...items.slice(at)] : items;
}
