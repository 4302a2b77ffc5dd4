// The arithmetic of a constraint, from the view: the minimum, a domain's skew and headroom, the weight of its
// key.

import { h } from "../../lib/dom.js";
import { decimal, signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { listed, nodeNames, tableOf } from "../../parts/listed.js";
import { mono, muted, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";

import { closedNotes, isClosed } from "./closed.js";

/** @import { Viewed } from "../descriptor.js" */

/** @param {Viewed} now @param {string} index */
const hardAt = ({ data }, index) => data.spread?.filter[Number(index)] ?? null;

/** The smallest count. @param {string[]} args @param {Viewed} now */
export function minimum([index], now) {
  const constraint = hardAt(now, index);
  if (!constraint) return null;
  const { minimum: least, domains, min_domains: minDomains } = constraint;
  const ordered = [...domains].sort((a, b) => a.count - b.count);
  const critical = ["[0]", "[1]"];
  return [
    sec(
      h(
        "p.why-t",
        least.forced_zero
          ? t("The minimum is 0, because of minDomains")
          : t("The minimum is {value}, held by {domains}", {
              value: least.value,
              domains: listed(least.held_by, 3),
            }),
      ),
      h("p.soft.t12", t("The smallest count over all domains of the constraint that have a counted node.")),
      closedNotes({ ...constraint, domains: domains.filter(({ value }) => least.held_by.includes(value)) }),
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
            minDomains === null
              ? t("minDomains is not set: 1 is enough")
              : least.forced_zero
                ? t("minDomains, not reached")
                : t("minDomains, reached"),
          value: minDomains ?? 1,
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
          .map((domain, i) => [
            domain.value,
            i < 2 ? muted(critical[i]) : "",
            factLink(domain.count, named("domain", "filter", index, domain.value)),
          ]),
      ),
      domains.length > 1
        ? h(
            "p.mute.t12",
            t(
              "kube-scheduler tracks two domains, criticalPaths. The first has the smallest count. The " +
                "second may not have the second smallest, because only the domain updated last replaces " +
                "it. Here the true minimum is used.",
            ),
          )
        : null,
    ),
  ];
}

/** What the skew would be. @param {string[]} args @param {Viewed} now */
export function skew([side, index, value], now) {
  const constraint = side === "filter" ? hardAt(now, index) : null;
  const domain = constraint?.domains.find((candidate) => candidate.value === value);
  if (!constraint || !domain) return null;
  const { self_match: self, minimum: least, max_skew: most } = constraint;
  return [
    sec(
      h(
        "p.why-t",
        isClosed(domain)
          ? t("{value} counts, but its nodes can never run this pod", { value })
          : domain.fits
            ? t("One more pod in {value} is allowed", { value })
            : t("One more pod in {value} is one too many", { value }),
      ),
    ),
    sec(
      sumTable([
        {
          label: t("pods counted in {value}", { value }),
          value: domain.count,
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
        { op: "=", label: t("skew if placed here"), value: domain.skew, result: true },
        { op: domain.fits ? "≤" : ">", label: "maxSkew", value: most, why: named("constraint", side, index) },
      ]),
    ),
  ];
}

/** How many more pods the domain could take. @param {string[]} args @param {Viewed} now */
export function headroom([side, index, value], now) {
  const constraint = side === "filter" ? hardAt(now, index) : null;
  const domain = constraint?.domains.find((candidate) => candidate.value === value);
  if (!constraint || !domain) return null;
  return [
    sec(
      h(
        "p.why-t",
        isClosed(domain)
          ? t("{value} has no room: its nodes can never run this pod", { value })
          : domain.headroom < 0
            ? t("{value} has {n} too many for another pod", { value, n: -domain.headroom })
            : t("{value} has room for this pod, and then for {n} more", { value, n: domain.headroom }),
      ),
    ),
    sec(
      sumTable([
        { label: "maxSkew", value: constraint.max_skew, why: named("constraint", side, index) },
        { op: "+", label: t("minimum"), value: constraint.minimum.value, why: named("minimum", index) },
        {
          op: "−",
          label: t("pods counted in {value}", { value }),
          value: domain.count,
          why: named("domain", side, index, value),
        },
        { op: "−", label: t("self-match"), value: constraint.self_match, why: named("self", side, index) },
        { op: "=", label: t("headroom"), value: signed(domain.headroom), result: true },
      ]),
    ),
  ];
}

/** The weight of a topology key. @param {string[]} args @param {Viewed} now */
export function weight([index], { data }) {
  const constraint = data.spread?.score[Number(index)];
  if (!constraint) return null;
  return [
    sec(
      h("p.why-t", t("Each matching pod weighs {weight}", { weight: decimal(constraint.weight, 3) })),
      h(
        "p.soft.t12",
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
        "p.t12",
        nodeNames(
          constraint.domains.map((domain) => domain.value),
          (value) => factLink(value, named("domain", "score", index, value)),
        ),
      ),
    ),
  ];
}
