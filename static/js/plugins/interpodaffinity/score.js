// Score: each term's points for each domain, with their sign; the sum is the score of the domain and of its
// nodes.

import { h } from "../../lib/dom.js";
import { labelled, signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { rangeOf, scoresOf } from "../../model/scores.js";
import { factLink, named } from "../../parts/factLink.js";
import { diverging } from "../../parts/colourScale.js";
import { headers, heading, num, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { muted, podTable, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";
import { bothDirections } from "./panels.js";
import { kindName, selectorText, whoseText } from "./words.js";

/** @import { AffinityScoreStep, ScoreExplanation } from "../../types/engine.js" */
/** @import { Affinity } from "../../model/affinity.js" */
/** @import { Viewed, Page } from "../descriptor.js" */
/** @import { Term } from "./words.js" */

/**
 * The sum for a node over the terms that meet pods there.
 * @param {AffinityScoreStep[]} steps @param {ScoreExplanation} explained @param {Viewed} now
 */
export function scored(steps, { raw }, now) {
  return sec(
    title(t("Raw score"), muted(t("the sum over the terms that match pods here"))),
    sumTable([...steps.map(termLine), { op: "=", label: t("raw"), value: signed(raw ?? 0), result: true }]),
    podTable([...new Set(steps.flatMap((step) => step.pods ?? []))], now.fold),
  );
}

/** @param {AffinityScoreStep} step @param {number} i */
function termLine({ key, value, side, kind_of_term: kind, count, weight, points }, i) {
  const whose = side === "existing" ? t("{kind} of running pods", { kind: kind ?? "" }) : (kind ?? "");
  return {
    op: i ? "+" : "",
    label: [
      h("b", `${shortKey(key)} = ${value}`),
      muted(`  ${labelled(whose, `${count} × ${signed(weight)}`)}`),
    ],
    value: signed(points),
  };
}

/** The sums that PreScore makes before nodes are scored. @param {Viewed} now @param {Page} page */
export function atPreScore(now, page) {
  const { affinity, trace } = now.data;
  if (trace.preScore?.InterPodAffinity?.code !== "Success" || !affinity) return [];
  return [byTermAndDomain(affinity), bothDirections(now, page, affinity)];
}

/** @param {Viewed} now @param {Page} page */
export function atScore(now, page) {
  const { affinity } = now.data;
  return affinity?.heatmap.keys.length ? [byKey(now, page, affinity), byTermAndDomain(affinity)] : null;
}

const PLUGIN = "InterPodAffinity";
const MAX_BARS = 40; // nodes in the figure

/** @param {Viewed} now @param {Page} page @param {Affinity} affinity */
function byKey({ data, cycle }, { figure }, { heatmap: { keys, points } }) {
  const scores = scoresOf(data);
  const ranges = points.map(rangeOf);
  const [min, max] = [
    Math.min(...ranges.map((range) => range.min)),
    Math.max(...ranges.map((range) => range.max)),
  ];
  const table = () => {
    const body = h("tbody");
    const more = rowsUpTo(body, scores.nodes, (node) =>
      h(
        "tr",
        { dataset: { node: scores.name(node), pick: "node" } },
        h("th", { scope: "row" }, scores.name(node)),
        points.map((point) => num(signed(point[node]))),
        num(signed(scores.raw(PLUGIN, node))),
        num(scores.normalized(PLUGIN, node)),
        num(scores.weighted(PLUGIN, node)),
      ),
    );
    /** @type {[string, string][]} */
    const columns = [...keys.map(shortKey), t("raw"), "0–100", t("weighted")].map((name) => [name, "num"]);
    return [scroller(h("table.tbl", headers(t("Node"), ...columns), body)), more];
  };
  return section(
    heading(t("{plugin}: raw, 0–100 and weighted", { plugin: PLUGIN }), t("by topology key")),
    figure({
      cycle: cycle.index,
      name: "affinity",
      title: t("Affinity score by node and topology key"),
      summary: tn(
        "{n} topology key, from {min} to {max}",
        "{n} topology keys, from {min} to {max}",
        keys.length,
        { min: signed(min), max: signed(max) },
      ),
      table: h("details.part-of.inner", h("summary", t("As a table")), table()),
      height: 56 + 26 * Math.min(MAX_BARS, scores.nodes.length),
    }),
  );
}

/** @typedef {Term & {at: number, points: number}} Giving a term that gives points, and its place */

/** A table for each topology key: domains × terms. @param {Affinity} affinity */
function byTermAndDomain({ terms, hard_pod_affinity_weight: hard }) {
  const giving = terms.flatMap((term, at) => giver(term, at) ?? []);
  const keys = [...new Set(giving.map((term) => term.topology_key))];
  return keys.map((key) =>
    keyTable(
      key,
      giving.filter((term) => term.topology_key === key),
      hard,
    ),
  );
}

/** @param {Term} term @param {number} at @returns {Giving | null} */
function giver(term, at) {
  const { points, domains, side, matches_incoming: matches } = term;
  return points && domains.length && (side === "incoming" || matches) ? { ...term, at, points } : null;
}

/** @param {string} key @param {Giving[]} terms @param {number} hard */
function keyTable(key, terms, hard) {
  const counts = terms.map((term) => new Map(term.domains.map(({ value, count }) => [value, count])));
  const rows = [...new Set(terms.flatMap((term) => term.domains.map(({ value }) => value)))].map((value) => {
    const points = terms.map((term, i) => (counts[i].get(value) ?? 0) * term.points);
    return { value, points, sum: points.reduce((sum, point) => sum + point, 0) };
  });
  rows.sort((a, b) => b.sum - a.sum);
  const most = Math.max(1, ...rows.flatMap(({ points, sum }) => [...points, sum].map(Math.abs)));
  const body = h("tbody");
  const more = rowsUpTo(body, rows, (row) =>
    h(
      "tr",
      { dataset: { domainKey: key, domainValue: row.value } },
      h("th.nn", { scope: "row" }, row.value),
      row.points.map((value, i) =>
        h(
          "td",
          { style: diverging(value / most), dataset: { term: terms[i].at } },
          value ? factLink(signed(value), named("term", terms[i].at, row.value)) : "0",
        ),
      ),
      h("td.sumc", { style: diverging(row.sum / most) }, signed(row.sum)),
    ),
  );
  return section(
    heading(
      t("Score by term and domain"),
      shortKey(key),
      h("span.mute", tn("{n} term", "{n} terms", terms.length)),
    ),
    scroller(
      h(
        "table.heat",
        h(
          "thead",
          h(
            "tr",
            h("th.nn", { scope: "col" }, shortKey(key)),
            terms.map((term) =>
              h(
                "th",
                { scope: "col", dataset: { term: term.at }, title: termTitle(term) },
                termTitle(term),
                h(
                  "span.dir",
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

/** @param {Term} term */
const termTitle = (term) => {
  const whose = term.side === "incoming" ? selectorText(term) : t("of {pod}", { pod: whoseText(term) });
  return `${kindName(term)} ${whose}`;
};
