// InterPodAffinity's score, term by term: what each gives to each domain, with its sign; the sum is the domain's score.

import { h } from "../../lib/dom.js";
import { signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { kindName, selectorText, whoseText } from "../facts/affinitywords.js";
import { diverging, heading, rowsUpTo, scroller, section } from "../../parts/panels.js";

/** A table for each topology key: domains × terms. */
export function affinityScores({ data }) {
  const { terms, hard_pod_affinity_weight: hard } = data.affinity;
  const giving = terms
    .map((term, at) => ({ ...term, at }))
    .filter(
      (term) => term.points && term.domains.length && (term.side === "incoming" || term.matches_incoming),
    );
  const keys = [...new Set(giving.map((term) => term.topology_key))];
  return keys.map((key) =>
    keyTable(
      key,
      giving.filter((term) => term.topology_key === key),
      hard,
    ),
  );
}

function keyTable(key, terms, hard) {
  const counts = terms.map((term) => new Map(term.domains.map(({ value, count }) => [value, count])));
  const rows = [...new Set(terms.flatMap((term) => term.domains.map(({ value }) => value)))].map((value) => {
    const points = terms.map((term, i) => (counts[i].get(value) ?? 0) * term.points);
    return { value, points, sum: points.reduce((sum, each) => sum + each, 0) };
  });
  rows.sort((a, b) => b.sum - a.sum);
  const most = Math.max(1, ...rows.flatMap(({ points, sum }) => [...points, sum].map(Math.abs)));
  const body = h("tbody");
  const more = rowsUpTo(body, rows, (row) =>
    h(
      "tr",
      { dataset: { domainKey: key, domainValue: row.value } },
      h("th", { class: "nn", scope: "row" }, row.value),
      row.points.map((value, i) =>
        h(
          "td",
          { style: diverging(value / most), dataset: { term: terms[i].at } },
          value ? factLink(signed(value), named("term", terms[i].at, row.value)) : "0",
        ),
      ),
      h("td", { class: "sumc", style: diverging(row.sum / most) }, signed(row.sum)),
    ),
  );
  return section(
    heading(
      t("Score by term and domain"),
      shortKey(key),
      h("span", { class: "mute" }, tn("{n} term", "{n} terms", terms.length)),
    ),
    scroller(
      h(
        "table",
        { class: "heat" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { class: "nn", scope: "col" }, shortKey(key)),
            terms.map((term) =>
              h(
                "th",
                { scope: "col", dataset: { term: term.at }, title: termTitle(term) },
                termTitle(term),
                h(
                  "span",
                  { class: "dir" },
                  term.kind === "required affinity"
                    ? `hardPodAffinityWeight ${hard}`
                    : t("{points} a pod", { points: signed(term.points) }),
                ),
              ),
            ),
            h("th", { scope: "col" }, t("score")),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

const termTitle = (term) =>
  `${kindName(term)} ${term.side === "incoming" ? selectorText(term) : t("of {pod}", { pod: whoseText(term) })}`;
