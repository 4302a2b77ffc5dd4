// The domain ledger: every domain of a constraint with the arithmetic that it enters, and every node that is not counted.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { letterOf } from "../../model/tree.js";
import { factLink, named } from "../../parts/factLink.js";
import { chip, headers, num, rowsUpTo, scroller } from "../../parts/panels.js";

/** @import { HardSpreadConstraint, HardSpreadDomain, UncountedNode } from "../../types/engine.js" */

/** @param {HardSpreadConstraint} constraint */
export function ledger(constraint) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, (domain, i) => row(domain, i, constraint));
  for (const [rule, nodes] of byRule(constraint.not_counted ?? []))
    body.append(struck(rule, nodes, constraint));
  return [
    scroller(
      h(
        "table",
        { class: "tbl ledger" },
        headers(
          t("Domain"),
          [t("Nodes"), "num"],
          [t("Counted"), "num"],
          [t("Self"), "num"],
          [t("Minimum"), "num"],
          [t("Skew if placed"), "num"],
          [t("Headroom"), "num"],
          t("Verdict"),
        ),
        body,
      ),
    ),
    more,
  ];
}

/** @param {HardSpreadDomain} domain @param {number} index @param {HardSpreadConstraint} constraint */
function row(domain, index, constraint) {
  const own = domain.nodes?.length === 1 ? { node: domain.nodes[0], pick: "node" } : {};
  /** @param {string} kind */
  const fact = (kind) => named(kind, "filter", constraint.index, domain.value);
  return h(
    "tr",
    {
      dataset: { ...own, domainKey: constraint.topology_key, domainValue: domain.value },
      title: (domain.pods ?? []).join(", "),
    },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "row" },
        h("span", { class: `letter p${index % 4}`, "aria-hidden": "true" }, letterOf([domain.value], index)),
        h("b", null, domain.value),
        holds(domain, constraint),
      ),
    ),
    num(factLink(domain.nodes?.length ?? 1, fact("domain"))),
    num(factLink(h("b", null, domain.count), fact("domain"))),
    num(factLink(`+${constraint.self_match}`, named("self", "filter", constraint.index))),
    num(factLink(`−${constraint.minimum.value}`, named("minimum", constraint.index))),
    num(factLink(domain.skew, fact("skew"))),
    num(factLink(signed(domain.headroom), fact("headroom"))),
    h(
      "td",
      null,
      domain.fits
        ? chip(t("within {max_skew}", { max_skew: constraint.max_skew }), "pass", "pass")
        : chip(t("over {max_skew}", { max_skew: constraint.max_skew }), "reject", "rejected"),
    ),
  );
}

/** @param {HardSpreadDomain} domain @param {HardSpreadConstraint} constraint */
function holds(domain, { minimum }) {
  return minimum.held_by.includes(domain.value) && !minimum.forced_zero
    ? h("span", { class: "mute t11" }, t("minimum"))
    : null;
}

/** @param {UncountedNode[]} excluded */
function byRule(excluded) {
  /** @type {Map<string, string[]>} */
  const rules = new Map();
  for (const { node, rule } of excluded) rules.set(rule, [...(rules.get(rule) ?? []), node]);
  return rules;
}

/** @param {string} rule @param {string[]} nodes @param {HardSpreadConstraint} constraint */
function struck(rule, nodes, constraint) {
  const name =
    rule === "missing label"
      ? t("no {key} label", { key: shortKey(constraint.topology_key) })
      : t("not counted");
  return h(
    "tr",
    { class: "struck", title: nodes.join(", ") },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "row" },
        h("span", { class: "letter p3", "aria-hidden": "true" }, "–"),
        h("span", { class: "k" }, name),
      ),
    ),
    num(factLink(nodes.length, named("excluded", "filter", constraint.index))),
    [0, 1, 2, 3, 4].map(() => num("–")),
    h("td", null, chip(rule, rule === "missing label" ? "unres" : "")),
  );
}
