// PodTopologySpread: a domain's count pod by pod and clause by clause, the minimum, what is not counted, the constraint itself.

import { h } from "../../lib/dom.js";
import { decimal, signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { expressionText, mark, mono, muted, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";
import { fieldTable } from "../../parts/fieldTable.js";
import { listed, nodeName, nodeNames, podName, tableOf } from "../../parts/listed.js";

/**
 * @import {
 *   ConstraintFact, CycleView, DomainFact, ExcludedFact, HardSpreadConstraint, Origin, SelectorClause,
 *   SelfMatchFact, SpreadNode,
 * } from "../../types/engine.js"
 */
/** @import { Viewed } from "../descriptor.js" */
/** @import { SoftSpreadConstraint } from "../../types/engine.js" */
/** @import { Head } from "../../parts/listed.js" */

/** @param {Viewed} now @param {string | number} index @returns {HardSpreadConstraint | null} */
const hardAt = (now, index) => now.data.spread?.filter[Number(index)] ?? null;

/** @param {Viewed} now @param {string | number} index @returns {SoftSpreadConstraint | null} */
const softAt = (now, index) => now.data.spread?.score[Number(index)] ?? null;

/** @param {Viewed} now @param {string} side @param {string | number} index */
const constraintAt = (now, side, index) => (side === "filter" ? hardAt(now, index) : softAt(now, index));

/** @param {HardSpreadConstraint | null} constraint @param {string} value */
const domainAt = (constraint, value) => constraint?.domains.find((each) => each.value === value);

/** @type {Record<string, import("../descriptor.js").Fact>} */
export const FACTS = {
  domain: {
    remote: true,
    title: ([, , value]) => t("pods in {value}", { value }),
    render: domain,
    domain: domainOf,
  },
  self: { remote: true, title: () => t("self-match"), render: selfMatch },
  excluded: { remote: true, title: () => t("not counted"), render: excluded },
  constraint: {
    remote: true,
    title: ([, index]) => t("constraint {n}", { n: Number(index) + 1 }),
    render: constraintFields,
  },
  minimum: { title: () => t("minimum"), render: minimum },
  skew: { title: ([, , value]) => t("skew of {value}", { value }), render: skew, domain: domainOf },
  headroom: {
    title: ([, , value]) => t("headroom of {value}", { value }),
    render: headroom,
    domain: domainOf,
  },
  size: { title: () => t("weight"), render: weight },
};

/** @param {string[]} pair @param {CycleView | null} data */
function domainOf([side, index, value], data) {
  const spread = data?.spread;
  const constraint = (side === "filter" ? spread?.filter : spread?.score)?.[Number(index)];
  return constraint && value !== undefined ? { key: constraint.topology_key, value } : null;
}

/** @param {string[]} pair @param {Viewed} now @param {DomainFact} data */
function domain([side, index], now, data) {
  const { clauses, value, count, pods, nothing } = data;
  const matching = pods.filter((pod) => pod.clauses.length && pod.clauses.every(Boolean)).length;
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        data.pods_total > pods.length || matching === count || !clauses.length
          ? tn("{n} pod counts in {value}", "{n} pods count in {value}", count, { value })
          : t("{count} of the {matching} matching pods in {value} count", { count, matching, value }),
      ),
      h(
        "p",
        { class: "soft t12" },
        nothing
          ? t("The constraint has no labelSelector, and such a one counts no pod.")
          : clauses.length
            ? t(
                "A pod counts when it is in the incoming pod's namespace, matches every clause, is not terminating, and its node counts.",
              )
            : t("The labelSelector is empty, and an empty one counts no pod."),
      ),
    ),
    clauses.length && pods.length
      ? sec(
          title(
            t("Selector, clause by clause"),
            muted(tn("{n} pod on these nodes", "{n} pods on these nodes", data.pods_total)),
          ),
          podsByClause(data),
          more(pods, data.pods_total),
        )
      : null,
    clauses.length && !pods.length ? sec(h("p", { class: "soft" }, t("No pod runs in this domain."))) : null,
    originsOf(clauses),
    sec(
      title(
        t("Its nodes"),
        muted(t("{counted} of {total} count", { counted: data.nodes_counted, total: data.nodes_total })),
      ),
      nodesByRule(data.nodes),
      more(data.nodes, data.nodes_total),
    ),
    side === "score" ? countsDiffer(now, index, value, count) : null,
  ];
}

/**
 * A column a condition; those that all pods fulfil need none, the namespace and the clauses always have one.
 * @param {DomainFact} fact
 */
function podsByClause({ clauses, namespace, pods, count, value }) {
  const terminating = pods.some((pod) => pod.terminating);
  const byNode = pods.some((pod) => !pod.node_ok);
  /** @type {(Head | null)[]} */
  const wanted = [
    t("Pod"),
    t("Node"),
    `ns = ${namespace}`,
    ...clauses.map(clauseText),
    terminating ? t("stays") : null,
    byNode ? t("node counts") : null,
    [t("Counts"), "num"],
  ];
  const head = wanted.filter((each) => each !== null);
  return tableOf(
    "byclause",
    head,
    [
      ...pods.map((pod) => [
        podName(pod.pod),
        nodeName(pod.node),
        cell(pod.namespace_ok, pod.pod.split("/")[0]),
        ...clauses.map((clause, i) =>
          cell(pod.clauses[i], `${clause.key}: ${pod.labels[clause.key] ?? t("no such label")}`),
        ),
        ...(terminating ? [cell(!pod.terminating, pod.terminating ? t("terminating") : "")] : []),
        ...(byNode ? [cell(pod.node_ok, "")] : []),
        pod.counted ? h("b", null, 1) : "0",
      ]),
    ],
    [value, ...Array(head.length - 2).fill(""), count],
  );
}

/** @param {{key: string, operator: string, values: string[]}} clause */
const clauseText = ({ key, operator, values }) =>
  operator === "In" && values.length === 1
    ? `${shortKey(key)} = ${values[0]}`
    : `${shortKey(key)} ${operator} ${values.join(", ")}`.trim();
/** @param {boolean} ok @param {string} actual */
const cell = (ok, actual) =>
  h(
    "span",
    { title: actual },
    mark(ok),
    h("span", { class: "vh" }, ok ? t("yes") : t("no, {actual}", { actual })),
  );
/** @param {unknown[]} shown @param {number} total */
const more = (shown, total) =>
  total > shown.length
    ? h(
        "p",
        { class: "mute t12" },
        t("{shown} of {total} are listed, those that count first.", { shown: shown.length, total }),
      )
    : null;

/** @type {Partial<Record<Origin, (clause: string) => string>>} */
const ORIGINS = {
  matchLabelKeys: (clause) => t("{clause} was merged from matchLabelKeys by the API server", { clause }),
  "default selector": (clause) =>
    t("{clause} is the selector of the pod's Service or controller", { clause }),
};

/** @param {SelectorClause[]} clauses */
function originsOf(clauses) {
  const sentences = clauses.flatMap((clause) => ORIGINS[clause.origin]?.(clauseText(clause)) ?? []);
  return sentences.length ? sec(sentences.map((text) => h("p", { class: "soft t12" }, text))) : null;
}

/**
 * What Filter counted in the same domain, where both sides look at it.
 * @param {Viewed} now @param {string} index @param {string} value @param {number} count
 */
function countsDiffer(now, index, value, count) {
  const key = softAt(now, index)?.topology_key;
  const other = now.data.spread?.filter?.findIndex((each) => each.topology_key === key) ?? -1;
  const there = domainAt(hardAt(now, other), value);
  if (!there || there.count === count) return null;
  return sec(
    h(
      "p",
      { class: "soft t12" },
      t("Filter counted {there} here: its constraint has another selector or policy.", {
        there: there.count,
      }),
    ),
  );
}

/** @param {SpreadNode[]} nodes */
export function nodesByRule(nodes) {
  return tableOf(
    "",
    [t("Node"), t("Counts"), t("Rule")],
    nodes.map((each) => [
      nodeName(each.node),
      mark(each.counted),
      each.counted ? muted(t("counted")) : rule(each),
    ]),
  );
}

/** What keeps a node out, with the label, clause or taint that does. @param {SpreadNode} each */
function rule(each) {
  if (each.rule === "missing label") return [t("no label "), h("code", null, each.key)];
  if (each.taint)
    return [
      h("code", null, "nodeTaintsPolicy: Honor"),
      h("span", { class: "block mute" }, t("taint {taint} is not tolerated", { taint: each.taint })),
    ];
  return [
    h("code", null, each.rule),
    (each.compared ?? []).map((clause) =>
      h("span", { class: "block mute" }, expressionText(clause), ": ", clause.actual ?? t("no such label")),
    ),
  ];
}

/** @param {unknown} _ @param {unknown} now @param {SelfMatchFact} data */
function selfMatch(_, now, data) {
  const rows = data.compared.map((each) => [
    expressionText(each),
    each.actual ?? t("no such label"),
    mark(each.ok),
  ]);
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        data.self_match ? t("The pod counts itself: +1") : t("The pod does not count itself: +0"),
      ),
      h(
        "p",
        { class: "soft t12" },
        t("Placing the pod adds it to its domain only when its own labels match the constraint's selector."),
      ),
    ),
    sec(
      title(t("Selector, clause by clause"), muted(data.pod)),
      rows.length
        ? tableOf("", [t("Clause"), t("Label of the pod"), t("Matches")], rows)
        : h(
            "p",
            { class: "soft" },
            data.nothing
              ? t("No labelSelector: it matches no pod.")
              : t("An empty labelSelector: it matches every pod, though it counts none."),
          ),
    ),
    originsOf(data.clauses),
    sec(h("p", null, factLink(t("The pod as the scheduler reads it"), named("pod", data.pod)))),
  ];
}

/** @param {string[]} pair @param {Viewed} now @param {ExcludedFact} data */
function excluded([side, index], now, data) {
  const constraint = constraintAt(now, side, index);
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        tn("{n} node is not counted", "{n} nodes are not counted", data.nodes_total),
      ),
      h(
        "p",
        { class: "soft t12" },
        t(
          "A node counts when it has the topology keys of all constraints, and the pod's node affinity and tolerations admit it where the policies say Honor.",
        ),
      ),
    ),
    constraint
      ? sec(
          sumTable([
            {
              label: "nodeAffinityPolicy",
              value: constraint.node_affinity_policy,
              why: named("constraint", side, index),
            },
            {
              label: "nodeTaintsPolicy",
              value: constraint.node_taints_policy,
              why: named("constraint", side, index),
            },
          ]),
        )
      : null,
    sec(nodesByRule(data.nodes), more(data.nodes, data.nodes_total)),
  ];
}

/** @param {unknown} _ @param {unknown} __ @param {ConstraintFact} data */
function constraintFields(_, __, data) {
  return [
    sec(
      h("p", { class: "why-t" }, t("The constraint as the scheduler reads it")),
      h(
        "p",
        { class: "soft t12" },
        t("What was not written is filled in by the API server, or comes from the profile."),
      ),
    ),
    sec(fieldTable(data.fields, data.source, data.path)),
  ];
}

/** @param {string[]} pair @param {Viewed} now */
function minimum([index], now) {
  const constraint = hardAt(now, index);
  if (!constraint) return null;
  const { minimum: least, domains, min_domains: wanted } = constraint;
  const ordered = [...domains].sort((a, b) => a.count - b.count);
  const critical = ["[0]", "[1]"];
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        least.forced_zero
          ? t("The minimum is 0, because of minDomains")
          : t("The minimum is {value}, held by {domains}", {
              value: least.value,
              domains: listed(least.held_by, 3),
            }),
      ),
      h(
        "p",
        { class: "soft t12" },
        t("The smallest count over all domains of the constraint that have a counted node."),
      ),
    ),
    sec(
      sumTable([
        {
          label: t("smallest count"),
          value: least.smallest ?? least.value,
          why: ordered[0] && named("domain", "filter", index, ordered[0].value),
        },
        { label: t("domains"), value: least.domains },
        {
          label:
            wanted === null
              ? t("minDomains is not set: 1 is enough")
              : least.forced_zero
                ? t("minDomains, not reached")
                : t("minDomains, reached"),
          value: wanted ?? 1,
          why: named("constraint", "filter", index),
        },
        { op: "=", label: t("minimum used in Filter"), value: least.value, result: true },
      ]),
    ),
    sec(
      title(t("Domains, the emptiest first"), muted(String(domains.length))),
      tableOf(
        "",
        [t("Domain"), "criticalPaths", [t("Counted"), "num"]],
        ordered
          .slice(0, 40)
          .map((each, i) => [
            each.value,
            i < 2 ? muted(critical[i]) : "",
            factLink(each.count, named("domain", "filter", index, each.value)),
          ]),
      ),
      domains.length > 1
        ? h(
            "p",
            { class: "mute t12" },
            t(
              "kube-scheduler keeps two domains, criticalPaths. The first has the smallest count. The second need not have the second smallest: it is replaced only by what was updated last. Here the true minimum is used.",
            ),
          )
        : null,
    ),
  ];
}

/** @param {string[]} pair @param {Viewed} now */
function skew([side, index, value], now) {
  const constraint = hardAt(now, index);
  const found = domainAt(constraint, value);
  if (!constraint || !found) return null;
  const { self_match: self, minimum: least, max_skew: most } = constraint;
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        found.fits
          ? t("One more pod in {value} is allowed", { value })
          : t("One more pod in {value} is one too many", { value }),
      ),
    ),
    sec(
      sumTable([
        {
          label: t("pods counted in {value}", { value }),
          value: found.count,
          why: named("domain", side, index, value),
        },
        {
          op: "+",
          label: self
            ? t("this pod matches its own selector")
            : t("this pod does not match its own selector"),
          value: self,
          why: named("self", side, index),
        },
        { op: "−", label: t("minimum"), value: least.value, why: named("minimum", index) },
        { op: "=", label: t("skew if placed here"), value: found.skew, result: true },
        { op: found.fits ? "≤" : ">", label: "maxSkew", value: most, why: named("constraint", side, index) },
      ]),
    ),
  ];
}

/** @param {string[]} pair @param {Viewed} now */
function headroom([side, index, value], now) {
  const constraint = hardAt(now, index);
  const found = domainAt(constraint, value);
  if (!constraint || !found) return null;
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        found.headroom < 0
          ? t("{value} holds {n} too many for one more", { value, n: -found.headroom })
          : t("{value} has room for this pod, and then for {n} more", { value, n: found.headroom }),
      ),
    ),
    sec(
      sumTable([
        { label: "maxSkew", value: constraint.max_skew, why: named("constraint", side, index) },
        { op: "+", label: t("minimum"), value: constraint.minimum.value, why: named("minimum", index) },
        {
          op: "−",
          label: t("pods counted in {value}", { value }),
          value: found.count,
          why: named("domain", side, index, value),
        },
        { op: "−", label: t("self-match"), value: constraint.self_match, why: named("self", side, index) },
        { op: "=", label: t("headroom"), value: signed(found.headroom), result: true },
      ]),
    ),
  ];
}

/** @param {string[]} pair @param {Viewed} now */
function weight([index], now) {
  const constraint = softAt(now, index);
  if (!constraint) return null;
  return [
    sec(
      h(
        "p",
        { class: "why-t" },
        t("Each matching pod weighs {weight}", { weight: decimal(constraint.weight, 3) }),
      ),
      h(
        "p",
        { class: "soft t12" },
        t("The more domains there are, the fewer pods each has, and the more each pod weighs."),
      ),
    ),
    sec(
      sumTable([
        {
          label:
            constraint.topology_key === "kubernetes.io/hostname"
              ? t("feasible nodes that are not ignored")
              : t("domains with a feasible node"),
          value: constraint.size,
        },
        {
          label: mono(`ln(${constraint.size} + 2)`),
          op: "=",
          value: decimal(constraint.weight, 3),
          result: true,
        },
      ]),
    ),
    sec(
      title(t("Domains"), muted(String(constraint.domains.length))),
      h(
        "p",
        { class: "t12" },
        nodeNames(
          constraint.domains.map((each) => each.value),
          (value) => factLink(value, named("domain", "score", index, value)),
        ),
      ),
    ),
  ];
}
