// The nodes of a cluster by pool and zone, with headings: "userpool1 · 20 × D8s_v5 · zone 1".

import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { zoneWords } from "./zonewords.js";

/** @import { Cluster } from "./cluster.js" */
/** @import { NodeKind } from "./pools.js" */

/**
 * A pool, and its nodes in each of the zones by their index in the cluster.
 * @typedef {{pool: string, nodes: number[], cells: number[][]}} PoolRow
 * @typedef {{zones: string[], rows: PoolRow[]}} PoolGrid the zones by name, "" of nodes without one
 */

const { compare } = new Intl.Collator("en", { numeric: true });

/**
 * Pools whose nodes are closed to most pods come last.
 * @param {Pick<Cluster, "pools" | "indexOf" | "nodes">} cluster @returns {PoolGrid}
 */
export function poolGrid({ pools, indexOf, nodes: all }) {
  const zones = [...new Set(pools.kinds.map(({ zone }) => zone))].sort(
    (a, b) => Number(!a) - Number(!b) || compare(a, b),
  );
  const rows = pools.list.map(({ pool, nodes }) => {
    /** @type {number[][]} */
    const cells = zones.map(() => []);
    for (const { name, zone } of inOrder(nodes)) cells[zones.indexOf(zone)].push(indexOf.get(name) ?? 0);
    return { pool, nodes: cells.flat(), cells };
  });
  /** @param {PoolRow} row */
  const isClosed = ({ nodes }) => nodes.every((node) => all[node].taints.length > 0);
  return { zones, rows: rows.sort((a, b) => Number(isClosed(a)) - Number(isClosed(b))) };
}

/** Names of one length count in letters too, as those of scale sets do. @param {NodeKind[]} nodes */
function inOrder(nodes) {
  const alike = nodes.every(({ name }) => name.length === nodes[0].name.length);
  return [...nodes].sort((a, b) => (alike ? (a.name < b.name ? -1 : 1) : compare(a.name, b.name)));
}

/**
 * What a group of nodes is: "userpool1 · 20 × D8s_v5 · zone 1 · arm64".
 * @param {string} pool "" without one @param {string[]} shapes of its nodes
 * @param {string} [zone] in few words; without one the place says it
 * @param {string[]} [platforms] of its nodes, where those of the cluster differ
 */
export const headingOf = (pool, shapes, zone, platforms = []) =>
  [pool, countText(shapes), zone && zoneWords(zone), platformText(platforms)].filter(Boolean).join(" · ");

/** "arm64", "3 × amd64, 2 × arm64" @param {string[]} platforms */
function platformText(platforms) {
  const known = [...new Set(platforms)].filter(Boolean).sort();
  if (known.length < 2) return known[0] ?? "";
  return known
    .map((name) =>
      t("{n} × {name}", { n: integer(platforms.filter((other) => other === name).length), name }),
    )
    .join(", ");
}

/** "20 × D8s_v5", "14 × m6i.large or c6i.large", "30 nodes of 5 types" @param {string[]} shapes */
function countText(shapes) {
  const nodes = tn("{n} node", "{n} nodes", shapes.length);
  const [first, second, ...others] = new Set(shapes.filter(Boolean));
  if (!first) return nodes;
  if (others.length) return t("{nodes} of {n} types", { nodes, n: others.length + 2 });
  const name = second ? t("{a} or {b}", { a: first, b: second }) : first;
  return t("{n} × {name}", { n: integer(shapes.length), name });
}

/**
 * The heading of nodes by their index.
 * @param {Pick<Cluster, "pools">} cluster @param {number[]} nodes @param {string} pool @param {string} [zone]
 */
export function headingIn({ pools }, nodes, pool, zone) {
  const kinds = nodes.map((node) => pools.kinds[node]);
  const platforms = pools.platforms ? kinds.map(({ platform }) => platform) : [];
  return headingOf(
    pool,
    kinds.map(({ shape }) => shape),
    zone,
    platforms,
  );
}
