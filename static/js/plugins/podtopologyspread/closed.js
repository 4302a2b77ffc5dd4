// Domains that count and can never take the pod: a taint, a label or a cordon closes all of their nodes.

import { h } from "../../lib/dom.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { factLink, named } from "../../parts/factLink.js";
import { closingTexts } from "../closing.js";

/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */

/** @param {HardDomain} domain */
export const isClosed = ({ closed }) => closed.length > 0;

/** The verdict of the ledger. @param {HardDomain} domain */
export const closedChip = ({ closed }) =>
  h("span.chip.unres.closed-chip", { title: closingTexts(closed) }, glyph("unresolvable"), t("closed"));

const MOST = 4; // domains with a note each

/** Below the ledger: why, and which policy counts them all the same. @param {HardConstraint} constraint */
export function closedNotes(constraint) {
  const domains = constraint.domains.filter(isClosed);
  return [
    domains.slice(0, MOST).map((domain) => note(domain, constraint)),
    domains.length > MOST
      ? h(
          "p.soft.more-l",
          tn("and {n} more domain like it", "and {n} more domains like these", domains.length - MOST),
        )
      : null,
  ];
}

/** @param {HardDomain} domain @param {HardConstraint} constraint */
function note(domain, constraint) {
  return h(
    "p.closed-note",
    glyph("unresolvable"),
    h(
      "span",
      rich(t("{domain} can never run this pod: {reasons}."), {
        domain: h("b", domain.value),
        reasons: closingTexts(domain.closed),
      }),
      " ",
      whyCounted(domain, constraint),
    ),
  );
}

/** @param {HardDomain} domain @param {HardConstraint} constraint */
function whyCounted({ closed }, { index, node_taints_policy: taints, node_affinity_policy: affinity }) {
  const plugins = new Set(closed.map(({ plugin }) => plugin));
  const policy = plugins.has("TaintToleration")
    ? ["nodeTaintsPolicy", taints]
    : plugins.has("NodeAffinity")
      ? ["nodeAffinityPolicy", affinity]
      : null;
  if (!policy) return t("It still counts.");
  const sentence = plugins.has("TaintToleration")
    ? t("Tainted nodes count too, because {policy} is {value}.")
    : t("It still counts, because {policy} is {value}.");
  return rich(sentence, {
    policy: factLink(policy[0], named("constraint", "filter", index), { class: "mono" }),
    value: h("b", policy[1]),
  });
}
