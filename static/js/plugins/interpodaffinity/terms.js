// Terms in both directions: each term of the incoming pod × the running pods, each term of running pods × the
// incoming pod.

import { h } from "../../lib/dom.js";
import { inARow, labelled, signed } from "../../lib/format.js";
import { cellKeys } from "../../lib/gridkeys.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { shortKey } from "../../model/labels.js";
import { headers, heading, note, podNames, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { clauseList, clauseText, kindName, resultOf, scopeText, selectorText, whoseText } from "./words.js";

/** @import { ExistingTerm, RunningClass, TermOnClass } from "../../types/engine.js" */
/** @import { Affinity } from "../../model/affinity.js" */
/** @import { Cycle } from "../../model/log.js" */
/** @import { Term } from "./words.js" */

/** @typedef {Term & {at: number}} Indexed a term with its place among all */

/** The terms of the incoming pod. @param {Term[]} terms @returns {Indexed[]} */
export const incomingTerms = (terms) =>
  terms.map((term, at) => ({ ...term, at })).filter(({ side }) => side === "incoming");

// ---- the incoming pod's terms × running pods ----

/** Null without any. @param {Cycle} cycle @param {Affinity} affinity */
export function incoming(cycle, { terms, classes }) {
  const own = incomingTerms(terms);
  if (!own.length) return null;
  const body = h("tbody", { role: "rowgroup" });
  const more = rowsUpTo(body, classes, (runningClass, row) => classRow(runningClass, row, own));
  const head = h(
    "tr",
    { role: "row" },
    h(
      "th",
      { role: "columnheader", scope: "col", title: t("Running pods, grouped by labels that terms use") },
      t("Running pods"),
    ),
    own.map((term) =>
      h("th", { role: "columnheader", scope: "col", dataset: { term: term.at } }, termHead(term)),
    ),
  );
  const table = h(
    "table.tbl.terms",
    { role: "grid", "aria-label": t("Terms of {pod} by running pods", { pod: cycle.pod }) },
    h("thead", { role: "rowgroup" }, head),
    body,
  );
  cellKeys(table);
  return section(
    heading(t("Terms of this pod"), tn("{n} term × running pods", "{n} terms × running pods", own.length)),
    scroller(table),
    more,
    classes.length ? null : note(t("No pod is running.")),
  );
}

/** @param {Term} term */
const termHead = (term) => [
  h("span.block", kindName(term), term.weight ? ` ${signed(term.weight)}` : ""),
  h("span.block.mono.t12", selectorText(term)),
  h("span.block.mute.t12", inARow(shortKey(term.topology_key), scopeText(term))),
];

/** @param {RunningClass} runningClass @param {number} row @param {Indexed[]} own */
function classRow(runningClass, row, own) {
  const labels =
    Object.entries(runningClass.labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(", ") || t("none of these labels");
  return h(
    "tr",
    { role: "row" },
    h(
      "th",
      { role: "rowheader", scope: "row" },
      h("span.mono", labels),
      h("span.mute", ` ${runningClass.namespace}`),
      h(
        "span.block.mute.t12",
        { title: podNames(runningClass.pods, 12) },
        labelled(tn("{n} pod", "{n} pods", runningClass.count), podNames(runningClass.pods, 2)),
      ),
    ),
    own.map((term, column) =>
      cellOf(term, runningClass, runningClass.cells[column], row, countsFor(own, runningClass)),
    ),
  );
}

/**
 * Whether pods count for required affinity: when they match all required terms.
 * @param {Term[]} own @param {RunningClass} runningClass
 */
export const countsFor = (own, runningClass) =>
  own.every((term, column) => term.kind !== "required affinity" || runningClass.cells[column].ok);

/** What a matching pod does. @param {Term} term @param {boolean} all whether it matches all required terms */
export const effectOf = (term, all) =>
  term.kind === "required affinity" && term.side === "incoming" && !all
    ? t("matches this term, but not all required ones: does not count")
    : resultOf(term);

/**
 * @param {Indexed} term @param {RunningClass} runningClass @param {TermOnClass} cell
 * @param {number} row @param {boolean} all whether the pods match all required terms
 */
function cellOf(term, runningClass, cell, row, all) {
  const reason = missing(term, runningClass, cell);
  const asked = `${kindName(term)} ${selectorText(term)}, ${podNames(runningClass.pods, 1)}`;
  return h(
    "td",
    {
      role: "gridcell",
      tabindex: "-1",
      class: cell.ok ? "met" : "",
      dataset: { term: term.at, row },
      "aria-label": labelled(asked, cell.ok ? effectOf(term, all) : reason),
    },
    h(
      "span.row",
      h("i", { class: `pod ${cell.ok ? "on" : ""}` }),
      cell.ok ? h("span", effectOf(term, all)) : h("span.mute", reason),
    ),
  );
}

/**
 * The first thing that keeps a term from matching.
 * @param {Term} term @param {RunningClass} runningClass @param {TermOnClass} cell
 */
function missing(term, runningClass, cell) {
  if (cell.ok) return "";
  if (term.requirements === null) return t("no selector");
  if (!cell.in_scope) return t("{namespace} out of scope", { namespace: runningClass.namespace });
  return t("not {clause}", { clause: clauseText(term.requirements[cell.clauses.indexOf(false)]) });
}

// ---- running pods' terms × the incoming pod ----

/** Null without any. @param {Cycle} cycle @param {Affinity} affinity */
export function existing(cycle, { terms }) {
  const others = terms.flatMap((term, at) => ("check" in term ? [{ ...term, at }] : []));
  if (!others.length) return null;
  const body = h("tbody");
  const more = rowsUpTo(body, others, existingRow);
  const met = others.filter((term) => term.matches_incoming).length;
  return section(
    heading(
      t("Terms of running pods"),
      t("{met} of {n} match {pod}", { met, n: others.length, pod: cycle.pod }),
    ),
    scroller(
      h(
        "table.tbl.terms.others",
        headers(
          t("Owner"),
          t("Kind"),
          t("Key"),
          t("Selector on this pod's labels"),
          t("Namespace"),
          t("Result"),
        ),
        body,
      ),
    ),
    more,
  );
}

/** @param {ExistingTerm & {at: number}} term */
function existingRow(term) {
  const { check } = term;
  return h(
    "tr",
    { class: term.matches_incoming ? "" : "unmet", dataset: { term: term.at } },
    h(
      "th",
      { scope: "row" },
      h("button.link", { dataset: { term: term.at }, title: podNames(term.pods, 12) }, whoseText(term)),
    ),
    h("td", kindName(term), term.weight ? ` ${signed(term.weight)}` : ""),
    h("td.mono", shortKey(term.topology_key)),
    h("td", clauseList(term.requirements, check.clauses)),
    h("td", h("span.row", glyph(check.in_scope ? "pass" : "rejected"), scopeText(term))),
    h(
      "td",
      h(
        "span.row",
        h("i", { class: `pod ${term.matches_incoming ? "on" : ""}` }),
        term.matches_incoming ? resultOf(term) : t("no match"),
      ),
    ),
  );
}
