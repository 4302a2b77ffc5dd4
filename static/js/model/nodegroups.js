// Nodes that belong together, named by what they share: "9 × m6i.4xlarge general".

import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { zoneTexts, zoneWords } from "./zonewords.js";
import { platformOf, poolOf, TYPE_KEYS, typeOf, typeTextOf, ZONE_KEYS, zoneOf } from "./nodekinds.js";
import { POOL_KEYS } from "./poolkeys.js";

/** @import { Cluster, Node } from "./cluster.js" */

const CORDONED = "node.kubernetes.io/unschedulable";

/**
 * The label keys that name zones, pools and types of a cluster's nodes: one each, or none.
 * @param {Cluster} cluster
 */
export function groupingKeys({ labels }) {
  /** @param {string[]} keys */
  const first = (keys) => keys.filter((key) => key in labels).slice(0, 1);
  return { zone: first(ZONE_KEYS), pool: first(POOL_KEYS), type: first(TYPE_KEYS) };
}

/** @type {WeakMap<string[], string[]>} equal taints are one list */
const keysByTaints = new WeakMap();

/** The keys of the taints besides the cordon's. @param {Node} node */
export function taintKeysOf({ taints }) {
  const keys =
    keysByTaints.get(taints) ??
    taints.map((taint) => taint.split(/[=:]/)[0]).filter((key) => key !== CORDONED);
  keysByTaints.set(taints, keys);
  return keys;
}

/**
 * What a node is, apart from its zone and its name: nodes with equal texts are of one group.
 * @param {Node} node
 */
export const sortOf = (node) =>
  node.unschedulable ? CORDONED : [poolOf(node), typeOf(node), ...taintKeysOf(node)].join("|");

/**
 * What nodes share, the most telling first: `name` in a word or two, empty where they share nothing that the
 * others have not, and `detail`, which may be empty too.
 * @typedef {{name: string, detail: string}} Group
 */

/**
 * The group that nodes of a cluster make. A zone is part of it where the cluster has several, unless the
 * place says which it is.
 * @param {Cluster} cluster @param {number[]} indices of the nodes @param {{zone?: boolean}} [options]
 * @returns {Group}
 */
export function groupOf(cluster, indices, { zone: withZone = true } = {}) {
  const nodes = indices.map((index) => cluster.nodes[index]);
  const isCordoned = nodes.every(({ unschedulable }) => unschedulable);
  const pool = sharedBy(nodes, poolOf);
  const platform = cluster.pools.platforms && sharedBy(nodes, platformOf);
  const { zones } = factsOf(cluster);
  const zone = withZone && zones.size > 1 && sharedBy(nodes, zoneOf);
  const taints = sharedBy(nodes, (node) => taintKeysOf(node).join(", "));
  const type = typeBeside(cluster, nodes, pool, Boolean(taints));
  const parts = [
    isCordoned && t("cordoned"),
    type,
    pool && (type || isCordoned || pool.endsWith("pool") ? pool : t("pool {pool}", { pool })),
    !pool && isCordoned && poolsOf(nodes),
    platform,
    zone && zoneWords(zoneTexts([...zones]).get(zone) ?? zone),
    taints && t("tainted {keys}", { keys: taints }),
  ].flatMap((part) => part || []);
  const [name = labelBy(cluster, indices), ...rest] = parts;
  return { name, detail: rest.join(", ") };
}

/**
 * "9 × m6i.4xlarge general, zone 1a".
 * @param {Cluster | null} cluster null while it is not here
 * @param {number[]} indices of the nodes @param {{zone?: boolean}} [options]
 */
export function groupText(cluster, indices, options) {
  const { name, detail } = cluster ? groupOf(cluster, indices, options) : { name: "", detail: "" };
  const counted = name
    ? t("{n} × {name}", { n: integer(indices.length), name })
    : tn("{n} node", "{n} nodes", indices.length);
  return detail ? `${counted} ${detail}` : counted;
}

/**
 * The type that all share, unless the pool says it: one that is tainted is known by its name.
 * @param {Cluster} cluster @param {Node[]} nodes @param {string | undefined} pool @param {boolean} tainted
 */
function typeBeside(cluster, nodes, pool, tainted) {
  const alone = pool && factsOf(cluster).typesByPool.get(pool)?.size === 1;
  return tainted && alone ? undefined : sharedBy(nodes, typeTextOf);
}

/**
 * The rarest label that all of them have, "disk=ssd", or "" if all nodes of the cluster have it too.
 * @param {Cluster} cluster @param {number[]} indices
 */
function labelBy(cluster, [first, ...others]) {
  let [rarest, least] = ["", cluster.nodes.length];
  for (const [key, { values, codes }] of Object.entries(cluster.labels)) {
    const code = codes[first];
    if (code < 0 || others.some((node) => codes[node] !== code)) continue;
    const count = codes.reduce((sum, other) => sum + Number(other === code), 0);
    if (count < least) [rarest, least] = [`${key}=${values[code]}`, count];
  }
  return rarest;
}

/**
 * The value that all nodes have.
 * @param {Node[]} nodes @param {(node: Node) => string | undefined} property @returns {string | undefined}
 */
function sharedBy([first, ...others], property) {
  const value = property(first);
  return others.every((node) => property(node) === value) ? value : undefined;
}

const MOST_POOLS = 2;

/** @param {Node[]} nodes */
function poolsOf(nodes) {
  const pools = [...new Set(nodes.map(poolOf))].flatMap((pool) => pool ?? []);
  return pools.length > MOST_POOLS ? "" : pools.join(", ");
}

/** @typedef {{typesByPool: Map<string, Set<string>>, zones: Set<string>}} Facts */

/** @type {WeakMap<Cluster, Facts>} */
const factsByCluster = new WeakMap();

/** @param {Cluster} cluster @returns {Facts} */
function factsOf(cluster) {
  const cached = factsByCluster.get(cluster);
  if (cached) return cached;
  const facts = { typesByPool: new Map(), zones: new Set() };
  for (const node of cluster.nodes) {
    const [pool, type, zone] = [poolOf(node), typeOf(node), zoneOf(node)];
    if (zone) facts.zones.add(zone);
    if (pool && type) facts.typesByPool.set(pool, (facts.typesByPool.get(pool) ?? new Set()).add(type));
  }
  factsByCluster.set(cluster, facts);
  return facts;
}
