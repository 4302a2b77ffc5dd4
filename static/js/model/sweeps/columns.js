// The columns of a table over nodes: grouped by zone, folded to zones, or to the busiest nodes, where there
// are too many.

/** @import { SweepNode } from "../../types/engine.js" */

/**
 * @typedef {Pick<SweepNode, "name" | "zone">} PlacedNode
 *
 * @typedef {object} Column
 * @property {"node" | "zone" | "others"} kind
 * @property {string} name of the node or zone, "" of the others
 * @property {number[]} nodes the indices of all that it counts
 *
 * @typedef {{zone: string, columns: Column[]}} Group the zone is "" where the columns have none, or many
 */

export const MOST_COLUMNS = 24;

/** The nodes of each zone, in the order in which zones appear. @param {PlacedNode[]} nodes */
export function zonesOf(nodes) {
  /** @type {Map<string, number[]>} */
  const zones = new Map();
  nodes.forEach(({ zone }, i) => {
    if (!zone) return;
    const members = zones.get(zone);
    if (members) members.push(i);
    else zones.set(zone, [i]);
  });
  return zones;
}

/**
 * @param {PlacedNode[]} nodes
 * @param {(node: number) => number} weight how busy a node is: which ones are listed where not all can be
 * @param {object} [options]
 * @param {string} [options.opened] a zone whose nodes are listed where zones are
 * @param {boolean} [options.folds] whether many nodes fold to zones, not to the busiest
 * @param {number} [options.most]
 * @returns {Group[]}
 */
export function groupsOf(nodes, weight, { opened = "", folds = true, most = MOST_COLUMNS } = {}) {
  const zones = zonesOf(nodes);
  if (nodes.length <= most) return byZone(nodes, zones);
  const inZone = zones.get(opened);
  if (inZone) return [{ zone: opened, columns: busiest(nodes, inZone, weight, most) }];
  if (folds && zones.size > 1 && zones.size <= most)
    return [{ zone: "", columns: zoneColumns(nodes, zones) }];
  return [{ zone: "", columns: busiest(nodes, [...nodes.keys()], weight, most) }];
}

/**
 * Many nodes by zone and pool; null where they are few, in one group, or those of one zone are listed.
 * @param {(PlacedNode & {pool: string})[]} nodes @param {string} opened the zone, "" without one
 */
export function foldedByPool(nodes, opened) {
  if (nodes.length <= MOST_COLUMNS || nodes.some(({ zone }) => zone && zone === opened)) return null;
  /** @type {Map<string, Map<string, number[]>>} */
  const zones = new Map();
  nodes.forEach(({ zone, pool }, i) => {
    const pools = zones.get(zone) ?? new Map();
    zones.set(zone, pools.set(pool, [...(pools.get(pool) ?? []), i]));
  });
  const folded = [...zones].map(([zone, pools]) => ({
    zone,
    pools: [...pools].map(([pool, members]) => ({ pool, nodes: members })),
  }));
  const count = folded.reduce((sum, { pools }) => sum + pools.length, 0);
  return count > 1 && count <= MOST_FOLDED ? folded : null;
}

const MOST_FOLDED = 48;

/**
 * Columns of whole zones beside those of nodes; none where there is nothing to sum up.
 * @param {PlacedNode[]} nodes
 */
export function wholeZones(nodes) {
  const zones = zonesOf(nodes);
  const isFolded = nodes.length > MOST_COLUMNS;
  return isFolded || zones.size < 2 || zones.size === nodes.length ? [] : zoneColumns(nodes, zones);
}

/** The sum of a row over a column. @param {Column} column @param {(node: number) => number} count */
export const sumOver = ({ nodes }, count) => nodes.reduce((sum, node) => sum + count(node), 0);

/** @param {PlacedNode[]} nodes @param {Map<string, number[]>} zones @returns {Group[]} */
function byZone(nodes, zones) {
  const groups = [...zones].map(([zone, members]) => ({
    zone,
    columns: members.map((i) => nodeColumn(nodes, i)),
  }));
  const rest = outside(nodes);
  return rest.length ? [...groups, { zone: "", columns: rest.map((i) => nodeColumn(nodes, i)) }] : groups;
}

/** @param {PlacedNode[]} nodes @param {Map<string, number[]>} zones @returns {Column[]} */
function zoneColumns(nodes, zones) {
  const columns = [...zones].map(([name, members]) => ({
    kind: /** @type {const} */ ("zone"),
    name,
    nodes: members,
  }));
  const rest = outside(nodes);
  return rest.length ? [...columns, { kind: "others", name: "", nodes: rest }] : columns;
}

/** Those without a zone. @param {PlacedNode[]} nodes */
const outside = (nodes) => [...nodes.keys()].filter((i) => !nodes[i].zone);

/**
 * The busiest of some nodes, in their own order, and the others as one.
 * @param {PlacedNode[]} nodes @param {number[]} members
 * @param {(node: number) => number} weight @param {number} most
 * @returns {Column[]}
 */
function busiest(nodes, members, weight, most) {
  if (members.length <= most) return members.map((i) => nodeColumn(nodes, i));
  const order = [...members].sort((a, b) => weight(b) - weight(a) || a - b);
  const listed = order.slice(0, most - 1).sort((a, b) => a - b);
  const rest = order.slice(most - 1);
  return [...listed.map((i) => nodeColumn(nodes, i)), { kind: "others", name: "", nodes: rest }];
}

/** @param {PlacedNode[]} nodes @param {number} i @returns {Column} */
const nodeColumn = (nodes, i) => ({ kind: "node", name: nodes[i].name, nodes: [i] });
