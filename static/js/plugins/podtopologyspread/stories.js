// What PodTopologySpread answers at its steps: how full the domains are, and which of them would be too full.

import { decimal } from "../../lib/format.js";
import { ended, t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { podOf } from "../../model/story.js";
import { named } from "../../parts/factLink.js";
import { constraintBars } from "./skewbars.js";

/** @import { HardConstraint, HardDomain, SoftConstraint } from "../../model/constraint.js" */
/** @import { Judged, Story, StoryLine } from "../../model/story.js" */
/** @import { Viewed } from "../descriptor.js" */

const NAMED = 3;

// ---- PreFilter ----

/** @param {Viewed} now @returns {Story} */
export function atPreFilter({ data }) {
  const constraints = data.spread?.filter ?? [];
  const [first] = constraints;
  return {
    heading: first ? held(first) : t("No domain is counted"),
    text: constraints.flatMap((constraint) => minimum(constraint, constraints.length > 1)),
    lines: constraints.slice(1).map(leastAndMost),
    figure: first && (() => constraintBars(first)),
  };
}

/** "a holds 2, b and c hold 1"; of many domains the least and the most. @param {HardConstraint} constraint */
function held({ domains, topology_key: key }) {
  /** @type {Map<number, string[]>} */
  const byCount = new Map();
  for (const { value, count } of domains) byCount.set(count, [...(byCount.get(count) ?? []), value]);
  const counts = [...byCount.keys()].sort((a, b) => b - a);
  if (!counts.length) return t("No node has the label {key}", { key });
  if (counts.length === 1 && domains.length > 1)
    return t("Each of the {n} domains of {key} has {count}", {
      n: domains.length,
      key: shortKey(key),
      count: counts[0],
    });
  if (domains.length > NAMED)
    return t("Domains of {key} have {least} to {most} matching pods", {
      key: shortKey(key),
      least: counts.at(-1),
      most: counts[0],
    });
  return counts
    .map((count) => {
      const values = byCount.get(count) ?? [];
      const names = values.length > 1 ? t("{a} and {b}", { a: values[0], b: values[1] }) : values[0];
      return values.length > 1
        ? t("{domains} have {count}", { domains: names, count })
        : t("{domains} has {count}", { domains: names, count });
    })
    .join(", ");
}

/** @param {HardConstraint} constraint @param {boolean} several whether the pod has other constraints */
function minimum({ domains, minimum: least, min_domains: wanted, topology_key: key }, several) {
  const count = domains.reduce((sum, domain) => sum + domain.count, 0);
  const counted = several
    ? tn("By {key}, {n} matching pod counts.", "By {key}, {n} matching pods count.", count, {
        key: shortKey(key),
      })
    : tn("{n} matching pod counts.", "{n} matching pods count.", count);
  const rule = least.forced_zero
    ? t("There are fewer domains than minDomains ({wanted}), so the global minimum is 0.", { wanted })
    : t("The emptiest domain has {least}: the global minimum.", { least: least.value });
  return [counted, rule];
}

/** @param {HardConstraint} constraint @returns {StoryLine} */
function leastAndMost({ index, topology_key: key, domains, minimum: least }) {
  const most = Math.max(0, ...domains.map(({ count }) => count));
  return {
    label: shortKey(key),
    value: t("{least} to {most}", { least: least.value, most }),
    why: named("minimum", index),
  };
}

// ---- Filter ----

/** @typedef {{constraint: HardConstraint, domain: HardDomain, nodes: number}} Overfull */

/** @param {Viewed} now @param {Judged} judged @returns {Partial<Story>} */
export function atFilter(now, { rejected, asked }) {
  const constraints = now.data.spread?.filter ?? [];
  const full = overfull(now, rejected);
  const [first] = full;
  const without = rejected.length - full.reduce((sum, counts) => sum + counts.nodes, 0);
  return {
    heading: heading(full, without, rejected.length, constraints),
    text: [
      ...alike(full)
        .slice(0, NAMED)
        .map((domains) => arithmetic(domains, podOf(now.cycle))),
      ...(without && full.length ? [ended(missing(without, constraints))] : []),
    ],
    figure: asked ? () => constraintBars(first?.constraint ?? constraints[0], first?.domain) : undefined,
  };
}

/**
 * The domains that one more pod would make too full, with how many of the nodes are in each, most first.
 * @param {Viewed} now @param {number[]} nodes @returns {Overfull[]}
 */
function overfull({ data, cluster }, nodes) {
  /** @type {Map<HardDomain, Overfull>} */
  const groups = new Map();
  for (const node of nodes) {
    for (const constraint of data.spread?.filter ?? []) {
      const value = cluster?.nodes[node]?.labels[constraint.topology_key];
      const domain =
        constraint.domainOf(node) ?? constraint.domains.find((candidate) => candidate.value === value);
      if (!domain || domain.fits) continue;
      const entry = groups.get(domain) ?? { constraint, domain, nodes: 0 };
      entry.nodes += 1;
      groups.set(domain, entry);
      break; // the first constraint that fails decides
    }
  }
  return [...groups.values()].sort((a, b) => b.nodes - a.nodes);
}

/** Domains of one constraint that hold the same are told in one sentence. @param {Overfull[]} full */
function alike(full) {
  /** @type {Map<string, Overfull[]>} */
  const groups = new Map();
  for (const blocked of full) {
    const key = `${blocked.constraint.index}/${blocked.domain.count}`;
    groups.set(key, [...(groups.get(key) ?? []), blocked]);
  }
  return [...groups.values()];
}

/** The closed domain that alone holds the minimum: it can never rise. @param {HardConstraint} constraint */
const stuckAt = ({ domains, minimum: least }) =>
  least.held_by.length && !least.forced_zero
    ? domains.filter(({ value, closed }) => closed.length && least.held_by.includes(value))
    : [];

/**
 * @param {Overfull[]} full @param {number} without nodes that lack the label @param {number} rejected
 * @param {HardConstraint[]} constraints
 */
function heading(full, without, rejected, constraints) {
  if (!rejected) return t("No domain would exceed maxSkew");
  if (!full.length) return missing(without, constraints);
  const [{ constraint, domain }] = full;
  const [stuck] = stuckAt(constraint);
  if (stuck && full.every((blocked) => blocked.constraint === constraint))
    return t("{domain} sets the minimum, {least}, and can never raise it", {
      domain: stuck.value,
      least: constraint.minimum.value,
    });
  if (full.length === 1 && !without && !constraint.minimum.forced_zero)
    return tn(
      "{n} node is ruled out because {domain} would be {skew} above the emptiest",
      "{n} nodes are ruled out because {domain} would be {skew} above the emptiest",
      rejected,
      { domain: domain.value, skew: domain.skew },
    );
  if (full.length === 1 && !without)
    return tn(
      "{n} node is ruled out because {domain} would have {count}",
      "{n} nodes are ruled out because {domain} would have {count}",
      rejected,
      { domain: domain.value, count: domain.count + constraint.self_match },
    );
  return tn(
    "{n} node is ruled out because its domain would exceed maxSkew",
    "{n} nodes are ruled out because their domains would exceed maxSkew",
    rejected,
  );
}

/** @param {number} nodes @param {HardConstraint[]} constraints */
const missing = (nodes, constraints) =>
  tn("{n} node has no label {key}", "{n} nodes have no label {key}", nodes, {
    key: [...new Set(constraints.map((constraint) => constraint.topology_key))].join(t(" or ")),
  });

/** @param {Overfull[]} domains that hold the same @param {string} pod */
function arithmetic(domains, pod) {
  const [{ constraint, domain }] = domains;
  const { self_match: self, minimum: least, max_skew: allowed } = constraint;
  const name =
    domains.length > 1 ? tn("each of {n} domain", "each of {n} domains", domains.length) : domain.value;
  const values = { pod, domain: name, count: domain.count, least: least.value, allowed };
  if (!self)
    return domains.length > 1
      ? t(
          "{n} domains have {count} and the emptiest has {least}; maxSkew allows a difference of {allowed}.",
          {
            ...values,
            n: domains.length,
          },
        )
      : t(
          "{domain} has {count} and the emptiest has {least}; maxSkew allows a difference of {allowed}.",
          values,
        );
  return least.forced_zero
    ? t("With {pod}, {domain} would have {total}; the minimum counts as 0, and maxSkew is {allowed}.", {
        ...values,
        total: domain.count + self,
      })
    : t("With {pod}, {domain} would have {total} and the emptiest {least}; maxSkew is {allowed}.", {
        ...values,
        total: domain.count + self,
      });
}

// ---- PreScore ----

/** @param {Viewed} now @returns {Story} */
export function atPreScore({ data }) {
  const constraints = data.spread?.score ?? [];
  const [first] = constraints;
  return {
    heading:
      constraints.length === 1
        ? t("Each matching pod in a {key} costs {weight}", {
            key: shortKey(first.topology_key),
            weight: decimal(first.weight, 2),
          })
        : tn(
            "{n} spreading preference is counted",
            "{n} spreading preferences are counted",
            constraints.length,
          ),
    text: [t("The more domains there are, the more each pod in one of them costs.")],
    lines: constraints.map(costs),
  };
}

/** @param {SoftConstraint} constraint @returns {StoryLine} */
function costs({ topology_key: key, domains, weight }) {
  const counts = domains.map(({ count }) => count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return {
    label: !counts.length
      ? shortKey(key)
      : least === most
        ? t("{key}: each domain has {count}", { key: shortKey(key), count: least })
        : t("{key}: domains have {least} to {most}", { key: shortKey(key), least, most }),
    value: t("{weight} a pod", { weight: decimal(weight, 2) }),
  };
}
