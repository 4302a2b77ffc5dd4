// What Kueue saw: the topology with the pods that have room in each domain, and the domain chosen.

import { classes, h } from "../../../lib/dom.js";
import { inARow, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { domainsOf, lastPart } from "./domains.js";
import { RULES } from "./words.js";

/** @import { TopologyPlace } from "../../../types/engine.js" */
/** @import { Domain } from "./domains.js" */

const MOST_OPEN = 8; // domains within one that was not chosen
const MOST = 40; // domains side by side: those that are chosen, then the first

/** @param {TopologyPlace} place @param {boolean} named several pod sets have one */
export function topologyTree(place, named) {
  const { search, failure, pod_set: podSet } = place;
  if (!search) return failure ? h("p.q-reject", failure) : null;
  return h(
    "section.q-topology",
    h("h2", t("What Kueue saw"), " ", h("span.soft", named && `${podSet}: `, asked(place))),
    h("div.q-tree", limited(domainsOf(place), domainBox)),
    h(
      "p.soft",
      failure
        ? [icon("x", "ic q-reject"), " ", failure]
        : t("Chosen at level {level}: {rule}", { level: lastPart(search.level), rule: RULES[search.rule] }),
    ),
  );
}

/** "2 pods, required: rack" @param {TopologyPlace} place */
function asked({ search }) {
  if (!search) return "";
  const { count, level, required, unconstrained } = search.demand;
  const how = unconstrained
    ? t("anywhere")
    : required
      ? t("required: {level}", { level: lastPart(level) })
      : t("preferred: {level}", { level: lastPart(level) });
  return inARow(tn("{n} pod", "{n} pods", count), how);
}

/** @param {Domain} domain @returns {HTMLElement} */
const domainBox = ({ level, name, pods, chosen, given, within }) =>
  h(
    "div",
    { class: classes("q-domain", chosen && "chosen", !within.length && "leaf") },
    h(
      "p.q-domain-h",
      h("span", within.length > 0 && h("span.soft", `${lastPart(level)} `), h("b", name)),
      chosen && h("span.chip.accent", given ? tn("{n} pod here", "{n} pods here", given) : t("chosen")),
      h("span.soft", tn("{n} fits", "{n} fit", pods)),
    ),
    !within.length && pods <= MOST && squares(pods, given),
    within.length > 0 && (chosen || within.length <= MOST_OPEN ? inside(within) : folded(within)),
  );

/** @param {Domain[]} within */
const inside = (within) => h("div.q-within", limited(within, domainBox));

/** Domains that were not chosen, drawn once somebody opens them. @param {Domain[]} within */
function folded(within) {
  const fold = h("details", h("summary.soft", tn("{n} inside", "{n} inside", within.length)));
  fold.addEventListener("toggle", () => fold.append(inside(within)), { once: true });
  return fold;
}

/**
 * The places for pods of a host: taken by this workload, or free.
 * @param {number} pods @param {number} given
 */
const squares = (pods, given) =>
  h(
    "span.q-squares",
    { "aria-hidden": "true" },
    Array.from({ length: Math.max(pods, given) }, (_, i) => h("i", { class: classes(i < given && "given") })),
  );

/** @param {Domain[]} domains @param {(domain: Domain) => HTMLElement} box */
function limited(domains, box) {
  const first = [...domains].sort((a, b) => Number(b.chosen) - Number(a.chosen)).slice(0, MOST);
  const visible = domains.filter((domain) => first.includes(domain));
  return [
    visible.map(box),
    domains.length > MOST && h("p.soft", t("and {n} more", { n: integer(domains.length - MOST) })),
  ];
}
