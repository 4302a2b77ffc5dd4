// The domain ledger: every domain of a constraint with the arithmetic that it enters, and every node that is
// not counted.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { letterOf } from "../../model/tree.js";
import { factLink, named } from "../../parts/factLink.js";
import { term } from "../../parts/term.js";
import { closedChip, closedNotes, isClosed } from "./closed.js";
import { chip, headers, num, rowsUpTo, scroller } from "../../parts/panels.js";

/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */
/** @import { CycleView } from "../../model/cycleview.js" */

/** @param {HardConstraint} constraint @param {CycleView} data */
export function ledger(constraint, data) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, (domain, i) => row(domain, i, constraint, data));
  for (const [rule, nodes] of byRule(constraint)) body.append(struck(rule, data.namesOf(nodes), constraint));
  return [
    scroller(
      h(
        "table.tbl.ledger",
        headers(
          term("domain", t("Domain")),
          [t("Nodes"), "num"],
          [term("matchingPods", t("Counted")), "num"],
          [term("selfMatch", t("Self")), "num"],
          [term("globalMinimum", t("Minimum")), "num"],
          [term("skew", t("Skew if placed")), "num"],
          [term("headroom", t("Headroom")), "num"],
          t("Verdict"),
        ),
        body,
      ),
    ),
    more,
    closedNotes(constraint),
  ];
}

/**
 * @param {HardDomain} domain @param {number} index @param {HardConstraint} constraint @param {CycleView} data
 */
function row(domain, index, constraint, data) {
  const own = domain.nodes.length === 1 ? { node: data.names[domain.nodes[0]], pick: "node" } : {};
  /** @param {string} kind */
  const fact = (kind) => named(kind, "filter", constraint.index, domain.value);
  const here = { domain: domain.value };
  return h(
    "tr",
    {
      class: isClosed(domain) ? "closed-row" : null,
      dataset: { ...own, domainKey: constraint.topology_key, domainValue: domain.value },
      title: domain.pods.join(", "),
    },
    h(
      "th",
      { scope: "row" },
      h(
        "span.row",
        h("span", { class: `letter p${index % 4}`, "aria-hidden": "true" }, letterOf([domain.value], index)),
        h("b", domain.value),
        holds(domain, constraint),
      ),
    ),
    num(factLink(domain.nodes.length, fact("domain"), {}, t("nodes in {domain}", here))),
    num(factLink(h("b", domain.count), fact("domain"), {}, t("counted in {domain}", here))),
    num(
      factLink(
        `+${constraint.self_match}`,
        named("self", "filter", constraint.index),
        {},
        t("the pod itself in {domain}", here),
      ),
    ),
    num(
      factLink(
        constraint.minimum.value ? `−${constraint.minimum.value}` : "0",
        named("minimum", constraint.index),
        {},
        t("minimum, for {domain}", here),
      ),
    ),
    num(factLink(domain.skew, fact("skew"), {}, t("skew in {domain} if placed", here))),
    num(
      factLink(
        isClosed(domain) ? "–" : signed(domain.headroom),
        fact("headroom"),
        {},
        t("headroom in {domain}", here),
      ),
    ),
    h(
      "td",
      isClosed(domain)
        ? closedChip(domain)
        : domain.fits
          ? chip(t("within {max_skew}", { max_skew: constraint.max_skew }), "pass", "pass")
          : chip(t("over {max_skew}", { max_skew: constraint.max_skew }), "reject", "rejected"),
    ),
  );
}

/** @param {HardDomain} domain @param {HardConstraint} constraint */
function holds(domain, { minimum }) {
  return minimum.held_by.includes(domain.value) && !minimum.forced_zero
    ? h("span.mute.t12", t("minimum"))
    : null;
}

/** The nodes that are not counted, by the rule that leaves them out. @param {HardConstraint} constraint */
function byRule({ excluded, exclusionOf }) {
  /** @type {Map<string, number[]>} */
  const rules = new Map();
  for (const node of excluded) {
    const rule = exclusionOf(node) ?? "";
    const nodes = rules.get(rule);
    if (nodes) nodes.push(node);
    else rules.set(rule, [node]);
  }
  return rules;
}

/** @param {string} rule @param {string[]} nodes @param {HardConstraint} constraint */
function struck(rule, nodes, constraint) {
  const name =
    rule === "missing label"
      ? t("no {key} label", { key: shortKey(constraint.topology_key) })
      : t("not counted");
  return h(
    "tr.struck",
    { title: nodes.join(", ") },
    h(
      "th",
      { scope: "row" },
      h("span.row", h("span.letter.p3", { "aria-hidden": "true" }, "–"), h("span.k", name)),
    ),
    num(factLink(nodes.length, named("excluded", "filter", constraint.index), {}, name)),
    [0, 1, 2, 3, 4].map(() => num("–")),
    h("td", chip(rule, rule === "missing label" ? "unres" : "")),
  );
}
