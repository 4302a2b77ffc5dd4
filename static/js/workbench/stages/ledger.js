// The domain ledger: every domain of a constraint with the arithmetic that it enters, and every node that is not counted.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { shortKey } from "../map/grouping.js";
import { letterOf } from "../map/layout.js";
import { chip, headers, num, rowsUpTo, scroller } from "./parts.js";

/** @param {any} constraint of the filter */
export function ledger(constraint) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, (domain, i) => row(domain, i, constraint));
  for (const [rule, nodes] of byRule(constraint.not_counted ?? [])) body.append(struck(rule, nodes, constraint));
  return [
    scroller(
      h("table", { class: "tbl ledger" }, headers("Domain", ["Nodes", "num"], ["Counted", "num"], ["Self", "num"], ["Minimum", "num"], ["Skew if placed", "num"], ["Headroom", "num"], "Verdict"), body),
    ),
    more,
  ];
}

function row(domain, index, constraint) {
  const attrs = domain.nodes?.length === 1 ? { dataset: { node: domain.nodes[0], pick: "node" } } : {};
  return h(
    "tr",
    { ...attrs, title: (domain.pods ?? []).join(", ") },
    h("th", { scope: "row" }, h("span", { class: "row" }, h("span", { class: `letter p${index % 4}`, "aria-hidden": "true" }, letterOf([domain.value], index)), h("b", null, domain.value), holds(domain, constraint))),
    num(domain.nodes?.length ?? 1),
    num(h("b", null, domain.count)),
    num(`+${constraint.self_match}`),
    num(`−${constraint.minimum.value}`),
    num(domain.skew),
    num(signed(domain.headroom)),
    h("td", null, domain.fits ? chip(`within ${constraint.max_skew}`, "pass", "pass") : chip(`over ${constraint.max_skew}`, "reject", "rejected")),
  );
}

function holds(domain, { minimum }) {
  return minimum.held_by.includes(domain.value) && !minimum.forced_zero ? h("span", { class: "mute t11" }, "minimum") : null;
}

function byRule(excluded) {
  const rules = new Map();
  for (const { node, rule } of excluded) rules.set(rule, [...(rules.get(rule) ?? []), node]);
  return rules;
}

function struck(rule, nodes, constraint) {
  const name = rule === "missing label" ? `no ${shortKey(constraint.topology_key)} label` : "not counted";
  return h(
    "tr",
    { class: "struck", title: nodes.join(", ") },
    h("th", { scope: "row" }, h("span", { class: "row" }, h("span", { class: "letter p3", "aria-hidden": "true" }, "–"), h("span", { class: "k" }, name))),
    num(nodes.length),
    [0, 1, 2, 3, 4].map(() => num("–")),
    h("td", null, chip(rule, rule === "missing label" ? "unres" : "")),
  );
}
