// Several nodes in a sentence: few by their names, many by what they share.

import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { groupOf, sortOf } from "../../../model/nodegroups.js";
import { listed } from "../../../parts/listed.js";

/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

const NAMED = 3; // names or groups
const FEW = 2; // of a group: these stand by their names

/** "a0x0, d3x3, 4 × spot-pool". @param {Pick<Viewed, "data" | "cluster">} now @param {number[]} nodes */
export function nodesText({ data, cluster }, nodes) {
  const names = nodes.length > NAMED && cluster ? grouped(cluster, nodes) : null;
  return listed(names ?? data.namesOf(nodes), NAMED);
}

/** Null if some group has no name, or there are too many. @param {Cluster} cluster @param {number[]} nodes */
function grouped(cluster, nodes) {
  const groups = Map.groupBy(nodes, (node) => sortOf(cluster.nodes[node]));
  const texts = [...groups.values()].flatMap((group) => {
    if (group.length <= FEW) return group.map((node) => cluster.nodes[node].name);
    const { name } = groupOf(cluster, group, { zone: false });
    return name ? [t("{n} × {name}", { n: integer(group.length), name })] : [""];
  });
  return texts.length <= NAMED && texts.every(Boolean) ? texts : null;
}
