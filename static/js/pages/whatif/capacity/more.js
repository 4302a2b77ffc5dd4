// How many more: by domain, with what stops each, and the nodes to add.

import { h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
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
      "section",
      { class: "rp-sec", "aria-labelledby": "cap-more" },
      h(
        "h2",
        { id: "cap-more" },
        h("span", { class: "cap-big" }, integer(pods)),
        count ? t("of {n} fit", { n: integer(count) }) : t("more fit"),
        h("span", { class: "soft mono" }, mix.map(entry).join(" + ")),
      ),
      mix.length > 1 &&
        h(
          "p",
          { class: "soft" },
          Object.entries(capacity.by_pod)
            .map(([pod, n]) => `${integer(n)} × ${pod}`)
            .join(", "),
        ),
      domains(capacity),
      message &&
        h(
          "p",
          { class: "soft cap-why" },
          h("b", null, t("Stopped at {pod}:", { pod: stopped })),
          " ",
          message,
        ),
      !message && !count && !searching && h("p", { class: "soft" }, t("This is as far as it counts.")),
    ),
    count > pods && !searching && nodesToAdd(added, capacity, count, fitting),
    count > pods && searching && message && h("p", { class: "rp-sec soft" }, t("Looking for nodes to add…")),
  ];
}

/** @param {{pod: string, times: number}} entry */
const entry = ({ pod, times }) => (times > 1 ? `${integer(times)} × ${pod}` : pod);

/** The domains, those with most copies first. @param {Capacity} capacity */
function domains({ key, domains: copies, domain_nodes: nodes, stops }) {
  const names = Object.keys(nodes).sort((a, b) => (copies[b] ?? 0) - (copies[a] ?? 0) || (a < b ? -1 : 1));
  const most = Math.max(...Object.values(copies), 1);
  return h(
    "div",
    { class: "cap-scroll" },
    h(
      "table",
      { class: "cap-table" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          [key, t("Nodes"), t("More that fit"), t("Then")].map((text) => h("th", { scope: "col" }, text)),
        ),
      ),
      h(
        "tbody",
        null,
        names
          .slice(0, FOLDED)
          .map((name) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, name || t("none")),
              h("td", null, tn("{n} node", "{n} nodes", nodes[name])),
              h(
                "td",
                { class: "cap-copies" },
                h("b", null, tn("{n} pod", "{n} pods", copies[name] ?? 0)),
                bar(copies[name] ?? 0, most),
              ),
              h("td", null, reasons(stops[name] ?? {}, nodes[name])),
            ),
          ),
      ),
    ),
    names.length > FOLDED &&
      h("p", { class: "soft" }, tn("and {n} more", "and {n} more", names.length - FOLDED)),
  );
}

/** @param {Record<string, number>} stops nodes by reason @param {number} nodes of the domain */
const reasons = (stops, nodes) =>
  h(
    "ul",
    { class: "cap-stops" },
    Object.entries(stops).map(([reason, count]) =>
      h(
        "li",
        null,
        bar(count, nodes, "stop"),
        h("span", { class: "num" }, integer(count)),
        h("span", null, reason),
      ),
    ),
  );

/**
 * @param {AddedNode[] | null} added @param {Capacity} capacity @param {number} count @param {number} fitting
 */
function nodesToAdd(added, capacity, count, fitting) {
  return h(
    "section",
    { class: "rp-sec", "aria-labelledby": "cap-add" },
    h(
      "h2",
      { id: "cap-add" },
      added
        ? tn("Add {n} node for {count}", "Add {n} nodes for {count}", sum(added), { count: integer(count) })
        : t("No nodes make room for {count}", { count: integer(count) }),
      h(
        "span",
        { class: "soft" },
        added
          ? t("placed anew with them, all fit")
          : t("{n} fit with what was tried", { n: integer(fitting) }),
      ),
    ),
    added &&
      h(
        "ul",
        { class: "cap-bars" },
        added.map(({ like, zone, count: nodes }) =>
          h(
            "li",
            null,
            h(
              "span",
              { class: "cap-name" },
              t("like {node}", { node: like }),
              zone && h("span", { class: "soft" }, zone),
            ),
            bar(nodes, sum(added), "new"),
            h("b", { class: "num" }, integer(nodes)),
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
        ...times(present, { kind: "", name: t("a node that is there") }),
      ],
      words: t("{present} nodes are there, {come} come", { present: integer(present), come: integer(come) }),
    };
  });
  return miniMap(groups, [
    ["", t("there")],
    ["new", t("new")],
  ]);
}
