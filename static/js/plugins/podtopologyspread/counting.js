// What is counted, from the server: a domain pod by pod, the pod itself, the nodes that are left out, the
// constraint's fields.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { fieldTable } from "../../parts/fieldTable.js";
import { nodeName, podName, tableOf } from "../../parts/listed.js";
import { expressionText, mark, muted, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";

/**
 * @import {
 *   ConstraintFact, DomainFact, ExcludedFact, LabelRequirement, SelectorClause,
 * } from "../../types/engine.js"
 */
/** @import { SelfMatchFact, Side, SpreadNode } from "../../types/engine.js" */
/** @import { Header } from "../../parts/panels.js" */
/** @import { Viewed } from "../descriptor.js" */

/**
 * A domain's count, pod by pod and clause by clause.
 * @param {string[]} args @param {Viewed} now @param {DomainFact} data
 */
export function domain([side, index], now, data) {
  const { clauses, value, count, pods, nothing } = data;
  const matching = pods.filter((pod) => pod.clauses.length && pod.clauses.every(Boolean)).length;
  return [
    sec(
      h(
        "p.why-t",
        data.pods_total > pods.length || matching === count || !clauses.length
          ? tn("{n} pod counts in {value}", "{n} pods count in {value}", count, { value })
          : tn(
              "{count} of the {n} matching pod in {value} counts",
              "{count} of the {n} matching pods in {value} count",
              matching,
              { count, value },
            ),
      ),
      h(
        "p.soft.t12",
        nothing
          ? t("The constraint has no labelSelector, so it counts no pod.")
          : clauses.length
            ? t(
                "A pod counts if it is in the incoming pod's namespace, matches every clause, is not " +
                  "terminating, and its node counts.",
              )
            : t("The labelSelector is empty, so it counts no pod."),
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
    clauses.length && !pods.length ? sec(h("p.soft", t("No pod runs in this domain."))) : null,
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
 * A column per condition. Conditions that all pods meet have none; the namespace and the clauses always do.
 * @param {DomainFact} fact
 */
function podsByClause({ clauses, namespace, pods, count, value }) {
  const terminating = pods.some((pod) => pod.terminating);
  const byNode = pods.some((pod) => !pod.node_ok);
  /** @type {Header[]} */
  const head = [
    t("Pod"),
    t("Node"),
    `ns = ${namespace}`,
    ...clauses.map(clauseText),
    ...(terminating ? [t("stays")] : []),
    ...(byNode ? [t("node counts")] : []),
    [t("Counts"), "num"],
  ];
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
        pod.counted ? h("b", 1) : "0",
      ]),
    ],
    [value, ...Array(head.length - 2).fill(""), count],
  );
}

/** @param {LabelRequirement} clause */
const clauseText = ({ key, operator, values }) =>
  operator === "In" && values.length === 1
    ? `${shortKey(key)} = ${values[0]}`
    : `${shortKey(key)} ${operator} ${values.join(", ")}`.trim();

/** @param {boolean} ok @param {string} actual */
const cell = (ok, actual) =>
  h("span", { title: actual }, mark(ok), h("span.vh", ok ? t("yes") : t("no, {actual}", { actual })));

/** @param {unknown[]} pods @param {number} total */
const more = (pods, total) =>
  total > pods.length
    ? h(
        "p.mute.t12",
        t("{shown} of {total} are listed; pods that count come first.", { shown: pods.length, total }),
      )
    : null;

/** @type {Partial<Record<SelectorClause["origin"], (clause: string) => string>>} */
const ORIGINS = {
  matchLabelKeys: (clause) => t("{clause} was merged from matchLabelKeys by the API server", { clause }),
  "default selector": (clause) =>
    t("{clause} is the selector of the pod's Service or controller", { clause }),
};

/** @param {SelectorClause[]} clauses */
function originsOf(clauses) {
  const sentences = clauses.flatMap((clause) => ORIGINS[clause.origin]?.(clauseText(clause)) ?? []);
  return sentences.length ? sec(sentences.map((text) => h("p.soft.t12", text))) : null;
}

/**
 * Filter's count of the same domain, where both sides have it.
 * @param {Viewed} now @param {string} index @param {string} value @param {number} count
 */
function countsDiffer({ data }, index, value, count) {
  const key = data.spread?.score[Number(index)]?.topology_key;
  const other = data.spread?.filter.find((constraint) => constraint.topology_key === key);
  const there = other?.domains.find((candidate) => candidate.value === value);
  if (!there || there.count === count) return null;
  return sec(
    h(
      "p.soft.t12",
      t("Filter counted {there} here, because its constraint has a different selector or policy.", {
        there: there.count,
      }),
    ),
  );
}

/** @param {SpreadNode[]} nodes */
function nodesByRule(nodes) {
  return tableOf(
    "",
    [t("Node"), t("Counts"), t("Rule")],
    nodes.map((node) => [
      nodeName(node.node),
      mark(node.counted),
      node.counted ? muted(t("counted")) : rule(node),
    ]),
  );
}

/** What keeps a node out, with the label, clause or taint that does. @param {SpreadNode} node */
function rule(node) {
  if (node.rule === "missing label") return [t("no label "), h("code", node.key)];
  if (node.taint)
    return [
      h("code", "nodeTaintsPolicy: Honor"),
      h("span.block.mute", t("taint {taint} is not tolerated", { taint: node.taint })),
    ];
  return [
    h("code", node.rule),
    (node.compared ?? []).map((clause) =>
      h("span.block.mute", expressionText(clause), ": ", clause.actual ?? t("no such label")),
    ),
  ];
}

/** Whether the pod counts itself. @param {string[]} _ @param {Viewed} __ @param {SelfMatchFact} data */
export function selfMatch(_, __, data) {
  const rows = data.compared.map((expression) => [
    expressionText(expression),
    expression.actual ?? t("no such label"),
    mark(expression.ok),
  ]);
  return [
    sec(
      h("p.why-t", data.self_match ? t("The pod counts itself: +1") : t("The pod does not count itself: +0")),
      h(
        "p.soft.t12",
        t("Placing the pod adds it to its domain only when its own labels match the constraint's selector."),
      ),
    ),
    sec(
      title(t("Selector, clause by clause"), muted(data.pod)),
      rows.length
        ? tableOf("", [t("Clause"), t("Label of the pod"), t("Matches")], rows)
        : h(
            "p.soft",
            data.nothing
              ? t("No labelSelector: it matches no pod.")
              : t("An empty labelSelector: it matches every pod, but counts none."),
          ),
    ),
    originsOf(data.clauses),
    sec(h("p", factLink(t("The pod as the scheduler sees it"), named("pod", data.pod)))),
  ];
}

/** The nodes that do not count. @param {string[]} args @param {Viewed} now @param {ExcludedFact} data */
export function excluded([side, index], now, data) {
  const constraint = now.data.spread?.[/** @type {Side} */ (side)]?.[Number(index)];
  return [
    sec(
      h("p.why-t", tn("{n} node is not counted", "{n} nodes are not counted", data.nodes_total)),
      h(
        "p.soft.t12",
        t(
          "A node counts if it has the topology keys of all constraints and, where the policies are " +
            "Honor, matches the pod's node affinity and tolerations.",
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

/** The constraint, field by field. @param {string[]} _ @param {Viewed} __ @param {ConstraintFact} data */
export function constraintFields(_, __, data) {
  return [
    sec(
      h("p.why-t", t("The constraint as the scheduler reads it")),
      h(
        "p.soft.t12",
        t("Fields that were not set are filled in by the API server or come from the profile."),
      ),
    ),
    sec(fieldTable(data.fields, data.source, data.path)),
  ];
}
