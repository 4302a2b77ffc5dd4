// Lanes of nodes by pool and zone, each group under its heading.

import { headingOf } from "../../model/poolgrid.js";
import { zoneTexts } from "../../model/zonewords.js";

/** @import { Families } from "../../model/families.js" */

/**
 * @param {Families} families @param {number[]} lanes by index @param {(lane: number) => string} nameOf
 * @returns {{heading: string, members: number[]}[]} no heading where there is one group
 */
export function laneGroups(families, lanes, nameOf) {
  const kinds = new Map(families.kinds.map((kind) => [kind.name, kind]));
  const zones = [...new Set(families.kinds.map(({ zone }) => zone))];
  const texts = zoneTexts(zones);
  /** @type {Map<string, {pool: string, zone: string, members: number[]}>} */
  const groups = new Map();
  for (const lane of lanes) {
    const [pool, zone] = [families.poolOf(nameOf(lane)), kinds.get(nameOf(lane))?.zone ?? ""];
    const key = `${pool}|${zone}`;
    const group = groups.get(key) ?? { pool, zone, members: [] };
    group.members.push(lane);
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { pool, zone, members }]) => {
      const shapes = families.kinds
        .filter((kind) => kind.zone === zone && families.poolOf(kind.name) === pool)
        .map(({ shape }) => shape);
      const heading = headingOf(pool, shapes, zones.length > 1 && zone ? texts.get(zone) : undefined);
      return { heading: groups.size > 1 ? heading : "", members };
    });
}
