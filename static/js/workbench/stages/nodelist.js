// Which nodes the matrix lists, in which order, and which of them stand for others that are equal.

import { domainOf } from "../../model/fold.js";

const MANY = 60; // nodes; above it equal ones are one row

/** @typedef {{kind: "node", node: number, place: number, pinned?: boolean} | {kind: "equal", node: number, nodes: number[], place: number, key: string} | {kind: "end"}} Item */

/**
 * @param {any} matrix @param {any} now
 * @param {{shown: string, order: string, fold: boolean, opened: Set<string>, grouping: string[], pins: string[], only: Set<number> | null}} choice
 * @returns {Item[]}
 */
export function itemsOf(matrix, now, { shown, order, fold, opened, grouping, pins, only }) {
  const place = new Map(matrix.nodes.map((node, i) => [node, i]));
  const rejected = (node) => Boolean(matrix.first(node));
  const wanted = matrix.nodes.filter(
    (node) =>
      (!only || only.has(node)) &&
      (shown === "all" || (shown === "feasible" ? matrix.isFeasible(node) : rejected(node))),
  );
  const sorted = order === "visited" ? wanted : [...wanted].sort(ORDERS[order](matrix, place));
  const single = (node) => ({ kind: /** @type {const} */ ("node"), node, place: place.get(node) });
  const items =
    fold && canFold(matrix)
      ? folded(sorted, keyOf(matrix, now, grouping), opened, single)
      : sorted.map(single);
  const top = pins
    .map((name) => now.data.indexOf(name))
    .filter((node) => node >= 0)
    .map((node) => ({ ...single(node), pinned: true }));
  return [...top, ...(order === "visited" && shown === "all" ? withEnd(items, matrix) : items)];
}

export const canFold = (matrix) => matrix.nodes.length > MANY;

const ORDERS = {
  name:
    ({ name }) =>
    (a, b) =>
      name(a) < name(b) ? -1 : Number(name(a) > name(b)),
  verdict: (matrix, place) => (a, b) => rank(matrix, a) - rank(matrix, b) || place.get(a) - place.get(b),
};

// Feasible nodes first, then by the plugin that rejected, the last one first: those came furthest.
function rank(matrix, node) {
  if (matrix.isFeasible(node)) return -1;
  const first = matrix.first(node);
  return first ? matrix.plugins.length - matrix.plugins.indexOf(first) : matrix.plugins.length + 1;
}

/** @type {WeakMap<any, {question: string, key: (node: number) => string}>} */
const kept = new WeakMap();

/** What equal nodes share, worked out once for a matrix. */
function keyOf(matrix, now, grouping) {
  const question = `${now.rest}/${grouping.join()}/${Boolean(now.cluster)}`;
  if (kept.get(matrix)?.question !== question) {
    const known = new Map();
    const make = maker(matrix, now, grouping);
    kept.set(matrix, {
      question,
      key: (node) => known.get(node) ?? (known.set(node, make(node)), known.get(node)),
    });
  }
  return kept.get(matrix).key;
}

// Nodes of one domain that every plugin answers alike, in the order of the plugins.
function maker(matrix, now, grouping) {
  return (node) => {
    const known = now.cluster?.nodes[node];
    const cells = matrix.ran.map((plugin) => {
      const { state, reasons } = matrix.cell(node, plugin, now.rest);
      return `${state}${reasons.join()}`;
    });
    return [known ? domainOf(known, grouping).join("/") : "", ...cells].join("|");
  };
}

function folded(nodes, key, opened, single) {
  const classes = new Map();
  for (const node of nodes) {
    const name = key(node);
    if (classes.has(name)) classes.get(name).push(node);
    else classes.set(name, [node]);
  }
  return [...classes].flatMap(([name, members]) => {
    if (members.length === 1) return [single(members[0])];
    const head = { ...single(members[0]), kind: /** @type {const} */ ("equal"), nodes: members, key: name };
    return opened.has(name) ? [head, ...members.map(single)] : [head];
  });
}

// The search ended before the first node that was not visited.
function withEnd(items, matrix) {
  const at = items.findIndex(
    (item) => matrix.ran.length && matrix.cell(item.node, matrix.ran[0]).state === "unevaluated",
  );
  return at > 0 ? [...items.slice(0, at), { kind: /** @type {const} */ ("end") }, ...items.slice(at)] : items;
}
