// What PreFilter counts for the terms, and whether this is the first pod of its group.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { heading, note, num, podNames, section } from "../../parts/panels.js";
import { explained, term } from "../../parts/term.js";

/** @import { PairCount, TermKind, TermSide } from "../../types/engine.js" */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Affinity } from "../../model/affinity.js" */

/** The three tables of counts by topology key and value. @param {Affinity} affinity */
export function counts(affinity) {
  const { terms } = affinity;
  /** @param {TermKind} kind @param {TermSide} side */
  const termsOf = (kind, side) =>
    terms.filter((candidate) => candidate.kind === kind && candidate.side === side).length;
  return section(
    heading("InterPodAffinity", t("counts by topology key and value")),
    h(
      "div.aff3",
      countTable(
        "required",
        term("affinityTerm", t("Required affinity")),
        affinity.affinity_counts,
        termsOf("required affinity", "incoming"),
        t("This pod has none"),
      ),
      countTable(
        "anti",
        term("antiAffinity", t("Required anti-affinity")),
        affinity.anti_affinity_counts,
        termsOf("required anti-affinity", "incoming"),
        t("This pod has none"),
      ),
      countTable(
        "existing",
        term("antiAffinity", t("Existing anti-affinity")),
        affinity.existing_anti_affinity_counts,
        termsOf("required anti-affinity", "existing"),
        t("No running pod avoids this one"),
      ),
    ),
    firstPod(affinity),
  );
}

/**
 * @param {string} kind of the fact `pair` @param {Child} title
 * @param {PairCount[]} rows @param {number} terms that count there
 * @param {string} nothing the text when there are none
 */
function countTable(kind, title, rows, terms, nothing) {
  return h(
    "div",
    h("h3.cap", title, h("span", tn("{n} term", "{n} terms", terms))),
    rows.length
      ? h(
          "table.tbl",
          h(
            "tbody",
            rows.map((row) =>
              h(
                "tr",
                { title: podNames(row.pods, 12), dataset: { domainKey: row.key, domainValue: row.value } },
                h("th.mono", { scope: "row" }, `${shortKey(row.key)} = ${row.value}`),
                num(
                  factLink(
                    row.count,
                    named("pair", kind, row.key, row.value),
                    {},
                    t("counted in {domain}", { domain: `${shortKey(row.key)} = ${row.value}` }),
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p.empty", terms ? t("No pod matches") : nothing),
  );
}

/** The exception, with what makes it hold or not. @param {Affinity} affinity */
function firstPod({ terms, affinity_counts: own, first_pod_exception: holds, matches_itself: itself }) {
  if (!terms.some((candidate) => candidate.side === "incoming" && candidate.kind === "required affinity"))
    return null;
  const matched = own.reduce((sum, count) => sum + count.count, 0);
  /** @type {[boolean, string][]} */
  const because = [
    [
      matched === 0,
      matched
        ? tn(
            "{n} pod on nodes with the keys matches all required terms",
            "{n} pods on nodes with the keys match all required terms",
            matched,
          )
        : t("no running pod matches all required terms"),
    ],
    [itself, itself ? t("this pod matches its own terms") : t("this pod does not match its own terms")],
  ];
  return note(
    h(
      "b",
      holds
        ? t("First of its group, so every node with the topology keys passes: ")
        : t("Not taken as the first of its group: "),
    ),
    because.map(([ok, text], i) => [
      " ",
      h("span.because", glyph(ok ? "pass" : "rejected"), explained(i ? text : `${text},`)),
    ]),
  );
}
