// InterPodAffinity: the pods behind a count of (topology key, value).

import { h } from "../../lib/dom.js";
import { inARow, labelled } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { kindName, resultOf, scopeText, selectorText, whoseText } from "./words.js";
import { muted, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";
import { nodeName, podName, tableOf } from "../../parts/listed.js";

/** @import { PairCount } from "../../types/engine.js" */
/** @import { Affinity } from "../../model/affinity.js" */
/** @import { Viewed } from "../descriptor.js" */

/**
 * @type {Record<string, {of: (affinity: Affinity) => PairCount[], says: () => string}>} by the name in the
 *   fact
 */
const TABLES = {
  required: {
    of: (affinity) => affinity.affinity_counts,
    says: () =>
      t("A pod counts for required affinity when it matches all required terms of the incoming pod."),
  },
  anti: {
    of: (affinity) => affinity.anti_affinity_counts,
    says: () => t("A pod counts when it matches this anti-affinity term of the incoming pod."),
  },
  existing: {
    of: (affinity) => affinity.existing_anti_affinity_counts,
    says: () =>
      t("A running pod counts when one of its own required anti-affinity terms matches the incoming pod."),
  },
};

/** @type {Record<string, import("../descriptor.js").Fact>} */
export const FACTS = {
  pair: { title: ([, key, value]) => `${key} = ${value}`, render: pair },
  term: { title: ([, value]) => value, render: term },
};

/** @param {string[]} args @param {Viewed} now */
function pair([table, key, value], now) {
  const { affinity } = now.data;
  const pairs = (affinity && TABLES[table]?.of(affinity)) ?? [];
  const entry = pairs.find((candidate) => candidate.key === key && candidate.value === value);
  if (!entry) return null;
  return [
    sec(
      h("p.why-t", tn("{n} pod counts in {value}", "{n} pods count in {value}", entry.count, { value })),
      h("p.soft.t12", TABLES[table].says()),
    ),
    entry.selector ? sec(title(t("Selector")), h("p.mono.t12", entry.selector)) : null,
    sec(
      title(t("Pods"), muted(String(entry.pods.length))),
      tableOf(
        "",
        [t("Pod"), t("Node")],
        entry.pods.map((pod) => [podName(pod), nodeOf(now, pod)]),
      ),
    ),
  ];
}

/** @param {Viewed} now @param {string} pod */
function nodeOf({ fold }, pod) {
  const node = fold?.nodeOf.get(pod);
  return node ? nodeName(node) : "–";
}

/** The points of one term for one domain: pods × points each. @param {string[]} args @param {Viewed} now */
function term([at, value], now) {
  const affinityTerm = now.data.affinity?.terms[Number(at)];
  const domain = affinityTerm?.domains.find((candidate) => candidate.value === value);
  if (!affinityTerm || !domain) return null;
  const here = affinityTerm.pods.filter((pod) => labelOf(now, pod, affinityTerm.topology_key) === value);
  const more = domain.count - here.length;
  const whose = affinityTerm.side === "incoming" ? t("of this pod") : whoseText(affinityTerm);
  return [
    sec(
      h("p.why-t", tn("{n} pod in {value}", "{n} pods in {value}", domain.count, { value })),
      h("p.soft.t12", labelled(inARow(kindName(affinityTerm), whose), resultOf(affinityTerm))),
    ),
    affinityTerm.points
      ? sec(
          sumTable([
            { label: t("pods"), value: domain.count },
            {
              op: "×",
              label:
                affinityTerm.kind === "required affinity" ? "hardPodAffinityWeight" : t("weight, signed"),
              value: affinityTerm.points,
            },
            {
              op: "=",
              label: t("points for {value}", { value }),
              value: domain.count * affinityTerm.points,
              result: true,
            },
          ]),
        )
      : null,
    sec(
      title(t("Selector")),
      h("p.mono.t12", selectorText(affinityTerm)),
      h("p.soft.t12", scopeText(affinityTerm)),
    ),
    here.length
      ? sec(
          title(
            t("Pods"),
            muted(more > 0 ? t("{n} of {m}", { n: here.length, m: domain.count }) : String(here.length)),
          ),
          tableOf(
            "",
            [t("Pod"), t("Node")],
            here.map((pod) => [podName(pod), nodeOf(now, pod)]),
          ),
        )
      : null,
  ];
}

/** @param {Viewed} now @param {string} pod @param {string} key */
const labelOf = ({ cluster, fold }, pod, key) =>
  cluster?.nodes[cluster.indexOf.get(fold?.nodeOf.get(pod) ?? "") ?? -1]?.labels[key];
