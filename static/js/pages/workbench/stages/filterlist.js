// Filter in a slim column: chips for the plugins, nodes by domain, each with its short arithmetic and its
// verdict.

import { nameElement } from "../../../parts/name.js";
import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { notesOf } from "../map/notes.js";
import { leavesOf, pathOf, treeOf } from "../../../model/tree.js";
import { pluginOf, shortName } from "../../../plugins/registry.js";
import { grouping } from "../core/state.js";
import { rowsUpTo, verdictChip } from "../../../parts/panels.js";

/** @import { Node } from "../../../model/cluster.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cell, Matrix } from "../../../model/matrix.js" */
/** @import { Domain } from "../../../model/tree.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */
/** @import { Note } from "../map/notes.js" */

/** @param {Matrix} matrix @param {Viewed} now */
export function pluginPicker(matrix, { pointer }) {
  const chips = matrix.ran.map((plugin) =>
    h(
      "button.pc",
      { dataset: { plugin, pick: "plugin" }, title: plugin },
      shortName(plugin),
      h("b", matrix.rejectedBy.get(plugin) ? `−${matrix.rejectedBy.get(plugin)}` : "0"),
    ),
  );
  const strip = h("div.pchips", { role: "group", "aria-label": t("Filter plugins") }, chips);
  requestAnimationFrame(() => {
    const on = chips.find((chip) => chip.dataset.plugin === pointer.plugin);
    if (on) strip.scrollLeft = on.offsetLeft - (strip.clientWidth - on.offsetWidth) / 2;
  });
  return strip;
}

/** @param {Viewed} now @param {Matrix} matrix @param {number[]} listed */
export function filterList(now, matrix, listed) {
  const { cluster } = now;
  if (!cluster) return null;
  const nodesListed = new Set(listed);
  const note = notesOf(now.pointer, now.data);
  return treeOf(cluster, grouping.get())
    .domains.flatMap(leavesOf)
    .map((domain, index) => {
      const nodes = domain.nodes.filter((node) => nodesListed.has(node)).map((node) => cluster.nodes[node]);
      return nodes.length
        ? h(
            "section.gl",
            domain.key ? heading(domain, index, note(domain)) : null,
            some(nodes, (node) => row(now, matrix, node)),
          )
        : null;
    });
}

/**
 * A domain may have thousands of nodes: the first ones, and the others on demand.
 * @template T @param {T[]} nodes @param {(item: T) => HTMLElement} make
 */
function some(nodes, make) {
  const list = h("div");
  const more = rowsUpTo(list, nodes, make);
  return [list, more];
}

/** @param {Domain} domain @param {number} index @param {Note} note */
const heading = (domain, index, { left, right }) =>
  h(
    "h2.gh",
    h("span", { class: `letter p${index % 4}`, "aria-hidden": "true" }, domain.letter),
    h(
      "b",
      pathOf(domain)
        .map(({ value }) => value ?? t("no label"))
        .join(" › "),
    ),
    h("span.mute.t12.cut", [left, right].filter(Boolean).join(", ")),
  );

/** @param {Viewed} now @param {Matrix} matrix @param {Node} node */
function row(now, matrix, node) {
  const plugin = now.pointer.plugin;
  const cell = plugin ? matrix.cell(node.index, plugin, now.rest) : overall(matrix, node.index);
  return h(
    "button.nr",
    { dataset: { node: node.name, pick: "node" } },
    nameElement(node.name),
    h("span.mute.t12.cut.grow", arithmetic(now.data, plugin, node, cell)),
    ["pass", "rejected", "unresolvable", "error"].includes(cell.state)
      ? verdictChip(cell.state)
      : h("span.chip", glyph(cell.state), cell.state === "unreached" ? t("not reached") : cell.state),
    icon("right"),
  );
}

/** @param {Matrix} matrix @param {number} node @returns {Cell} */
function overall(matrix, node) {
  const first = matrix.first(node);
  return first
    ? matrix.cell(node, first)
    : { state: matrix.isFeasible(node) ? "pass" : "unevaluated", counterfactual: false, reasons: [] };
}

/** @param {CycleView} data @param {string | null} plugin @param {Node} node @param {Cell} cell */
function arithmetic(data, plugin, node, cell) {
  const line = ["pass", "rejected"].includes(cell.state) ? pluginOf(plugin).line?.(data, node) : null;
  return line ?? cell.reasons?.[0] ?? "";
}
