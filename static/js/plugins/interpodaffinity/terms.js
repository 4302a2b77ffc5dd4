// InterPodAffinity: each term of the incoming pod × the running pods, each term of running pods × the incoming pod, the three
// tables of counts, and whether this is the first pod of its group.

import { h, replace } from "../../lib/dom.js";
import { effect } from "../../lib/atoms.js";
import { signed } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { clauseList, clauseText, kindName, resultOf, scopeText, selectorText, whoseText } from "./words.js";
import { cellKeys } from "../../lib/gridkeys.js";
import { headers, heading, note, num, podNames, rowsUpTo, scroller, section } from "../../parts/panels.js";

/**
 * @import {
 *   AffinityLedger, ExistingTerm, IncomingTerm, RunningClass, TermKind, TermOnClass, TermSide,
 * } from "../../types/engine.js"
 */
/** @import { Link, Page, Viewed } from "../descriptor.js" */
/** @import { PairCount } from "../../types/engine.js" */
/** @import { Term } from "./words.js" */

/**
 * @typedef {Viewed & {affinity: AffinityLedger}} WithTerms
 */

/**
 * @template {Term} T
 * @typedef {T & {at: number}} Indexed with its place among the terms of the view
 */

/**
 * The three tables of counts, and the terms; [] when the plugin has nothing to look at.
 * @param {Viewed} now @param {Page} page
 */
export function countsAndTerms(now, page) {
  const { data } = now;
  if (!data.affinity || data.trace.preFilter?.InterPodAffinity?.code === "Skip") return [];
  return [
    h("div", { dataset: { plugin: "InterPodAffinity" }, class: "anchor" }),
    counts(data.affinity),
    ...bothDirections({ ...now, affinity: data.affinity }, page),
  ];
}

/**
 * The terms alone, in both directions.
 * @param {WithTerms} now @param {Page} page
 */
export const bothDirections = (now, { linked }) => [incoming(now), existing(now), picked(now, linked)];

/** @param {AffinityLedger} affinity @returns {Indexed<IncomingTerm>[]} */
const incomingTerms = ({ terms }) => terms.flatMap((term, at) => ("check" in term ? [] : [{ ...term, at }]));

/** @param {AffinityLedger} affinity @returns {Indexed<ExistingTerm>[]} */
const existingTerms = ({ terms }) => terms.flatMap((term, at) => ("check" in term ? [{ ...term, at }] : []));

/** @param {AffinityLedger} affinity */
function counts(affinity) {
  const {
    affinity_counts: own = [],
    anti_affinity_counts: anti = [],
    existing_anti_affinity_counts: others = [],
    terms,
  } = affinity;
  /** @param {TermKind} kind @param {TermSide} side */
  const termsOf = (kind, side) => terms.filter((term) => term.kind === kind && term.side === side).length;
  return section(
    heading("InterPodAffinity", t("counts by topology key and value")),
    h(
      "div",
      { class: "aff3" },
      countTable(
        "required",
        t("Required affinity"),
        own,
        termsOf("required affinity", "incoming"),
        t("This pod has none"),
      ),
      countTable(
        "anti",
        t("Required anti-affinity"),
        anti,
        termsOf("required anti-affinity", "incoming"),
        t("This pod has none"),
      ),
      countTable(
        "existing",
        t("Existing anti-affinity"),
        others,
        termsOf("required anti-affinity", "existing"),
        t("No running pod avoids this one"),
      ),
    ),
    firstPod(affinity),
  );
}

/** @param {string} kind @param {string} title @param {PairCount[]} rows @param {number} terms @param {string} nothing */
function countTable(kind, title, rows, terms, nothing) {
  return h(
    "div",
    null,
    h("h3", { class: "cap" }, title, h("span", null, tn("{n} term", "{n} terms", terms))),
    rows.length
      ? h(
          "table",
          { class: "tbl" },
          h(
            "tbody",
            null,
            rows.map((each) =>
              h(
                "tr",
                {
                  title: podNames(each.pods ?? [], 12),
                  dataset: { domainKey: each.key, domainValue: each.value },
                },
                h("th", { class: "mono", scope: "row" }, `${shortKey(each.key)} = ${each.value}`),
                num(factLink(each.count, named("pair", kind, each.key, each.value))),
              ),
            ),
          ),
        )
      : h("p", { class: "empty" }, terms ? t("No pod matches") : nothing),
  );
}

/** The exception, with what makes it hold or not. @param {AffinityLedger} affinity */
function firstPod({ terms, affinity_counts: own, first_pod_exception: holds, matches_itself: itself }) {
  if (!terms.some((term) => term.side === "incoming" && term.kind === "required affinity")) return null;
  const matched = (own ?? []).reduce((sum, each) => sum + each.count, 0);
  /** @type {[ok: boolean, text: string][]} */
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
      null,
      holds
        ? t("First of its group, so every node with the topology keys passes: ")
        : t("Not taken as the first of its group: "),
    ),
    because.map(([ok, text], i) => [
      " ",
      h("span", { class: "because" }, glyph(ok ? "pass" : "rejected"), i ? text : `${text},`),
    ]),
  );
}

// ---- the incoming pod's terms × running pods ----

/** @param {WithTerms} now */
function incoming({ affinity, cycle }) {
  const { classes } = affinity;
  const own = incomingTerms(affinity);
  if (!own.length) return section(heading(t("Terms of this pod"), t("it has none")));
  const body = h("tbody", { role: "rowgroup" });
  const more = rowsUpTo(body, classes, (each, row) => classRow(each, row, own));
  const head = h(
    "tr",
    { role: "row" },
    h("th", { role: "columnheader", scope: "col" }, t("Running pods, alike in what the terms ask")),
    own.map((term) =>
      h("th", { role: "columnheader", scope: "col", dataset: { term: term.at } }, termHead(term)),
    ),
  );
  const table = h(
    "table",
    {
      class: "tbl terms",
      role: "grid",
      "aria-label": t("Terms of {pod} by running pods", { pod: cycle.pod }),
    },
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
  h("span", { class: "block" }, kindName(term), term.weight ? ` ${signed(term.weight)}` : ""),
  h("span", { class: "block mono t11" }, selectorText(term)),
  h("span", { class: "block mute t11" }, `${shortKey(term.topology_key)}, ${scopeText(term)}`),
];

/** @param {RunningClass} each @param {number} row @param {Indexed<IncomingTerm>[]} own */
function classRow(each, row, own) {
  const labels =
    Object.entries(each.labels)
      .map(([key, value]) => `${key}=${value}`)
      .join(", ") || t("none of these labels");
  return h(
    "tr",
    { role: "row" },
    h(
      "th",
      { role: "rowheader", scope: "row" },
      h("span", { class: "mono" }, labels),
      h("span", { class: "mute" }, ` ${each.namespace}`),
      h(
        "span",
        { class: "block mute t11", title: podNames(each.pods, 12) },
        tn("{n} pod", "{n} pods", each.count),
        `: ${podNames(each.pods, 2)}`,
      ),
    ),
    own.map((term, column) => cellOf(term, each, each.cells[column], row, countsFor(own, each))),
  );
}

/**
 * A pod counts for required affinity when it matches all required terms.
 * @param {Term[]} own @param {RunningClass} each
 */
const countsFor = (own, each) =>
  own.every((term, column) => term.kind !== "required affinity" || each.cells[column].ok);

/** @param {Term} term @param {boolean} all */
const said = (term, all) =>
  term.kind === "required affinity" && term.side === "incoming" && !all
    ? t("matches this term, not all required ones: does not count")
    : resultOf(term);

/**
 * @param {Indexed<IncomingTerm>} term @param {RunningClass} each @param {TermOnClass} cell
 * @param {number} row @param {boolean} all
 */
function cellOf(term, each, cell, row, all) {
  const reason = missing(term, each, cell);
  return h(
    "td",
    {
      role: "gridcell",
      tabindex: "-1",
      class: cell.ok ? "met" : "",
      dataset: { term: term.at, row },
      "aria-label": `${kindName(term)} ${selectorText(term)}, ${podNames(each.pods, 1)}: ${cell.ok ? said(term, all) : reason}`,
    },
    h(
      "span",
      { class: "row" },
      h("i", { class: `pod ${cell.ok ? "on" : ""}` }),
      cell.ok ? h("span", null, said(term, all)) : h("span", { class: "mute" }, reason),
    ),
  );
}

/**
 * The first thing that keeps a term from matching.
 * @param {IncomingTerm} term @param {RunningClass} each @param {TermOnClass} cell
 */
function missing(term, each, cell) {
  if (cell.ok) return "";
  if (term.requirements === null) return t("no selector");
  if (!cell.in_scope) return t("{namespace} out of scope", { namespace: each.namespace });
  return t("not {clause}", { clause: clauseText(term.requirements[cell.clauses.indexOf(false)]) });
}

// ---- running pods' terms × the incoming pod ----

/** @param {WithTerms} now */
function existing({ affinity, cycle }) {
  const others = existingTerms(affinity);
  if (!others.length) return section(heading(t("Terms of running pods"), t("there are none")));
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
        "table",
        { class: "tbl terms others" },
        headers(
          t("Whose"),
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

/** @param {Indexed<ExistingTerm>} term */
function existingRow(term) {
  const { check } = term;
  return h(
    "tr",
    { class: term.matches_incoming ? "" : "unmet", dataset: { term: term.at } },
    h(
      "th",
      { scope: "row" },
      h(
        "button",
        { type: "button", class: "link", dataset: { term: term.at }, title: podNames(term.pods, 12) },
        whoseText(term),
      ),
    ),
    h("td", null, kindName(term), term.weight ? ` ${signed(term.weight)}` : ""),
    h("td", { class: "mono" }, shortKey(term.topology_key)),
    h("td", null, clauseList(term.requirements, check.clauses)),
    h("td", null, h("span", { class: "row" }, glyph(check.in_scope ? "pass" : "rejected"), scopeText(term))),
    h(
      "td",
      null,
      h(
        "span",
        { class: "row" },
        h("i", { class: `pod ${term.matches_incoming ? "on" : ""}` }),
        term.matches_incoming ? resultOf(term) : t("no match"),
      ),
    ),
  );
}

// ---- the term that is pointed at, by domain and pod ----

/** @param {WithTerms} now @param {Page["linked"]} linked */
function picked(now, linked) {
  const element = h("div", { class: "aff-picked", "aria-live": "off" });
  const stop = effect([linked], (link) => {
    if (!element.isConnected && element.childElementCount) return void stop?.();
    const term = link && now.affinity.terms[link.term];
    if (link?.pinned || !element.childElementCount)
      replace(
        element,
        term && link
          ? details(now, term, link)
          : section(
              note(
                t(
                  "Pick a cell or a term: the map points at its pods, and they are listed here with their domains.",
                ),
              ),
            ),
      );
  });
  return element;
}

/** @param {WithTerms} now @param {Term} term @param {Link} link */
function details(now, term, { term: at, row }) {
  const each = row === null ? null : now.affinity.classes[row];
  const pods = each ? each.pods : term.pods;
  const own = incomingTerms(now.affinity);
  const matches = each
    ? each.cells[own.findIndex((other) => other.at === at)].ok
    : term.side === "incoming" || term.matches_incoming;
  const body = h("tbody");
  const more = rowsUpTo(body, pods, (pod) =>
    podRow(now, term, pod, matches ? said(term, !each || countsFor(own, each)) : t("no match")),
  );
  return section(
    heading(
      kindName(term),
      term.side === "incoming" ? t("of this pod") : whoseText(term),
      h(
        "span",
        { class: "mute" },
        tn("{n} pod counts", "{n} pods count", term.count),
        ", ",
        tn("{n} domain", "{n} domains", term.domains.length),
      ),
    ),
    term.domains.length
      ? h(
          "p",
          { class: "chips" },
          term.domains
            .slice(0, 24)
            .map(({ value, count }) =>
              h(
                "span",
                { class: "chip", dataset: { domainKey: term.topology_key, domainValue: value } },
                h("span", { class: "mono" }, value),
                " ",
                factLink(count, named("term", at, value)),
              ),
            ),
        )
      : null,
    pods.length
      ? scroller(
          h(
            "table",
            { class: "tbl" },
            headers(t("Pod"), t("Node"), shortKey(term.topology_key), t("Result")),
            body,
          ),
        )
      : h("p", { class: "soft t12" }, t("No running pod.")),
    more,
  );
}

/** @param {Viewed} now @param {Term} term @param {string} pod @param {string} result */
function podRow({ cluster, fold }, term, pod, result) {
  const name = fold?.nodeOf.get(pod);
  const node = cluster?.nodes.find((each) => each.name === name);
  const value = node?.labels[term.topology_key];
  return h(
    "tr",
    { dataset: { pod, node: name ?? "" } },
    h("th", { scope: "row", class: "mono" }, pod),
    h("td", { class: "mono" }, name ?? "–"),
    h("td", { class: "mono" }, value ?? h("span", { class: "mute" }, t("no label"))),
    h(
      "td",
      null,
      value === undefined
        ? t("does not count: the node has no {key}", { key: shortKey(term.topology_key) })
        : result,
    ),
  );
}
