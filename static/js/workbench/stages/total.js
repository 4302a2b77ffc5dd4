// Total: weight × normalized, stacked and sorted; and the same as a table, raw → normalized → × weight → total.

import { atom, effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { shortName } from "../points.js";
import { scoresOf } from "../scores.js";
import { heading, note, rowsUpTo, scroller, section } from "./parts.js";
import { skippedNote } from "./score.js";

const shown = atom("Bars");
const FEW = 12; // nodes: bars and table fit together

/** @type {import("./stage.js").Stage} */
export const total = {
  render({ data }) {
    const scores = scoresOf(data);
    const body = h("div");
    const few = scores.nodes.length <= FEW;
    if (few) replace(body, bars(scores), table(scores));
    else effect([shown], (kind) => replace(body, kind === "Bars" ? bars(scores) : table(scores)));
    return { tools: few ? null : chooser(), body: [skippedNote(data), ties(scores), body] };
  },
};

function chooser() {
  const buttons = ["Bars", "Table"].map((kind) => h("button", { type: "button", onclick: () => shown.set(kind) }, kind));
  effect([shown], (kind) => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.textContent === kind))));
  return h("div", { class: "seg", role: "group", "aria-label": "Show totals as" }, buttons);
}

function bars(scores) {
  const plugins = [...scores.plugins].sort((a, b) => scores.weight(b) * 100 - scores.weight(a) * 100);
  const most = Math.max(1, ...scores.nodes.map(scores.total));
  const list = h("div", { class: "tot" });
  const more = rowsUpTo(list, scores.nodes, (node) => bar(scores, plugins, most, node));
  return section(heading("Total", "weight × normalized, sorted"), legend(scores, plugins), list, more);
}

function legend(scores, plugins) {
  return h("p", { class: "key totals-key" }, plugins.map((plugin, i) => h("span", { title: plugin }, h("i", { class: `sw part-${i % 6}` }), `${shortName(plugin)} ×${scores.weight(plugin)}`)));
}

function bar(scores, plugins, most, node) {
  const parts = plugins.map((plugin, i) => {
    const value = scores.weighted(plugin, node);
    return value > 0 ? h("i", { class: `part-${i % 6}`, title: `${plugin}: ${scores.normalized(plugin, node)} × ${scores.weight(plugin)} = ${value}`, style: { width: `${(100 * value) / most}%` } }, value) : null;
  });
  return h(
    "button",
    { type: "button", class: `tr${scores.winner === node ? " win" : ""}`, dataset: { node, pick: "node" }, "aria-label": `${node}: total ${scores.total(node)}${scores.winner === node ? ", selected" : ""}` },
    h("span", { class: "tn mono cut" }, node),
    h("span", { class: "tb" }, h("span", null, parts)),
    h("b", { class: "mono" }, scores.total(node)),
  );
}

function table(scores) {
  const body = h("tbody");
  const more = rowsUpTo(body, scores.nodes, (node) =>
    h(
      "tr",
      { dataset: { node, pick: "node" } },
      h("th", { scope: "row", class: "mono" }, node),
      scores.plugins.map((plugin) => h("td", { class: "num" }, h("b", { class: "block" }, scores.weighted(plugin, node)), h("span", { class: "mute t11 block" }, `${decimal(scores.raw(plugin, node))} → ${scores.normalized(plugin, node)} ×${scores.weight(plugin)}`))),
      h("td", { class: "num" }, h("b", null, scores.total(node))),
    ),
  );
  return section(
    heading("How it adds up", "raw → normalized × weight"),
    scroller(h("table", { class: "tbl sums" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, "Node"), scores.plugins.map((plugin) => h("th", { class: "num", scope: "col", title: plugin }, shortName(plugin))), h("th", { class: "num", scope: "col" }, "Total"))), body)),
    more,
  );
}

function ties(scores) {
  const { best } = scores;
  if (best.length < 2) return null;
  return section(note(h("b", null, `A tie of ${best.length}: `), `${best.join(", ")} have the same total. kube-scheduler draws one of them at random, each with chance 1/${best.length}; this run took ${scores.winner}.`));
}
