// PreFilter: what is counted before nodes are looked at. PodTopologySpread's domains, InterPodAffinity's three tables.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { amount, requestsOf } from "../../model/amounts.js";
import { figure } from "../core/figures.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { affinityParts } from "./affinity.js";
import { ledger } from "./ledger.js";
import { chip, grow, heading, note, num, podNames, section } from "../../parts/panels.js";
import { pluginCards } from "./plugincards.js";

/** @type {import("../core/context.js").Stage} */
export const prefilter = {
  render: (now) => {
    const codes = now.data.trace.preFilter ?? {};
    const parts = [rejection(codes), narrowed(codes), spread(now), affinityParts(now), requests(now, codes)]
      .flat()
      .filter(Boolean);
    return {
      top: pluginCards("PreFilter", now.data.plugins.PreFilter ?? Object.keys(codes), codes, now),
      body: parts.length
        ? parts
        : section(
            note(
              t(
                "Nothing is counted for this pod: it has no spread constraint, no affinity term and no request.",
              ),
            ),
          ),
    };
  },
};

function rejection(codes) {
  return Object.entries(codes)
    .filter(([, status]) => status.reasons?.length && status.code !== "Skip")
    .map(([plugin, status]) =>
      section(
        heading(plugin, null, chip(status.code, "unres", "unresolvable")),
        status.reasons.map((reason) => h("p", { class: "mono" }, reason)),
        note(t("The cycle ends here: no node is looked at.")),
      ),
    );
}

function narrowed(codes) {
  return Object.entries(codes)
    .filter(([, status]) => status.nodeNames)
    .map(([plugin, status]) =>
      section(
        heading(
          plugin,
          tn("only {n} node will be looked at", "only {n} nodes will be looked at", status.nodeNames.length),
        ),
        h("p", { class: "mono t12" }, status.nodeNames.join(", ")),
      ),
    );
}

function spread({ data, cycle }) {
  const constraints = data.spread?.filter ?? [];
  return constraints.map((constraint, i) =>
    section(
      h("div", { dataset: { plugin: "PodTopologySpread" }, class: "anchor" }),
      heading(
        t("Constraint {place} of {total}", { place: i + 1, total: constraints.length }),
        shortKey(constraint.topology_key),
        factLink(`maxSkew ${constraint.max_skew}`, named("constraint", "filter", i), { class: "chip" }),
        chip(constraint.when_unsatisfiable),
        chip(
          t("{selector} in {namespace}", {
            selector: constraint.selector || t("no selector"),
            namespace: constraint.namespace,
          }),
        ),
        constraint.origin === "default" ? chip(t("cluster default")) : null,
        grow(),
        h(
          "span",
          { class: "mute dk" },
          factLink(
            constraint.self_match ? t("counts itself") : t("no self-match"),
            named("self", "filter", i),
          ),
        ),
      ),
      figure({
        cycle: cycle.index,
        name: `skew-${i}`,
        title: t("Matching pods by {topology_key}", { topology_key: constraint.topology_key }),
        summary: summary(constraint),
        table: () => ledger(constraint),
        height: heightFor(constraint),
        beside: facts(constraint),
        both: true,
      }),
    ),
  );
}

const MOST_ROWS = 8; // more domains stand beside each other

const heightFor = ({ domains }) =>
  domains.length <= MOST_ROWS ? 64 + Math.max(1, domains.length) * 36 : 200;

function summary(constraint) {
  const over = constraint.domains.filter((domain) => domain.fits === false).map((domain) => domain.value);
  const counts = constraint.domains
    .slice(0, 8)
    .map((domain) => t("{value} holds {count}", { value: domain.value, count: domain.count }))
    .join(", ");
  return over.length
    ? t("{counts}. The minimum is {minimum}; one more pod would exceed maxSkew {skew} in {domains}.", {
        counts,
        minimum: constraint.minimum.value,
        skew: constraint.max_skew,
        domains: over.slice(0, 8).join(", "),
      })
    : t("{counts}. The minimum is {minimum}; one more pod fits everywhere.", {
        counts,
        minimum: constraint.minimum.value,
      });
}

function facts(constraint) {
  const { minimum } = constraint;
  const written = (value) => factLink(value, named("constraint", "filter", constraint.index));
  const fact = (name, value) => [h("dt", null, name), h("dd", null, value)];
  return h(
    "dl",
    { class: "facts t12" },
    fact(t("Global minimum"), [
      factLink(minimum.value, named("minimum", constraint.index)),
      minimum.held_by.length
        ? h("span", { class: "mute" }, t(", held by {domains}", { domains: podNames(minimum.held_by, 2) }))
        : null,
    ]),
    fact(
      "minDomains",
      constraint.min_domains === null
        ? written(t("not set"))
        : t("{wanted}, there are {domains}", { wanted: constraint.min_domains, domains: minimum.domains }) +
            (minimum.forced_zero ? t(": the minimum is 0") : ""),
    ),
    fact(t("Node affinity policy"), written(constraint.node_affinity_policy)),
    fact(t("Node taints policy"), written(constraint.node_taints_policy)),
  );
}

function requests(now, codes) {
  const { cycle } = now;
  const asked = requestsOf(now);
  if (!codes.NodeResourcesFit || codes.NodeResourcesFit.code === "Skip") return null;
  return section(
    heading("NodeResourcesFit", t("what this pod asks for")),
    asked.length
      ? h(
          "table",
          { class: "tbl narrow" },
          h(
            "tbody",
            null,
            asked.map(([name, value]) =>
              h(
                "tr",
                null,
                h("th", { class: "mono", scope: "row" }, name),
                num(factLink(amount(name, value), named("request", cycle.pod, name))),
              ),
            ),
          ),
        )
      : h("p", { class: "soft t12" }, t("Nothing but room for one pod: it has no requests.")),
  );
}
