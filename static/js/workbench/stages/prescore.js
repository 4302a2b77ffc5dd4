// PreScore: which plugins will score, and the weights that PodTopologySpread gives its topologies.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { figure } from "../core/figures.js";
import { affinityTerms } from "./affinity.js";
import { affinityScores } from "./affinityscores.js";
import {
  chip,
  headers,
  heading,
  note,
  num,
  podNames,
  rowsUpTo,
  scroller,
  section,
} from "../../parts/panels.js";
import { pluginCards } from "./plugincards.js";

/** @type {import("../core/context.js").Stage} */
export const prescore = {
  render(now) {
    const codes = now.data.trace.preScore ?? {};
    const constraints = now.data.spread?.score ?? [];
    const own = [
      ...constraints.map((constraint, i) => constraintSection(now, constraint, i, constraints.length)),
      ...affinity(now, codes),
    ];
    return {
      top: pluginCards("PreScore", now.data.plugins.PreScore ?? Object.keys(codes), codes, now),
      body: own.length
        ? own
        : section(
            note(
              t(
                "No plugin counts anything for this pod before scoring: it has no ScheduleAnyway constraint, no default one applies, and no affinity term gives points.",
              ),
            ),
          ),
    };
  },
};

// What InterPodAffinity adds up here: points by term and domain.
const affinity = (now, codes) =>
  codes.InterPodAffinity?.code === "Success" && now.data.affinity
    ? [affinityScores(now), affinityTerms(now)]
    : [];

const SHOWN = 40; // domains in the figure

function constraintSection({ data, cycle }, constraint, i, of) {
  const size = constraint.size ?? constraint.domains.length;
  const skewFigure = !(data.spread.filter ?? []).length;
  const summary = t("{domains}, weight {weight}", {
    domains: tn("{n} domain", "{n} domains", size),
    weight: decimal(constraint.weight ?? 0, 3),
  });
  return section(
    heading(
      t("Constraint {place} of {total}", { place: i + 1, total: of }),
      shortKey(constraint.topology_key),
      chip(`maxSkew ${constraint.max_skew}`),
      chip(constraint.when_unsatisfiable),
      chip(
        t("{selector} in {namespace}", {
          selector: constraint.selector || t("no selector"),
          namespace: constraint.namespace,
        }),
      ),
      constraint.origin === "default" ? chip(t("cluster default")) : null,
    ),
    h(
      "p",
      { class: "formula mono" },
      factLink(
        t("weight = ln({size} + 2) = {weight}", { size, weight: decimal(constraint.weight ?? 0, 3) }),
        named("size", i),
      ),
    ),
    skewFigure && constraint.domains.length
      ? figure({
          cycle: cycle.index,
          name: `skew-score-${i}`,
          title: t("Matching pods by {key}", { key: constraint.topology_key }),
          summary,
          table: () => counts(constraint),
          height: 48 + Math.min(SHOWN, constraint.domains.length) * 32,
        })
      : counts(constraint),
    ignoredNodes(constraint, data),
  );
}

// Nodes without a key of all constraints are ignored: they get the score 0. Those that only the policies leave out are scored.
function ignoredNodes(constraint, data) {
  const left = constraint.not_counted?.length ?? 0;
  const other = data.spread?.filter?.find((each) => each.topology_key === constraint.topology_key);
  return [
    left
      ? h(
          "p",
          { class: "soft t12 more-l" },
          factLink(
            tn("{n} node is not counted here", "{n} nodes are not counted here", left),
            named("excluded", "score", constraint.index),
          ),
          " ",
          h("span", { class: "mute" }, t("Nodes that lack a topology key get the score 0.")),
        )
      : null,
    h(
      "p",
      { class: "mute t12 more-l" },
      constraint.topology_key === "kubernetes.io/hostname"
        ? t("By hostname each node is judged by its own pods.")
        : t(
            "A domain is listed when a feasible node is in it; the pods of all its counted nodes are counted, feasible or not.",
          ),
      other ? ` ${t("Filter counted by this key too, over all domains.")}` : "",
    ),
  ];
}

function counts(constraint) {
  const body = h("tbody");
  const more = rowsUpTo(body, constraint.domains, (domain) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, domain.value),
      num(domain.nodes?.length ?? 1),
      num(factLink(domain.count, named("domain", "score", constraint.index, domain.value))),
      h("td", { class: "mono mute" }, podNames(domain.pods ?? [])),
    ),
  );
  return [
    scroller(
      h(
        "table",
        { class: "tbl" },
        headers(t("Domain"), [t("Nodes"), "num"], [t("Matching"), "num"], t("Pods")),
        body,
      ),
    ),
    more,
  ];
}
