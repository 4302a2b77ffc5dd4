// How many more: by domain, with what stops each, and the nodes to add.

import { h } from "../../../lib/view.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { table } from "../../../lib/table.js";
import { bar } from "./bars.js";
import { miniMap } from "./minimap.js";

/** @import { AddedNode, Capacity, MoreCapacity } from "../../../types/engine.js" */
/** @import { Square } from "./minimap.js" */

const ZONE = "topology.kubernetes.io/zone";
const FOLDED = 20; // domains

/** @param {MoreCapacity} answer @param {boolean} searching */
export function howManyMore({ mix, capacity, count, nodes_to_add: added, fitting }, searching) {
  const { pods, message, stopped } = capacity;
  return [
    h(
      "section.rp-sec",
      { "aria-labelledby": "cap-more" },
      h(
        "h2",
        { id: "cap-more" },
        h("span.cap-big", integer(pods)),
        count ? t("of {n} fit", { n: integer(count) }) : t("more fit"),
        h("span.soft.mono", mix.map(entry).join(" + ")),
      ),
      mix.length > 1 &&
        h(
          "p.soft",
          Object.entries(capacity.by_pod)
            .map(([pod, n]) => `${integer(n)} × ${pod}`)
            .join(", "),
        ),
      domains(capacity),
      message && h("p.soft.cap-why", h("b", t("Stopped at {pod}:", { pod: stopped })), " ", message),
      !message && !count && !searching && h("p.soft", t("Counting stops here.")),
    ),
    count > pods && !searching && nodesToAdd(added, capacity, count, fitting),
    count > pods && searching && message && h("p.rp-sec.soft", t("Looking for nodes to add…")),
  ];
}

/** @param {{pod: string, times: number}} entry */
const entry = ({ pod, times }) => (times > 1 ? `${integer(times)} × ${pod}` : pod);

/** The domains, those with most copies first. @param {Capacity} capacity */
function domains({ key, domains: copies, domain_nodes: nodes, stops }) {
  const names = Object.keys(nodes).sort((a, b) => (copies[b] ?? 0) - (copies[a] ?? 0) || (a < b ? -1 : 1));
  const most = Math.max(...Object.values(copies), 1);
  return h(
    "div.cap-scroll",
    table(
      "cap-table",
      [
        { head: key, names: true, cell: (name) => name || t("none") },
        { head: t("Nodes"), cell: (name) => tn("{n} node", "{n} nodes", nodes[name]) },
        {
          kind: "cap-copies",
          head: t("More that fit"),
          cell: (name) => [
            h("b", tn("{n} pod", "{n} pods", copies[name] ?? 0)),
            bar(copies[name] ?? 0, most),
          ],
        },
        { head: t("Then"), cell: (name) => reasons(stops[name] ?? {}, nodes[name]) },
      ],
      names.slice(0, FOLDED),
      (name) => ({ key: name }),
    ),
    names.length > FOLDED && h("p.soft", tn("and {n} more", "and {n} more", names.length - FOLDED)),
  );
}

/** @param {Record<string, number>} stops nodes by reason @param {number} nodes of the domain */
const reasons = (stops, nodes) =>
  h(
    "ul.cap-stops",
    Object.entries(stops).map(([reason, count]) =>
      h("li", bar(count, nodes, "stop"), h("span.num", integer(count)), h("span", reason)),
    ),
  );

/**
 * @param {AddedNode[] | null} added @param {Capacity} capacity @param {number} count @param {number} fitting
 */
function nodesToAdd(added, capacity, count, fitting) {
  return h(
    "section.rp-sec",
    { "aria-labelledby": "cap-add" },
    h(
      "h2",
      { id: "cap-add" },
      added
        ? tn("Add {n} node for {count}", "Add {n} nodes for {count}", sum(added), { count: integer(count) })
        : t("No nodes make room for {count}", { count: integer(count) }),
      h(
        "span.soft",
        added
          ? t("verified: all fit with these")
          : t("{n} fit with the nodes tried", { n: integer(fitting) }),
      ),
    ),
    added &&
      h(
        "ul.cap-bars",
        added.map(({ like, zone, count: nodes }) =>
          h(
            "li",
            h("span.cap-name", t("like {node}", { node: like }), zone && h("span.soft", zone)),
            bar(nodes, sum(added), "new"),
            h("b.num", integer(nodes)),
          ),
        ),
      ),
    added && capacity.key === ZONE && map(added, capacity),
  );
}

/** @param {AddedNode[]} added */
const sum = (added) => added.reduce((all, { count }) => all + count, 0);

/** The nodes that are there, and those that come. @param {AddedNode[]} added @param {Capacity} capacity */
function map(added, { domain_nodes: nodes }) {
  const groups = Object.entries(nodes).map(([name, present]) => {
    const come = sum(added.filter(({ zone }) => zone === name));
    /** @param {number} count @param {Square} square */
    const times = (count, square) => Array.from({ length: count }, () => square);
    return {
      name,
      squares: [
        ...times(come, { kind: "new", name: t("a new node") }),
        ...times(present, { kind: "", name: t("an existing node") }),
      ],
      words: tn("{n} existing node, {come} new", "{n} existing nodes, {come} new", present, {
        come: integer(come),
      }),
    };
  });
  return miniMap(groups, [
    ["", t("existing")],
    ["new", t("new")],
  ]);
}
