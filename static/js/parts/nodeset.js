// A set of nodes in one line, named by what they share, which opens into their names.

import { h, replace } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { groupText } from "../model/nodegroups.js";

/** @import { Cluster } from "../model/cluster.js" */
/** @import { CycleView } from "../model/cycleview.js" */

const MOST = 60; // names

/**
 * @param {ArrayLike<number>} nodes by place in nodeOrder
 * @param {{cluster: Cluster | null, data: CycleView}} now
 */
export function nodeSet(nodes, { cluster, data }) {
  const places = Array.from(nodes);
  if (places.length === 1) return nodeButton(data.names[places[0]]);
  const names = h("p.set-names");
  return h(
    "details.set",
    {
      ontoggle: () => {
        if (names.childElementCount) return;
        const listed = places
          .slice(0, MOST)
          .flatMap((node, i) => [i ? " " : "", nodeButton(data.names[node])]);
        replace(names, listed, places.length > MOST ? t(" and {n} more", { n: places.length - MOST }) : "");
      },
    },
    h("summary", groupText(cluster, places)),
    names,
  );
}

/** A node's name, which selects it. @param {string} node */
export const nodeButton = (node) => h("button.link.mono", { dataset: { node, pick: "node" } }, node);
