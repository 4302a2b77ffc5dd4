// The nodes of a cluster by pool and zone, with headings: "userpool1 · 20 × D8s_v5 · zone 1".

import { integer } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { sharedStart } from "./names.js";

/** @import { Cluster } from "./cluster.js" */
/** @import { Families, NodeKind } from "./families.js" */

/**
 * A pool, and its nodes in each of the zones by their index in the cluster.
 * @typedef {{pool: string, nodes: number[], cells: number[][]}} PoolRow
 * @typedef {{zones: string[], rows: PoolRow[]}} PoolGrid the zones by name, "" of nodes without one
 */

const { compare } = new Intl.Collator("en", { numeric: true });

/** @param {Families} families @param {(name: string) => number} indexOf @returns {PoolGrid} */
export function poolGrid(families, indexOf) {
  const zones = [...new Set(families.kinds.map(({ zone }) => zone))].sort(
    (a, b) => Number(!a) - Number(!b) || compare(a, b),
  );
  const rows = families.list.map(({ pool, nodes }) => {
    /** @type {number[][]} */
    const cells = zones.map(() => []);
    for (const { name, zone } of inOrder(nodes)) cells[zones.indexOf(zone)].push(indexOf(name));
    return { pool: families.poolText(pool), nodes: cells.flat(), cells };
  });
  return { zones, rows };
}

/** @param {NodeKind[]} nodes */
const inOrder = (nodes) => [...nodes].sort((a, b) => compare(a.name, b.name));

/** The zones without what all their names begin with: "1a" for "eu-west-1a". @param {string[]} zones */
export function zoneTexts(zones) {
  const named = zones.filter(Boolean);
  const start = sharedStart(named);
  return new Map(zones.map((zone) => [zone, zone ? zone.slice(start) : t("no zone")]));
}

/**
 * What a group of nodes is: "userpool1 · 20 × D8s_v5 · zone 1".
 * @param {string} pool in few words, "" without one @param {string[]} shapes of its nodes
 * @param {string} [zone] in few words; without one the place says it
 */
export function headingOf(pool, shapes, zone) {
  const shape = shapesText(shapes);
  const counted = shape
    ? t("{n} × {name}", { n: integer(shapes.length), name: shape })
    : tn("{n} node", "{n} nodes", shapes.length);
  return [pool, counted, zone && t("zone {zone}", { zone })].filter(Boolean).join(" · ");
}

const MOST_SHAPES = 2;

/** @param {string[]} shapes */
function shapesText(shapes) {
  const all = [...new Set(shapes)];
  if (all.length > MOST_SHAPES) return tn("{n} type", "{n} types", all.length);
  return all.filter(Boolean).join(", ");
}

/** The heading of nodes by their index. @param {Cluster} cluster @param {number[]} nodes
 * @param {string} pool @param {string} [zone] */
export const headingIn = ({ short }, nodes, pool, zone) =>
  headingOf(
    pool,
    nodes.map((node) => short.kinds[node].shape),
    zone,
  );
