// Nodes that could go: all at once, each for itself, and where their pods would be.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { Name } from "../../../parts/nameView.js";
import { miniMap } from "./minimap.js";

/** @import { FreeNode, Removal } from "../../../types/engine.js" */
/** @import { Cluster } from "../../../model/cluster.js" */

const ZONE = "topology.kubernetes.io/zone";
const FOLDED = 30; // nodes that are listed with their pods
const MOST_EMPTY = 60;

/** @param {Removal} answer @param {boolean} searching @param {Cluster | null} cluster */
export function nodesToDrop({ nodes, together }, searching, cluster) {
  if (!nodes.length)
    return h(
      "p.rp-sec",
      searching ? t("Searching…") : t("No node can be removed: its pods do not fit on the others."),
    );
  return [
    h(
      "section.rp-sec",
      { "aria-labelledby": "cap-drop" },
      h(
        "h2",
        { id: "cap-drop" },
        h("span.cap-big", integer(together.length)),
        searching
          ? tn("node can be removed so far", "nodes can be removed together so far", together.length)
          : tn("node can be removed", "nodes can be removed together", together.length),
        h("span.soft", t("{n} can, each by itself", { n: integer(nodes.length) })),
      ),
      cluster && map(cluster, nodes, together),
      h(
        "p.soft",
        t(
          "All their pods were placed again on the other nodes, except those of a DaemonSet. " +
            "Not necessarily the maximum. PodDisruptionBudgets and local data are not checked.",
        ),
      ),
    ),
    together.length ? list(t("Together"), together) : list(t("Each by itself"), nodes),
  ];
}

/** @param {string} title @param {FreeNode[]} nodes */
function list(title, nodes) {
  if (!nodes.length) return null;
  const [empty, others] = [nodes.filter(({ pods }) => !pods), nodes.filter(({ pods }) => pods)];
  return h(
    "details.rp-sec.cap-list",
    h("summary", h("b", title), " ", h("span.soft", tn("{n} node", "{n} nodes", nodes.length))),
    empty.length > 0 &&
      h(
        "p",
        h("span.soft", t("Nothing to move:")),
        " ",
        empty.slice(0, MOST_EMPTY).map(({ node }) => [h(Name, { name: node, class: "cap-empty" }), " "]),
        empty.length > MOST_EMPTY && tn("and {n} more", "and {n} more", empty.length - MOST_EMPTY),
      ),
    h("ul.cap-free", others.slice(0, FOLDED).map(item)),
    others.length > FOLDED && h("p.soft", tn("and {n} more", "and {n} more", others.length - FOLDED)),
  );
}

/** @param {FreeNode} node */
function item({ node, pods, moves }) {
  const entries = Object.entries(moves);
  if (!entries.length)
    return h(
      "li",
      { key: node },
      h(Name, { name: node }),
      " ",
      h("span.soft", tn("{n} pod moves", "{n} pods move", pods)),
    );
  return h(
    "li",
    { key: node },
    h(
      "details",
      h("summary", h(Name, { name: node }), " ", h("span.soft", tn("{n} pod moves", "{n} pods move", pods))),
      h(
        "ul.rp-moved",
        entries.map(([pod, to]) => h("li", { key: pod }, h(Name, { name: pod }), ` → ${to}`)),
      ),
    ),
  );
}

/** @param {Cluster} cluster @param {FreeNode[]} nodes @param {FreeNode[]} together */
function map({ nodes: all }, nodes, together) {
  const [free, gone] = [nodes, together].map((listed) => new Set(listed.map(({ node }) => node)));
  /** @type {Map<string, import("./minimap.js").Square[]>} */
  const zones = new Map();
  for (const { name, labels } of all) {
    const zone = labels[ZONE] ?? "";
    const squares = zones.get(zone) ?? [];
    squares.push({ name, kind: gone.has(name) ? "gone" : free.has(name) ? "free" : "" });
    zones.set(zone, squares);
  }
  const order = ["gone", "free", ""];
  const groups = [...zones]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, squares]) => ({
      name,
      squares: squares.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
      words: tn(
        "{gone} of {n} node can be removed",
        "{gone} of {n} nodes can be removed together",
        squares.length,
        { gone: integer(squares.filter(({ kind }) => kind === "gone").length) },
      ),
    }));
  return miniMap(groups, [
    ["gone", t("can be removed together")],
    ["free", t("can be removed by itself")],
    ["", t("stays")],
  ]);
}
