// The flavors of a pod set in the order in which Kueue tries them, each with its sum or its reason.

import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { fieldOf, opened } from "./opened.js";
import { OUTCOMES } from "./words.js";

/** @import { AdmittedWorkload, FlavorSum, TriedFlavor, TriedPodSet } from "../../../types/engine.js" */

/** @param {TriedPodSet} podSet @param {boolean} named several pod sets are shown */
export const flavorList = (podSet, named) =>
  h(
    "section",
    h(
      "h2",
      named
        ? t("Flavors for {podSet}, in the order tried", { podSet: podSet.name })
        : t("Flavors, in the order tried"),
    ),
    h(
      "ol.q-flavors",
      podSet.flavors.map((flavor, i) => row(flavor, i, podSet)),
    ),
  );

/** @param {TriedFlavor} flavor @param {number} i @param {TriedPodSet} podSet */
function row(flavor, i, podSet) {
  const { icon: sign, tone, word } = OUTCOMES[flavor.outcome];
  const short = flavor.sums.find(({ missing }) => missing);
  return h(
    "li",
    h("span.q-nr", String(i + 1)),
    h(
      "div",
      h("b", flavor.flavor),
      h(
        "p",
        { class: `q-${tone}` },
        icon(sign, "ic"),
        flavor.outcome === "waits" && short?.missing
          ? t("{missing} more needed", { missing: short.missing.text })
          : word,
      ),
    ),
    h(
      "div",
      flavor.sums.map((sum) => arithmetic(sum, flavor, podSet)),
      flavor.outcome === "refused" && refusal(flavor),
      flavor.outcome === "topology" && flavor.reasons.map((reason) => h("p.soft", reason)),
      flavor.outcome === "not_tried" && h("p.soft", t("The search stopped earlier.")),
    ),
    flavor.decides &&
      (tone === "pass" ? h("span.chip.pass", t("chosen")) : h("span.chip.reject", t("waits here"))),
  );
}

/** @param {TriedFlavor} flavor */
const refusal = ({ taints, reasons }) => [
  taints.length > 0 && h("p.q-sum", taints.join(", ")),
  reasons.map((reason) => h("p.soft", reason)),
  h("p.soft", t("So its quota is not checked.")),
];

/** @param {FlavorSum} sum @param {TriedFlavor} flavor @param {TriedPodSet} podSet */
function arithmetic(sum, { outcome }, podSet) {
  const { resource } = sum;
  const one = podSet.requests[resource];
  const asked = opened(
    sum.asked,
    t("{resource} requested", { resource }),
    one && [h("p", tn("{n} pod × {one}", "{n} pods × {one}", podSet.count, { one: one.text })), fieldOf(one)],
  );
  const available = opened(
    sum.available,
    t("{resource} available to it now", { resource }),
    h("p", t("{nominal} nominal, {used} used, maximum {maximum}", textsOf(sum))),
  );
  const earlier = sum.earlier.amount > 0 && [" + ", sum.earlier.text, " ", t("from earlier pod sets")];
  const never = outcome === "never";
  return [
    h(
      "p.q-sum",
      asked,
      ` ${t("requested")}`,
      earlier,
      never
        ? [
            " > ",
            h("b.q-bad", opened(sum.maximum, t("{resource} at most", { resource }))),
            ` ${t("at most")}`,
          ]
        : sum.missing
          ? [" − ", available, ` ${t("unused")} = `, h("b.q-bad", sum.missing.text)]
          : [" ≤ ", available, ` ${t("unused")}`],
      h("span.soft", ` ${resource}`),
    ),
    h(
      "p.soft",
      opened(sum.nominal, t("nominal quota")),
      ` ${t("nominal")}, ${sum.used.text} ${t("used")}`,
      sum.borrowing_limit && [", borrowingLimit ", opened(sum.borrowing_limit, t("borrowing limit"))],
      sum.borrows && `, ${t("borrows from the cohort")}`,
    ),
  ];
}

/** @param {FlavorSum} sum */
const textsOf = ({ nominal, used, maximum }) => ({
  nominal: nominal.text,
  used: used.text,
  maximum: maximum.text,
});

/** The flavor of each resource that a workload was given. @param {AdmittedWorkload["flavors"]} flavors */
export const givenFlavors = (flavors) =>
  h(
    "ul.q-heads",
    Object.entries(flavors).flatMap(([podSet, resources]) =>
      Object.entries(resources).map(([resource, flavor]) =>
        h(
          "li",
          h("span", `${podSet}: `, h("b", resource)),
          h("span.soft", t("from flavor {flavor}", { flavor })),
        ),
      ),
    ),
  );
