// The heads of columns over nodes and zones.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { sharedStart } from "../../model/names.js";
import { MOST_COLUMNS } from "../../model/sweeps/columns.js";
import { zoneTexts, zoneWords } from "../../model/zonewords.js";
import { url } from "./core/state.js";

/** @import { Column, Group, PlacedNode } from "../../model/sweeps/columns.js" */
/** @import { Head } from "./matrix.js" */

/** @param {number} n nodes that one column stands for */
export const othersHead = (n) => ({
  view: h("span.sw-others", { title: tn("{n} other node", "{n} other nodes", n) }, `+${n}`),
  holdsSums: true,
});

/** A name; of a folded zone it lists the nodes. @param {Column} column @returns {Head} */
export function columnHead({ kind, name, nodes }) {
  if (kind === "others") return othersHead(nodes.length);
  if (kind === "node" || nodes.length < 2) return name;
  const title = tn("List the node of {zone}", "List the {n} nodes of {zone}", nodes.length, { zone: name });
  const open = () => url.write({ zone: name }, { push: true });
  return { view: h("button.sw-link", { title, onclick: open }, name) };
}

/** The zone of some nodes, or a way back to all zones. @param {Group} group @param {PlacedNode[]} nodes */
export function groupTitle({ zone }, nodes) {
  if (!zone) return "";
  if (nodes.length <= MOST_COLUMNS) return h("span", { title: zone }, zoneWords(shortOf(zone, nodes)));
  return h(
    "button.sw-link",
    { onclick: () => url.write({ zone: null }, { push: true }) },
    t("{zone}: back to all zones", { zone }),
  );
}

/** A zone without what the names of all begin with. @param {string} zone @param {PlacedNode[]} nodes */
const shortOf = (zone, nodes) => zoneTexts([...new Set(nodes.map((node) => node.zone))]).get(zone) || zone;

/** Whole zones by what tells them apart: "zone-a" is "a". @param {Column[]} zones */
export function zoneHeads(zones) {
  const names = zones.map(({ name }) => name);
  const start = sharedStart(names);
  return names.map((name) => ({ view: h("span", { title: name }, name.slice(start)) }));
}
