// The nodes that take the pod before and after a repair, as marks in the domains of a topology.

import { h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";

/** @import { Child } from "../../lib/view.js" */
/** @import { Repair, WhatIf } from "../../types/engine.js" */

const MOST_MARKS = 60; // in a domain: where it has more nodes a mark stands for several
const NAMED = 6;

/**
 * @typedef {object} Domain
 * @property {string} name
 * @property {number} nodes all of the domain, one that the repair adds among them
 * @property {number} before those that take the pod without the repair
 * @property {number} after those that take it with it
 */

/** @param {WhatIf} answer @param {Repair} repair @returns {Domain[]} */
export function domainsOf({ topology, fits }, repair) {
  const [all, before, after] = [topology?.domains ?? {}, fits?.domains ?? {}, repair.fits?.domains ?? {}];
  return [...new Set([...Object.keys(all), ...Object.keys(after)])].map((name) => ({
    name,
    nodes: Math.max(all[name] ?? 0, after[name] ?? 0),
    before: before[name] ?? 0,
    after: after[name] ?? 0,
  }));
}

/** @param {WhatIf} answer @param {Repair} repair @param {(node: string) => Child} nodeName */
export function gainedNodes(answer, repair, nodeName) {
  const { fits } = repair;
  if (!fits || !answer.topology) return null;
  const before = answer.fits?.count ?? 0;
  return [
    h(
      "p",
      tn("the pod fits on {n} node", "the pod fits on {n} nodes", fits.count),
      h("span.soft", t("; {n} without the repair", { n: integer(before) })),
    ),
    h(
      "ul.rp-map",
      { "aria-label": t("Nodes where the pod fits, by {key}", { key: answer.topology.key }) },
      domainsOf(answer, repair).map((domain) => domainRow(domain)),
    ),
    h(
      "p.soft.rp-map-key",
      { "aria-hidden": "true" },
      mark("had"),
      t("before too"),
      mark("gained"),
      t("gained"),
      mark("lost"),
      t("no longer"),
      mark("not"),
      t("not"),
    ),
    h("p.soft.rp-names", listOf(fits.names.slice(0, NAMED).map(nodeName)), restOf(fits.count)),
  ];
}

/** @param {Child[]} items */
const listOf = (items) => items.flatMap((item, i) => (i ? [", ", item] : [item]));

/** @param {number} count */
const restOf = (count) => (count > NAMED ? ` ${tn("and {n} more", "and {n} more", count - NAMED)}` : null);

/** @param {Domain} domain */
function domainRow({ name, nodes, before, after }) {
  const [had, gained, lost] = [
    Math.min(before, after),
    Math.max(after - before, 0),
    Math.max(before - after, 0),
  ];
  const scale = Math.max(1, Math.ceil(nodes / MOST_MARKS));
  /** @param {string} kind @param {number} count */
  const marks = (kind, count) => Array.from({ length: Math.ceil(count / scale) }, () => mark(kind));
  return h(
    "li",
    h("span.rp-map-d", name || t("without the label")),
    h(
      "span.num",
      t("{before} → {after} of {n}", { before: integer(before), after: integer(after), n: integer(nodes) }),
    ),
    h(
      "span.rp-marks",
      { "aria-hidden": "true" },
      marks("had", had),
      marks("gained", gained),
      marks("lost", lost),
      marks("not", nodes - had - gained - lost),
    ),
    scale > 1 && h("span.soft", t("a mark stands for {n} nodes", { n: integer(scale) })),
  );
}

/** @param {string} kind */
const mark = (kind) => h("i", { class: `rp-mark ${kind}` });
