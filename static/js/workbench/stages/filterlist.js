// Filter on a phone: chips for the plugins, nodes by domain, each with its short arithmetic and verdict.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { notesOf } from "../map/notes.js";
import { leavesOf, pathOf, treeOf } from "../../model/tree.js";
import { pluginOf, shortName } from "../../plugins/registry.js";
import { grouping } from "../core/state.js";
import { rowsUpTo, verdictChip } from "../../parts/panels.js";

export function pluginPicker(matrix, { pointer }) {
  const chips = matrix.ran.map((plugin) =>
    h(
      "button",
      { type: "button", class: "pc", dataset: { plugin, pick: "plugin" }, title: plugin },
      shortName(plugin),
      h("b", null, matrix.rejectedBy.get(plugin) ? `−${matrix.rejectedBy.get(plugin)}` : "0"),
    ),
  );
  const row = h("div", { class: "pchips", role: "group", "aria-label": t("Filter plugins") }, chips);
  requestAnimationFrame(() => {
    const on = chips.find((each) => each.dataset.plugin === pointer.plugin);
    if (on) row.scrollLeft = on.offsetLeft - (row.clientWidth - on.offsetWidth) / 2;
  });
  return row;
}

export function filterList(now, matrix, listed) {
  if (!now.cluster) return null;
  const wanted = new Set(listed);
  const note = notesOf(now.cluster, now.pointer, now.data);
  return treeOf(now.cluster, grouping.get())
    .domains.flatMap(leavesOf)
    .map((domain, index) => {
      const nodes = domain.nodes.filter((each) => wanted.has(each)).map((each) => now.cluster.nodes[each]);
      return nodes.length
        ? h(
            "section",
            { class: "gl" },
            domain.key ? heading(domain, index, note(domain)) : null,
            some(nodes, (node) => row(now, matrix, node)),
          )
        : null;
    });
}

// A domain may have thousands of nodes: the first ones, and the others on demand.
function some(nodes, make) {
  const list = h("div");
  const more = rowsUpTo(list, nodes, make);
  return [list, more];
}

const heading = (domain, index, { left, right }) =>
  h(
    "h2",
    { class: "gh" },
    h("span", { class: `letter p${index % 4}`, "aria-hidden": "true" }, domain.letter),
    h(
      "b",
      null,
      pathOf(domain)
        .map(({ value }) => value ?? t("no label"))
        .join(" › "),
    ),
    h("span", { class: "mute t12 cut" }, [left, right].filter(Boolean).join(", ")),
  );

function row(now, matrix, node) {
  const plugin = now.pointer.plugin;
  const cell = plugin ? matrix.cell(node.index, plugin, now.rest) : overall(matrix, node.index);
  return h(
    "button",
    {
      type: "button",
      class: "nr",
      dataset: plugin ? { node: node.name, pick: "node" } : { node: node.name, pick: "node" },
    },
    h("span", { class: "mono" }, node.name),
    h("span", { class: "mute t12 cut grow" }, arithmetic(now.data, plugin, node, cell)),
    ["pass", "rejected", "unresolvable", "error"].includes(cell.state)
      ? verdictChip(cell.state)
      : h(
          "span",
          { class: "chip" },
          glyph(cell.state),
          cell.state === "unreached" ? t("not reached") : cell.state,
        ),
    icon("right"),
  );
}

function overall(matrix, node) {
  const first = matrix.first(node);
  return first
    ? matrix.cell(node, first)
    : { state: matrix.isFeasible(node) ? "pass" : "unevaluated", reasons: [] };
}

function arithmetic(data, plugin, node, cell) {
  const line = ["pass", "rejected"].includes(cell.state) ? pluginOf(plugin).line?.(data, node) : null;
  return line ?? cell.reasons?.[0] ?? "";
}
