// At PreFilter: the selected node's domain under each constraint, and the pods that it counts.

import { h } from "../../lib/dom.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { named } from "../../parts/factLink.js";
import { muted, podTable, sec, title } from "../../parts/reasons.js";
import { equation, sumTable } from "../../parts/sumTable.js";
import { skewText } from "./skew.js";

/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */
/** @import { Line } from "../../parts/sumTable.js" */
/** @import { Viewed } from "../descriptor.js" */

/** @param {Viewed} now @param {string} name of the node */
export function nodeDomains(now, name) {
  const constraints = now.data.spread?.filter ?? [];
  return constraints.map((constraint, i) => {
    const head = title(
      t("Constraint {place} of {total}", { place: i + 1, total: constraints.length }),
      muted(shortKey(constraint.topology_key)),
    );
    return sec(head, counted(now, name, constraint, i));
  });
}

/** @param {Viewed} now @param {string} name @param {HardConstraint} constraint @param {number} i */
function counted(now, name, constraint, i) {
  const node = now.data.indexOf(name);
  const value = now.cluster?.nodes[node]?.labels[constraint.topology_key];
  const rule = constraint.exclusionOf(node);
  const domain =
    constraint.domainOf(node) ?? constraint.domains.find((candidate) => candidate.value === value);
  if (!domain) return h("p.soft", rule ? t("Not counted: {rule}.", { rule }) : t("In no domain."));
  return [
    equation(skewText(operands(constraint, domain)), domain.fits),
    rule ? h("p.soft.t12", t("This node's own pods are not counted: {rule}.", { rule })) : null,
    sumTable(lines(constraint, domain, i)),
    podTable(domain.pods, now.fold),
  ];
}

/** @param {HardConstraint} constraint @param {HardDomain} domain */
const operands = (constraint, domain) => ({
  matching: domain.count,
  self_match: constraint.self_match,
  minimum: constraint.minimum.value,
  skew: domain.skew,
  max_skew: constraint.max_skew,
  ok: domain.fits,
});

/** @param {HardConstraint} constraint @param {HardDomain} domain @param {number} i @returns {Line[]} */
function lines({ selector, namespace, minimum }, { value, count }, i) {
  return [
    {
      label: rich(t("pods counted in {domain}"), { domain: h("b", value) }),
      value: count,
      why: named("domain", "filter", i, value),
    },
    { label: muted(t("{selector} in {namespace}, not terminating", { selector, namespace })), value: "" },
    {
      label: minimum.forced_zero
        ? t("minimum, 0 because of minDomains")
        : rich(t("minimum, held by {domains}"), {
            domains: h("b", minimum.held_by.slice(0, 3).join(", ")),
          }),
      value: minimum.value,
      why: named("minimum", i),
    },
  ];
}
