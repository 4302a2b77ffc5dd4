// The constraints on the stage: what each counts, with its figure, its domains and the nodes that it leaves
// out.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import {
  chip,
  grow,
  headers,
  heading,
  num,
  podNames,
  rowsUpTo,
  scroller,
  section,
} from "../../parts/panels.js";
import { isClosed } from "./closed.js";
import { ledger } from "./ledger.js";

/** @import { HardConstraint, HardDomain, SoftConstraint } from "../../model/constraint.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Viewed, Page } from "../descriptor.js" */

/** @param {number} i @param {number} of */
const place = (i, of) => t("Constraint {place} of {total}", { place: i + 1, total: of });

/** @param {{selector: string, namespace: string}} constraint */
const podsChip = ({ selector, namespace }) =>
  chip(t("{selector} in {namespace}", { selector: selector || t("no selector"), namespace }));

/** @param {{origin: string}} constraint */
const defaultChip = ({ origin }) => (origin === "default" ? chip(t("cluster default")) : null);

// ---- PreFilter ----

/** @param {Viewed} now @param {Page} page */
export function atPreFilter({ data, cycle }, { figure }) {
  const constraints = data.spread?.filter ?? [];
  return constraints.map((constraint, i) =>
    section(
      h("div.anchor", { dataset: { plugin: "PodTopologySpread" } }),
      hardHeading(constraint, i, constraints.length),
      figure({
        cycle: cycle.index,
        name: `skew-${i}`,
        title: t("Matching pods by {topology_key}", { topology_key: constraint.topology_key }),
        summary: summary(constraint),
        query: closedOf(constraint),
        height: heightFor(constraint),
        table: [facts(constraint), ledger(constraint, data)],
      }),
    ),
  );
}

/** The domains that can never take the pod; only rows say so. @param {HardConstraint} constraint */
const closedOf = ({ domains }) =>
  domains.length <= MOST_ROWS
    ? new URLSearchParams(domains.filter(isClosed).map(({ value }) => ["closed", value])).toString()
    : "";

/** @param {HardConstraint} constraint @param {number} i @param {number} of */
function hardHeading(constraint, i, of) {
  const self = constraint.self_match ? t("counts itself") : t("no self-match");
  return heading(
    place(i, of),
    shortKey(constraint.topology_key),
    factLink(`maxSkew ${constraint.max_skew}`, named("constraint", "filter", i), { class: "chip" }),
    chip(constraint.when_unsatisfiable),
    podsChip(constraint),
    defaultChip(constraint),
    grow(),
    h("span.mute.dk", factLink(self, named("self", "filter", i))),
  );
}

const MOST_ROWS = 8; // more domains are drawn as columns

/** @param {HardConstraint} constraint */
const heightFor = ({ domains }) =>
  domains.length <= MOST_ROWS ? 64 + Math.max(1, domains.length) * 36 : 200;

/** @param {HardConstraint} constraint */
function summary({ domains, minimum, max_skew: skew }) {
  const over = domains.filter((domain) => domain.fits === false).map((domain) => domain.value);
  const held = domains
    .slice(0, 8)
    .map(({ value, count }) => t("{value} holds {count}", { value, count }))
    .join(", ");
  if (!over.length)
    return domains.some(isClosed)
      ? t("{counts}. The minimum is {minimum}; one more pod fits wherever nodes allow it.", {
          counts: held,
          minimum: minimum.value,
        })
      : t("{counts}. The minimum is {minimum}; one more pod fits everywhere.", {
          counts: held,
          minimum: minimum.value,
        });
  return t("{counts}. The minimum is {minimum}; one more pod would exceed maxSkew {skew} in {domains}.", {
    counts: held,
    minimum: minimum.value,
    skew,
    domains: over.slice(0, 8).join(", "),
  });
}

/** @param {HardConstraint} constraint */
function facts(constraint) {
  const { minimum } = constraint;
  /** @param {string} value */
  const constraintLink = (value) => factLink(value, named("constraint", "filter", constraint.index));
  /** @param {string} name @param {Child} value */
  const fact = (name, value) => [h("dt", name), h("dd", value)];
  const holding = minimum.held_by.length
    ? h("span.mute", t(", held by {domains}", { domains: podNames(minimum.held_by, 2) }))
    : null;
  return h(
    "dl.facts.t12",
    fact(t("Global minimum"), [factLink(minimum.value, named("minimum", constraint.index)), holding]),
    fact(
      "minDomains",
      constraint.min_domains === null ? constraintLink(t("not set")) : minDomains(constraint),
    ),
    fact(t("Node affinity policy"), constraintLink(constraint.node_affinity_policy)),
    fact(t("Node taints policy"), constraintLink(constraint.node_taints_policy)),
  );
}

/** @param {HardConstraint} constraint */
function minDomains({ min_domains: required, minimum }) {
  const there = t("{wanted}, there are {domains}", { wanted: required, domains: minimum.domains });
  return there + (minimum.forced_zero ? t(": the minimum is 0") : "");
}

// ---- Filter ----

/**
 * The counts of PreFilter, below the matrix: the operands of the plugin's whole column.
 * @param {Viewed} now
 */
export function belowFilter({ data }) {
  const constraints = data.spread?.filter ?? [];
  return constraints.map((constraint, i) =>
    section(
      heading(
        place(i, constraints.length),
        shortKey(constraint.topology_key),
        chip(`maxSkew ${constraint.max_skew}`),
        podsChip(constraint),
      ),
      ledger(constraint, data),
    ),
  );
}

// ---- PreScore ----

const MAX_BARS = 40; // domains in the figure

/** The weights that the topologies get. @param {Viewed} now @param {Page} page */
export function atPreScore(now, page) {
  const constraints = now.data.spread?.score ?? [];
  return constraints.map((constraint, i) => softConstraint(now, page, constraint, i, constraints.length));
}

/**
 * @param {Viewed} now @param {Page} page @param {SoftConstraint} constraint @param {number} i
 * @param {number} of
 */
function softConstraint({ data, cycle }, { figure }, constraint, i, of) {
  const size = constraint.size ?? constraint.domains.length;
  const weight = decimal(constraint.weight ?? 0, 3);
  const charted = !data.spread?.filter.length && constraint.domains.length;
  return section(
    heading(
      place(i, of),
      shortKey(constraint.topology_key),
      chip(`maxSkew ${constraint.max_skew}`),
      chip(constraint.when_unsatisfiable),
      podsChip(constraint),
      defaultChip(constraint),
    ),
    h(
      "p.formula.mono",
      factLink(t("weight = ln({size} + 2) = {weight}", { size, weight }), named("size", i)),
    ),
    charted
      ? figure({
          cycle: cycle.index,
          name: `skew-score-${i}`,
          title: t("Matching pods by {key}", { key: constraint.topology_key }),
          summary: t("{domains}, weight {weight}", {
            domains: tn("{n} domain", "{n} domains", size),
            weight,
          }),
          table: counts(constraint),
          height: 48 + Math.min(MAX_BARS, constraint.domains.length) * 32,
        })
      : counts(constraint),
    ignoredNodes(constraint, data),
  );
}

/**
 * Nodes without a key of all constraints are ignored: they get the score 0. Those that only the policies
 * leave out are scored.
 * @param {SoftConstraint} constraint @param {CycleView} data
 */
function ignoredNodes({ excluded, topology_key: key, index }, data) {
  const excludedCount = excluded.length;
  const byHostname = key === "kubernetes.io/hostname";
  const alsoHard = data.spread?.filter?.find((constraint) => constraint.topology_key === key);
  return [
    excludedCount
      ? h(
          "p.soft.t12.more-l",
          factLink(
            tn("{n} node is not counted here", "{n} nodes are not counted here", excludedCount),
            named("excluded", "score", index),
          ),
          " ",
          h("span.mute", t("Nodes that lack a topology key get the score 0.")),
        )
      : null,
    h(
      "p.mute.t12.more-l",
      byHostname
        ? t("By hostname, each node is scored by its own pods.")
        : t(
            "A domain is listed if it has a feasible node; pods on all its counted nodes count, feasible " +
              "or not.",
          ),
      alsoHard ? ` ${t("Filter also counted by this key, over all domains.")}` : "",
    ),
  ];
}

/** @param {SoftConstraint} constraint */
function counts(constraint) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, ({ value, nodes, count, pods }) =>
    h(
      "tr",
      h("th", { scope: "row" }, value),
      num(nodes.length),
      num(
        factLink(
          count,
          named("domain", "score", constraint.index, value),
          {},
          t("counted in {domain}", { domain: value }),
        ),
      ),
      h("td.mono.mute", podNames(pods)),
    ),
  );
  const head = headers(t("Domain"), [t("Nodes"), "num"], [t("Matching"), "num"], t("Pods"));
  return [scroller(h("table.tbl", head, body)), more];
}

// ---- Result ----

/** What the placement does to each constraint's domain. @param {Viewed} now */
export function atResult({ data, cycle }) {
  const node = data.indexOf(cycle.finished?.node);
  const rows = (data.spread?.filter ?? []).flatMap((constraint) => {
    const domain = constraint.domainOf(node);
    return domain ? [skewRow(constraint, domain)] : [];
  });
  if (!rows.length) return null;
  const head = headers(
    t("Constraint"),
    t("Domain"),
    [t("Matching"), "num"],
    [t("After"), "num"],
    [t("Skew when placed"), "num"],
    ["maxSkew", "num"],
  );
  return section(heading(t("Skew before and after")), scroller(h("table.tbl", head, h("tbody", rows))));
}

/** @param {HardConstraint} constraint @param {HardDomain} domain */
function skewRow({ topology_key: key, index, self_match: self, max_skew: most }, { value, count, skew }) {
  const here = { domain: value };
  return h(
    "tr",
    h("th.mono", { scope: "row" }, key),
    h("td", value),
    num(factLink(count, named("domain", "filter", index, value), {}, t("counted in {domain}", here))),
    num(count + self),
    num(factLink(skew, named("skew", "filter", index, value), {}, t("skew in {domain} if placed", here))),
    num(factLink(most, named("constraint", "filter", index), {}, "maxSkew")),
  );
}
