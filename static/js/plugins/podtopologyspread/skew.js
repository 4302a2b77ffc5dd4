// Filter: matching + self − minimum ≤ maxSkew, per constraint.

import { h } from "../../lib/dom.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { named } from "../../parts/factLink.js";
import { muted, podTable, sec, title, verdict } from "../../parts/reasons.js";
import { equation, sumTable } from "../../parts/sumTable.js";
import { skewBars } from "./skewbars.js";

/**
 * @import {
 *   FilterStep, RemedyChange, SpreadMissingLabelStep, SpreadSkewStep,
 * } from "../../types/engine.js"
 */
/** @import { Child } from "../../lib/dom.js" */
/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Node } from "../../model/cluster.js" */
/** @import { Line } from "../../parts/sumTable.js" */
/** @import { Viewed, Place } from "../descriptor.js" */

/**
 * "2 + 1 − 1 = 2 > maxSkew 1"
 * @param {Pick<SpreadSkewStep, "matching" | "self_match" | "minimum" | "skew" | "max_skew" | "ok">} operands
 */
export const skewText = ({ matching, self_match, minimum, skew: value, max_skew, ok }) =>
  `${matching} + ${self_match} − ${minimum} = ${value} ${ok ? "≤" : ">"} maxSkew ${max_skew}`;

/**
 * A constraint of a cell: its operands and its bars. One of several that holds is folded.
 * @param {SpreadSkewStep} step @param {Viewed} now @param {Place} place
 */
export function skew(step, now, place) {
  const constraint = constraintOf(step, now);
  const head = titleOf(step, constraint, place);
  const body = [
    step.ok ? null : equation(skewText(step), false),
    sumTable(lines(step)),
    constraint ? skewBars(constraint, step) : null,
    step.pods?.length ? podsTitle(step, constraint) : null,
    podTable(step.pods, now.fold, { id: `pods-${step.constraint}` }),
  ];
  if (!step.ok || place.of === 1) return sec(head, body);
  return h("details.sec", h("summary", head), body);
}

/** @param {SpreadSkewStep} step @param {Viewed} now */
function constraintOf(step, { data }) {
  const constraints = data.spread?.filter;
  return (
    constraints?.find((constraint) => constraint.index === step.constraint) ??
    constraints?.[step.constraint] ??
    null
  );
}

/** @param {SpreadSkewStep} step @param {HardConstraint | null} constraint @param {Place} place */
function titleOf(step, constraint, { index, of }) {
  const about = step.ok
    ? shortKey(step.key)
    : [shortKey(step.key), `maxSkew ${step.max_skew}`, constraint?.when_unsatisfiable]
        .filter(Boolean)
        .join(", ");
  const short = `${step.matching} + ${step.self_match} − ${step.minimum} = ${step.skew} ≤ ${step.max_skew}`;
  return title(
    t("Constraint {place} of {total}", { place: index + 1, total: of }),
    muted(about),
    h("span.grow"),
    step.ok ? verdict(true, short) : null,
  );
}

/** @param {SpreadSkewStep} step @returns {Line[]} */
function lines(step) {
  /** @param {string} kind @param {...string} rest */
  const why = (kind, ...rest) => named(kind, "filter", step.constraint, ...rest);
  return [
    {
      label: rich(t("matching pods in {domain}"), { domain: h("b", step.value) }),
      value: step.matching,
      why: why("domain", step.value),
    },
    {
      op: "+",
      label: step.self_match
        ? t("this pod matches its own selector")
        : t("this pod does not match its own selector"),
      value: step.self_match,
      why: why("self"),
    },
    { op: "−", label: minimumLabel(step), value: step.minimum, why: named("minimum", step.constraint) },
    { op: "=", label: t("skew if placed here"), value: step.skew, result: true },
    { op: step.ok ? "≤" : ">", label: "maxSkew", value: step.max_skew, why: why("constraint") },
  ];
}

/** @param {SpreadSkewStep} step */
function minimumLabel({ forced_zero: forced, held_by: holding }) {
  if (forced) return t("minDomains not reached, so the minimum is");
  if (!holding.length) return t("global minimum");
  return rich(t("global minimum, held by {domains}"), {
    domains: [
      h("b", holding.slice(0, 3).join(", ")),
      holding.length > 3 ? t(" and {n} more", { n: holding.length - 3 }) : "",
    ],
  });
}

/** @param {SpreadSkewStep} step @param {HardConstraint | null} constraint */
function podsTitle({ matching }, constraint) {
  const where = constraint
    ? t("{selector} in {namespace}", { selector: constraint.selector, namespace: constraint.namespace })
    : "";
  return h("h4.h3", t("Where the {count} comes from", { count: matching }), muted(where));
}

/**
 * What would make the failing constraints pass: from their own operands. Nothing is advised that needs a pod
 * in a domain that can never take one.
 * @param {FilterStep[]} steps @param {Viewed} now
 */
export function skewRemedies(steps, now) {
  const failing = steps.flatMap((step) => (step.kind === "spread_skew" && !step.ok ? [step] : []));
  return failing.flatMap((step) => {
    const inTheWay = closedBelow(step, now);
    const others = step.forced_zero ? [] : [inTheWay.length ? null : filled(step), emptied(step)];
    return [
      ...inTheWay.map((domain) => leftOut(step, domain)),
      {
        words: raised(step, failing.length > 1),
        change: fieldChange(step, "maxSkew", step.skew),
      },
      ...others.filter(Boolean).map((words) => ({ words, change: null })),
    ];
  });
}

/**
 * The domains that would need another pod, and can never take it.
 * @param {SpreadSkewStep} step @param {Viewed} now
 */
function closedBelow(step, now) {
  const needed = step.matching + step.self_match - step.max_skew;
  const domains = constraintOf(step, now)?.domains ?? [];
  return step.forced_zero ? [] : domains.filter(({ closed, count }) => closed.length && count < needed);
}

/**
 * @param {SpreadSkewStep} step @param {string} field @param {string | number} value @returns {RemedyChange}
 */
const fieldChange = ({ constraint }, field, value) => ({ kind: "field", constraint, field, value });

/** @param {SpreadSkewStep} step @param {HardDomain} domain @returns {{words: Child, change: RemedyChange}} */
function leftOut(step, { value, closed }) {
  const domain = h("b", value);
  if (closed.every(({ plugin }) => plugin === "TaintToleration"))
    return {
      words: rich(t("{policy} is Honor, so {domain} does not count"), {
        policy: h("b.mono", "nodeTaintsPolicy"),
        domain,
      }),
      change: fieldChange(step, "nodeTaintsPolicy", "Honor"),
    };
  return {
    words: rich(t("the pod's node affinity excludes {domain}, so it does not count"), { domain }),
    change: { kind: "affinity", requirement: { key: step.key, operator: "NotIn", values: [value] } },
  };
}

/** @param {SpreadSkewStep} step @param {boolean} severalConstraints */
function raised({ skew: least, key }, severalConstraints) {
  return rich(
    severalConstraints
      ? t("maxSkew of the {key} constraint is at least {skew}", { key: shortKey(key), skew: "{skew}" })
      : t("maxSkew is at least {skew}"),
    { skew: h("b", least) },
  );
}

/** @param {SpreadSkewStep} step */
function filled({ matching, self_match: self, max_skew: most, held_by: holding }) {
  const needed = matching + self - most;
  const message =
    holding.length > 1
      ? t("{domains} have {pods}, so the minimum is {needed}", { needed })
      : t("{domains} has {pods}, so the minimum is {needed}", { needed });
  return rich(message, {
    domains: [
      h("b", holding.slice(0, 2).join(", ")),
      holding.length > 2 ? t(" and {n} more", { n: holding.length - 2 }) : "",
    ],
    pods: h("b", tn("{n} matching pod", "{n} matching pods", needed)),
  });
}

/** @param {SpreadSkewStep} step */
function emptied({ matching, self_match: self, max_skew: most, minimum, value }) {
  const fewer = most + minimum - self;
  if (fewer < 0 || fewer >= matching) return null;
  return rich(t("{domain} has at most {pods}"), {
    domain: h("b", value),
    pods: h("b", tn("{n} matching pod", "{n} matching pods", fewer)),
  });
}

/**
 * A node without the key of a constraint.
 * @param {SpreadMissingLabelStep} step @param {Viewed} _ @param {Place} place
 */
export function missingLabel(step, _, { index, of }) {
  const text = t(
    "The node has no label {key}, so it belongs to no domain of this constraint. Preemption cannot change " +
      "that.",
  );
  return sec(
    title(t("Constraint {place} of {total}", { place: index + 1, total: of }), muted(shortKey(step.key))),
    h("p", rich(text, { key: h("code", step.key) })),
  );
}

/**
 * The line of a node on a phone, from the view alone: its first failing constraint, else its first.
 * @param {CycleView} data @param {Node} node
 */
export function skewLine(data, node) {
  const constraints = data.spread?.filter ?? [];
  const domains = constraints.flatMap((constraint) => {
    const key = constraint.topology_key;
    const domain =
      constraint.domains.find((candidate) => candidate.value === node.labels[key]) ??
      constraint.domainOf(node.index);
    return domain ? [{ constraint, domain }] : [];
  });
  const deciding = domains.find(({ domain }) => domain.fits === false) ?? domains[0];
  if (!deciding) return null;
  const { constraint, domain } = deciding;
  const sum = `${domain.count} + ${constraint.self_match} − ${constraint.minimum.value} = ${domain.skew}`;
  return `${sum} ${domain.fits ? "≤" : ">"} ${constraint.max_skew}`;
}
