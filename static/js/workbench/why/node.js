// A node where no plugin's arithmetic is asked for: what it is, what runs on it, and what the filters said.

import { h } from "../../lib/dom.js";
import { quantity } from "../../lib/format.js";
import { glyph } from "../../lib/icons.js";
import { go } from "../actions.js";
import { shortKey } from "../map/grouping.js";
import { matrixOf } from "../matrix.js";
import { mono, muted, podTable, sec, title } from "./parts.js";

export function nodeCard(now, name) {
  const node = now.cluster?.nodes.find((each) => each.name === name);
  if (!node) return sec(h("p", { class: "soft" }, "No such node in this cluster: ", mono(name)));
  const pods = now.fold?.podsOn.get(name) ?? [];
  return [
    now.data ? filterAnswer(now, name) : null,
    sec(title("Node", node.unschedulable ? h("span", { class: "chip" }, "cordoned") : null), h("dl", { class: "facts t12" }, Object.entries(node.allocatable ?? {}).map(([key, value]) => [h("dt", null, key), h("dd", { class: "mono" }, typeof value === "number" ? quantity(value, key === "cpu" ? "milli" : key === "memory" ? "bytes" : "count") : value)]))),
    sec(title("Labels"), h("span", { class: "chips" }, Object.entries(node.labels).map(([key, value]) => h("span", { class: "chip", title: `${key}=${value}` }, `${shortKey(key)}=${value}`))), node.taints?.length ? [title("Taints"), h("span", { class: "chips" }, node.taints.map((taint) => h("span", { class: "chip" }, taint)))] : null),
    sec(title("Pods on it", muted(String(pods.length))), podTable(pods.map((pod) => pod.pod), now.fold, { word: "" }) ?? h("p", { class: "soft t12" }, "None when this cycle starts.")),
  ];
}

function filterAnswer({ data }, name) {
  if (!data.trace.feasible) return null;
  const matrix = matrixOf(data);
  const first = matrix.first(name);
  if (!first) return sec(h("p", { class: "row" }, glyph(matrix.feasible.has(name) ? "pass" : "unevaluated"), matrix.feasible.has(name) ? "Passes every filter." : "Was not looked at."));
  const { state, reasons } = matrix.cell(name, first);
  return sec(
    h("p", { class: "row" }, glyph(state), h("span", { class: "grow" }, "Rejected by ", h("b", null, first)), h("button", { type: "button", class: "btn", onclick: () => go({ point: "Filter", plugin: first, node: name }) }, "Why")),
    reasons.map((reason) => h("p", { class: "mono t12 soft" }, reason)),
  );
}
