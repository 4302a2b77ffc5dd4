// The term that is pointed at, by domain and pod.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { headers, heading, note, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { countsFor, effectOf, incomingTerms } from "./terms.js";
import { kindName, whoseText } from "./words.js";

/** @import { Affinity } from "../../model/affinity.js" */
/** @import { Link, Viewed, Page } from "../descriptor.js" */
/** @import { Term } from "./words.js" */

/**
 * Follows the term that the map points at.
 * @param {Viewed} now @param {Page["linked"]} linked @param {Affinity} affinity
 */
export function picked(now, linked, affinity) {
  const element = h("div.aff-picked", { "aria-live": "off" });
  const stop = effect(() => {
    const link = linked.get();
    if (!element.isConnected && element.childElementCount) return stop();
    const term = link && affinity.terms[link.term];
    if (link?.pinned || !element.childElementCount)
      replace(
        element,
        term
          ? details(now, affinity, term, link)
          : section(note(t("Pick a term to list its pods and their domains."))),
      );
  });
  return element;
}

/** @param {Viewed} now @param {Affinity} affinity @param {Term} term @param {Link} link */
function details(now, affinity, term, { term: at, row }) {
  const runningClass = row === null ? null : affinity.classes[row];
  const pods = runningClass ? runningClass.pods : term.pods;
  const own = incomingTerms(affinity.terms);
  const matches = runningClass
    ? runningClass.cells[own.findIndex((other) => other.at === at)].ok
    : term.side === "incoming" || term.matches_incoming;
  const body = h("tbody");
  const more = rowsUpTo(body, pods, (pod) =>
    podRow(
      now,
      term,
      pod,
      matches ? effectOf(term, !runningClass || countsFor(own, runningClass)) : t("no match"),
    ),
  );
  return section(
    heading(
      kindName(term),
      term.side === "incoming" ? t("of this pod") : whoseText(term),
      h(
        "span.mute",
        tn("{n} pod counts", "{n} pods count", term.count),
        ", ",
        tn("{n} domain", "{n} domains", term.domains.length),
      ),
    ),
    term.domains.length
      ? h(
          "p.chips",
          term.domains
            .slice(0, 24)
            .map(({ value, count }) =>
              h(
                "span.chip",
                { dataset: { domainKey: term.topology_key, domainValue: value } },
                h("span.mono", value),
                " ",
                factLink(count, named("term", at, value)),
              ),
            ),
        )
      : null,
    pods.length
      ? scroller(h("table.tbl", headers(t("Pod"), t("Node"), shortKey(term.topology_key), t("Result")), body))
      : h("p.soft.t12", t("No running pod.")),
    more,
  );
}

/** @param {Viewed} now @param {Term} term @param {string} pod @param {string} result */
function podRow({ cluster, fold }, term, pod, result) {
  const name = fold?.nodeOf.get(pod);
  const node = cluster?.nodes[cluster.indexOf.get(name ?? "") ?? -1];
  const value = node?.labels[term.topology_key];
  return h(
    "tr",
    { dataset: { pod, node: name ?? "" } },
    h("th.mono", { scope: "row" }, pod),
    h("td.mono", name ?? "–"),
    h("td.mono", value ?? h("span.mute", t("no label"))),
    h(
      "td",
      value === undefined
        ? t("does not count: the node has no {key}", { key: shortKey(term.topology_key) })
        : result,
    ),
  );
}
