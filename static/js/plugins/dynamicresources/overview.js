// The claims on all nodes: how many nodes have the devices, which clause decides about how many devices, and
// the nodes that come nearest.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { clauseTitle, deviceName } from "../../parts/deviceclause.js";
import { headers, heading, num, scroller, section } from "../../parts/panels.js";

/** @import { ClaimsFact, ClauseCount } from "../../types/engine.js" */

const MOST_NODES = 8;

/** @param {ClaimsFact} all */
export const overviewParts = (all) => [overviewPart(all), nodeChooser(all)];

/** @param {ClaimsFact} all */
function overviewPart(all) {
  const fits = all.verdict.filter((verdict) => verdict === "fits").length;
  return section(
    heading(
      t("The claims on all nodes"),
      tn("{fits} of {n} node has the devices", "{fits} of {n} nodes have the devices", all.nodes.length, {
        fits: integer(fits),
      }),
    ),
    all.counts.length
      ? scroller(
          h(
            "table.tbl",
            headers(t("Request"), t("Clause that decides"), [t("Devices"), "num"], [t("Nodes"), "num"]),
            h("tbody", all.counts.map(countRow)),
          ),
        )
      : h("p.soft", t("No clause rejects a device.")),
  );
}

/** @param {ClauseCount} count */
const countRow = ({ row, kind, devices, nodes }) =>
  h("tr", h("th.mono", { scope: "row" }, row), h("td", clauseTitle(kind)), num(devices), num(nodes));

/** The nodes whose devices come nearest, and any other by its name. @param {ClaimsFact} all */
function nodeChooser(all) {
  const order = [...all.nodes.keys()].sort(
    (a, b) =>
      Number(all.verdict[a] === "fits") - Number(all.verdict[b] === "fits") ||
      all.failing[a] - all.failing[b],
  );
  const list = h("ul.dv-nodes");
  /** @param {string} text */
  const show = (text) =>
    replace(
      list,
      order
        .filter((i) => all.nodes[i].includes(text))
        .slice(0, MOST_NODES)
        .map((i) => nodeLine(all, i)),
    );
  show("");
  return section(
    heading(t("Nodes"), t("nodes with the nearest devices first")),
    all.nodes.length > MOST_NODES
      ? h("input.input.dv-find", {
          type: "search",
          "aria-label": t("Find a node by its name"),
          placeholder: t("Find a node"),
          oninput: ({ currentTarget }) => show(currentTarget.value.trim()),
        })
      : null,
    list,
  );
}

/** @param {ClaimsFact} all @param {number} i */
function nodeLine({ nodes, verdict, decides, device, failing, row, rows }, i) {
  const kind = decides[i];
  return h(
    "li",
    glyph(verdict[i] === "fits" ? "pass" : verdict[i] === "error" ? "error" : "unresolvable"),
    h(
      "button.link.mono",
      { dataset: { node: nodes[i], plugin: "DynamicResources", pick: "cell" } },
      nodes[i],
    ),
    h(
      "span.soft",
      verdict[i] === "fits"
        ? t("has the devices")
        : kind
          ? tn(
              "{device} comes nearest: {clause} fails for {row}",
              "{device} comes nearest: {n} clauses fail for {row}, first {clause}",
              failing[i],
              { device: deviceName(device[i]), clause: clauseTitle(kind), row: rows[row[i]] },
            )
          : row[i] >= 0
            ? t("has no device for {row}", { row: rows[row[i]] })
            : t("the devices are not valid together"),
    ),
  );
}
