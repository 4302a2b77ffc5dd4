// Lanes of nodes by pool and zone, each group under its heading.

import { headingOf } from "../../model/poolgrid.js";
import { zoneTexts } from "../../model/zonewords.js";

/** @import { Pools } from "../../model/pools.js" */

/**
 * @param {Pools} pools @param {number[]} lanes by index @param {(lane: number) => string} nameOf
 * @returns {{heading: string, members: number[]}[]} no heading where there is one group
 */
export function laneGroups(pools, lanes, nameOf) {
  const kinds = new Map(pools.kinds.map((kind) => [kind.name, kind]));
  const zones = [...new Set(pools.kinds.map(({ zone }) => zone))];
  const texts = zoneTexts(zones);
  /** @type {Map<string, {pool: string, zone: string, members: number[]}>} */
  const groups = new Map();
  for (const lane of lanes) {
    const [pool, zone] = [pools.poolOf(nameOf(lane)), kinds.get(nameOf(lane))?.zone ?? ""];
    const key = `${pool}|${zone}`;
    const group = groups.get(key) ?? { pool, zone, members: [] };
    group.members.push(lane);
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { pool, zone, members }]) => {
      const here = pools.kinds.filter((kind) => kind.zone === zone && pools.poolOf(kind.name) === pool);
      const heading = headingOf(
        pool,
        here.map(({ shape }) => shape),
        zones.length > 1 && zone ? texts.get(zone) : undefined,
        pools.platforms ? here.map(({ platform }) => platform) : [],
      );
      return { heading: groups.size > 1 ? heading : "", members };
    });
}
