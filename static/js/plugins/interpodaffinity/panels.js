// The panels before scoring: what is counted, and the terms that count it.

import { h } from "../../lib/dom.js";
import { counts } from "./counts.js";
import { picked } from "./picked.js";
import { existing, incoming } from "./terms.js";

/** @import { Affinity } from "../../model/affinity.js" */
/** @import { Viewed, Page } from "../descriptor.js" */

/** The tables of counts, and the terms; [] when the plugin skips. @param {Viewed} now @param {Page} page */
export function countsAndTerms(now, page) {
  const { affinity, trace } = now.data;
  if (!affinity || trace.preFilter?.InterPodAffinity?.code === "Skip") return [];
  return [
    h("div.anchor", { dataset: { plugin: "InterPodAffinity" } }),
    counts(affinity),
    ...bothDirections(now, page, affinity),
  ];
}

/** The terms alone. @param {Viewed} now @param {Page} page @param {Affinity} affinity */
export const bothDirections = (now, { linked }, affinity) => [
  incoming(now.cycle, affinity),
  existing(now.cycle, affinity),
  picked(now, linked, affinity),
];
