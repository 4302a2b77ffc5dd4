// Filter: node × plugin in execution order, with the funnel above and the event text below. On a phone one plugin at a time,
// nodes by domain.

import { effect } from "../../lib/atoms.js";
import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { GLYPHS, glyph } from "../../lib/icons.js";
import { shortKey } from "../map/grouping.js";
import { clausesOf, matrixOf } from "../matrix.js";
import { rest } from "../state.js";
import { eventPanel } from "./event.js";
import { filterList, pluginPicker } from "./filterlist.js";
import { gridKeys } from "./grid.js";
import { ledger } from "./ledger.js";
import { chip, heading, rowsUpTo, section } from "./parts.js";
import { affinity } from "./prefilter.js";

const LEGEND = { pass: "pass", rejected: "rejected", unresolvable: "unresolvable", skipped: "skipped", unreached: "not reached", outside: "outside node set", unevaluated: "not evaluated", error: "error" };

/** @type {import("./stage.js").Stage} */
export const filter = {
  key: ({ rest: on, clause, phone, pointer }) => `${on}/${clause}/${phone || COUNTED.has(pointer.plugin) ? pointer.plugin : ""}`,
  render(now) {
    const matrix = matrixOf(now.data);
    const chosen = clausesOf(now.data)[now.clause];
    const only = chosen ? new Set(chosen.nodes) : null;
    const nodes = matrix.nodes.filter((node) => !only || only.has(node));
    if (now.phone) return { top: pluginPicker(matrix, now), body: filterList(now, matrix, nodes), foot: eventPanel(now) };
    return { tools: restSwitch(), top: legend(), body: [grid(now, matrix, nodes), counts(now)], foot: eventPanel(now) };
  },
};

const COUNTED = new Set(["PodTopologySpread", "InterPodAffinity"]);

// What the selected plugin counted before, below the matrix: the operands of its whole column.
function counts(now) {
  if (now.pointer.plugin === "InterPodAffinity") return affinity(now);
  if (now.pointer.plugin !== "PodTopologySpread") return null;
  const constraints = now.data.spread?.filter ?? [];
  return constraints.map((constraint, i) => section(heading(`Constraint ${i + 1} of ${constraints.length}`, shortKey(constraint.topology_key), chip(`maxSkew ${constraint.max_skew}`), chip(`${constraint.selector || "no selector"} in ${constraint.namespace}`)), ledger(constraint)));
}

function restSwitch() {
  const element = h("button", { type: "button", class: "switch", role: "switch", title: "Also ask the plugins that kube-scheduler did not run (x)", onclick: () => rest.update((on) => !on) },
    h("span", { class: "sw-h", "aria-hidden": "true" }), "Also run the rest", h("i", { "aria-hidden": "true" }));
  effect([rest], (on) => element.setAttribute("aria-checked", String(on)));
  return element;
}

function legend() {
  return h("div", { class: "key legend", "aria-label": "Legend" }, Object.entries(LEGEND).map(([state, word]) => h("span", null, glyph(/** @type {any} */ (state)), word)));
}

/** Columns: a plugin each; skipped neighbours share one. */
function columnsOf(matrix) {
  const columns = [];
  for (const plugin of matrix.plugins) {
    const last = columns.at(-1);
    if (!matrix.skipped.has(plugin)) columns.push({ plugin, skipped: null });
    else if (last?.skipped) last.skipped.push(plugin);
    else columns.push({ plugin: null, skipped: [plugin] });
  }
  return columns;
}

function grid(now, matrix, nodes) {
  const columns = columnsOf(matrix);
  const body = h("tbody", { role: "rowgroup" });
  const table = h(
    "table",
    { class: "mx", role: "grid", "aria-label": `Filter: ${count(nodes.length, "node")} by ${count(matrix.ran.length, "plugin")}`, "aria-rowcount": nodes.length + 2 },
    h("colgroup", null, h("col", { class: "w-name" }), columns.map((column) => h("col", { class: column.skipped ? "w-skip" : "" }))),
    h("thead", { role: "rowgroup" }, headRow(matrix, columns), funnelRow(matrix, columns)),
    body,
  );
  table.style.minWidth = `${140 + columns.reduce((sum, column) => sum + (column.skipped ? 28 : 66), 0)}px`;
  const more = rowsUpTo(body, nodes, (node, i) => bodyRow(now, matrix, columns, node, i));
  gridKeys(table);
  return [table, more];
}

function headRow(matrix, columns) {
  return h(
    "tr",
    { role: "row" },
    h("th", { class: "nn", role: "columnheader", scope: "col" }, "Node, as visited"),
    columns.map(({ plugin, skipped }) => {
      if (skipped) return h("th", { class: "skipcol", role: "columnheader", scope: "col", title: `Skipped: ${skipped.join(", ")}` }, skipped.length, h("span", { class: "vh" }, ` skipped: ${skipped.join(", ")}`), h("span", { class: "rc zero", "aria-hidden": "true" }, "–"));
      const rejected = matrix.rejectedBy.get(plugin) ?? 0;
      return h("th", { role: "columnheader", scope: "col", dataset: { col: plugin }, title: plugin },
        h("button", { type: "button", class: "colh", dataset: { plugin, pick: "plugin" } }, broken(plugin), h("span", { class: `rc${rejected ? "" : " zero"}` }, rejected ? `−${rejected}` : "0", h("span", { class: "vh" }, " rejected"))));
    }),
  );
}

// Long names break where their words do.
const broken = (plugin) => plugin.replace("Unsch", "Un\u00ADsch").split(/(?<=[a-z])(?=[A-Z])/).flatMap((word, i) => (i ? [h("wbr"), word] : [word]));

function funnelRow(matrix, columns) {
  const total = matrix.looked.length || 1;
  return h(
    "tr",
    { class: "funnel", role: "row" },
    h("th", { class: "nn", role: "rowheader", scope: "row" }, "nodes left"),
    columns.map(({ plugin }) => {
      if (!plugin) return h("td", { class: "skipcol", role: "cell" });
      const left = matrix.left.get(plugin);
      return h("td", { role: "cell", dataset: { col: plugin } }, left, h("span", { class: "bar", style: { width: `${Math.round((70 * left) / total)}%` } }));
    }),
  );
}

function bodyRow(now, matrix, columns, node, index) {
  return h(
    "tr",
    { role: "row", "aria-rowindex": index + 3, dataset: { node } },
    h("th", { class: "nn", role: "rowheader", scope: "row" }, h("button", { type: "button", class: "rowh", tabindex: "-1", dataset: { node, pick: "node" }, title: node }, h("span", { class: "ix" }, index + 1), node)),
    columns.map(({ plugin, skipped }) => (skipped ? h("td", { class: "skipcol c-skip", role: "gridcell", tabindex: "-1", "aria-label": `${node}: ${skipped.join(", ")} skipped` }, glyph("skipped")) : cellOf(now, matrix, node, plugin))),
  );
}

const CLASSES = { rejected: "rej", unresolvable: "unr", unreached: "c-nr", error: "err" };

function cellOf(now, matrix, node, plugin) {
  const cell = matrix.cell(node, plugin, now.rest);
  const words = [`${node}, ${plugin}: ${GLYPHS[cell.state].word}`, cell.counterfactual ? "kube-scheduler did not run this" : null, ...cell.reasons].filter(Boolean).join(", ");
  return h(
    "td",
    { role: "gridcell", tabindex: "-1", class: `${CLASSES[cell.state] ?? ""}${cell.counterfactual ? " cf" : ""}`, "aria-label": words, title: cell.reasons.join(", ") || null, dataset: { node, plugin, pick: "cell", col: plugin } },
    glyph(cell.state),
  );
}
