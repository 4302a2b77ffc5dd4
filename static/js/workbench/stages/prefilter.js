// PreFilter: what is counted before nodes are looked at. PodTopologySpread's domains, InterPodAffinity's three tables.

import { h } from "../../lib/dom.js";
import { count, quantity, signed } from "../../lib/format.js";
import { figure } from "../figures.js";
import { shortKey } from "../map/grouping.js";
import { ledger } from "./ledger.js";
import { chip, grow, headers, heading, note, num, pluginChips, podNames, rowsUpTo, scroller, section } from "./parts.js";

/** @type {import("./stage.js").Stage} */
export const prefilter = {
  render: (now) => {
    const codes = now.data.trace.preFilter ?? {};
    const parts = [rejection(codes), narrowed(codes), spread(now), affinity(now), affinityTerms(now), requests(now, codes)].flat().filter(Boolean);
    return {
      top: pluginChips("PreFilter", now.data.plugins.PreFilter ?? Object.keys(codes), codes),
      body: parts.length ? parts : section(note("Nothing is counted for this pod: it has no spread constraint, no affinity term and no request.")),
    };
  },
};

function rejection(codes) {
  return Object.entries(codes)
    .filter(([, status]) => status.reasons?.length && status.code !== "Skip")
    .map(([plugin, status]) => section(heading(plugin, null, chip(status.code, "unres", "unresolvable")), status.reasons.map((reason) => h("p", { class: "mono" }, reason)), note("The cycle ends here: no node is looked at.")));
}

function narrowed(codes) {
  return Object.entries(codes)
    .filter(([, status]) => status.nodeNames)
    .map(([plugin, status]) => section(heading(plugin, `only ${count(status.nodeNames.length, "node")} will be looked at`), h("p", { class: "mono t12" }, status.nodeNames.join(", "))));
}

function spread({ data, cycle }) {
  const constraints = data.spread?.filter ?? [];
  return constraints.map((constraint, i) =>
    section(
      h("div", { dataset: { plugin: "PodTopologySpread" }, class: "anchor" }),
      heading(
        `Constraint ${i + 1} of ${constraints.length}`,
        shortKey(constraint.topology_key),
        chip(`maxSkew ${constraint.max_skew}`),
        chip(constraint.when_unsatisfiable),
        chip(`${constraint.selector || "no selector"} in ${constraint.namespace}`),
        constraint.origin === "default" ? chip("cluster default") : null,
        grow(),
        h("span", { class: "mute dk" }, constraint.self_match ? "counts itself" : "no self-match"),
      ),
      figure({ cycle: cycle.index, name: `skew-${i}`, title: `Matching pods by ${constraint.topology_key}`, summary: summary(constraint), table: () => ledger(constraint), height: heightFor(constraint), beside: facts(constraint), both: true }),
    ),
  );
}

const MOST_ROWS = 8; // more domains stand beside each other

const heightFor = ({ domains }) => (domains.length <= MOST_ROWS ? 64 + Math.max(1, domains.length) * 36 : 200);

function summary(constraint) {
  const over = constraint.domains.filter((domain) => domain.fits === false).map((domain) => domain.value);
  const counts = constraint.domains.slice(0, 8).map((domain) => `${domain.value} holds ${domain.count}`).join(", ");
  return `${counts}. The minimum is ${constraint.minimum.value}; one more pod ${over.length ? `would exceed maxSkew ${constraint.max_skew} in ${over.slice(0, 8).join(", ")}` : "fits everywhere"}.`;
}

function facts(constraint) {
  const { minimum } = constraint;
  const fact = (name, value) => [h("dt", null, name), h("dd", null, value)];
  return h(
    "dl",
    { class: "facts t12" },
    fact("Global minimum", [String(minimum.value), minimum.held_by.length ? h("span", { class: "mute" }, `, held by ${podNames(minimum.held_by, 2)}`) : null]),
    fact("minDomains", constraint.min_domains === null ? "not set" : `${constraint.min_domains}, there are ${minimum.domains}${minimum.forced_zero ? ": the minimum is 0" : ""}`),
    fact("Node affinity policy", constraint.node_affinity_policy),
    fact("Node taints policy", constraint.node_taints_policy),
  );
}

/** The three tables of (topology key, value) → count. */
export function affinity({ data }) {
  if (!data.affinity || data.trace.preFilter?.InterPodAffinity?.code === "Skip") return null;
  const { affinity_counts: own = [], anti_affinity_counts: anti = [], existing_anti_affinity_counts: existing = [], terms = [] } = data.affinity;
  const termsOf = (kind, side) => terms.filter((term) => term.kind === kind && term.side === side).length;
  return section(
    heading("InterPodAffinity", "counts by topology key and value"),
    h(
      "div",
      { class: "aff3" },
      countTable("Required affinity", own, termsOf("required affinity", "incoming"), "This pod has none"),
      countTable("Required anti-affinity", anti, termsOf("required anti-affinity", "incoming"), "This pod has none"),
      countTable("Existing anti-affinity", existing, termsOf("required anti-affinity", "existing"), "No running pod avoids this one"),
    ),
    data.affinity.first_pod_exception ? note("First of its kind: no pod matches the required affinity yet and this pod matches its own terms, so every node that has the topology keys passes.") : null,
  );
}

// Every term that can meet: those of this pod with the pods they match, those of running pods that match this one.
function affinityTerms({ data }) {
  const terms = data.trace.preFilter?.InterPodAffinity?.code === "Skip" ? [] : (data.affinity?.terms ?? []);
  if (!terms.length) return null;
  const body = h("tbody");
  const more = rowsUpTo(body, terms, (term) =>
    h(
      "tr",
      { title: (term.pods ?? []).join(", ") },
      h("th", { scope: "row" }, term.side === "incoming" ? "this pod" : podNames(term.pods ?? [], 1)),
      h("td", null, term.kind, term.weight === null ? "" : ` ${signed(term.weight)}`),
      h("td", { class: "mono" }, shortKey(term.topology_key)),
      h("td", { class: "mono" }, term.selector),
      h("td", null, term.namespaces),
    ),
  );
  return section(heading("Terms", count(terms.length, "term")), scroller(h("table", { class: "tbl" }, headers("Of", "Kind, weight", "Topology key", "Selector", "Namespaces"), body)), more);
}

function countTable(title, counts, terms, nothing) {
  return h(
    "div",
    null,
    h("h3", { class: "cap" }, title, h("span", null, count(terms, "term"))),
    counts.length
      ? h("table", { class: "tbl" }, h("tbody", null, counts.map((each) => h("tr", { title: podNames(each.pods ?? [], 12) }, h("th", { class: "mono", scope: "row" }, `${shortKey(each.key)} = ${each.value}`), num(each.count)))))
      : h("p", { class: "empty" }, terms ? "No pod matches" : nothing),
  );
}

function requests({ cluster, fold, cycle }, codes) {
  const pod = fold?.pod(cycle.pod);
  const asked = Object.entries(pod ? (cluster.classes[pod.class].requests ?? {}) : {});
  if (!codes.NodeResourcesFit || codes.NodeResourcesFit.code === "Skip") return null;
  return section(
    heading("NodeResourcesFit", "what this pod asks for"),
    asked.length
      ? h("table", { class: "tbl narrow" }, h("tbody", null, asked.map(([name, value]) => h("tr", null, h("th", { class: "mono", scope: "row" }, name), num(typeof value === "number" ? quantity(value, name === "cpu" ? "milli" : name === "memory" ? "bytes" : "count") : value)))))
      : h("p", { class: "soft t12" }, "Nothing but room for one pod: it has no requests."),
  );
}
