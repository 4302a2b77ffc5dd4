// Kinds of changes in words.

import { decimal, integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { sentenceOf } from "./phrases.js";

/** @import { Repair, RunRepair, WhatIf } from "../../types/engine.js" */

/** @type {Record<string, {icon: string, label: () => string}>} */
const KINDS = {
  manifest: { icon: "file", label: () => t("manifest") },
  label: { icon: "form", label: () => t("label or taint") },
  node: { icon: "box", label: () => t("node") },
  eviction: { icon: "arrow", label: () => t("eviction") },
  reserved: { icon: "warn", label: () => t("reserved node") },
  configuration: { icon: "code", label: () => t("configuration") },
};

/** @param {string} kind */
export const iconOf = (kind) => KINDS[kind]?.icon ?? "dot";
/** @param {string} kind */
export const labelOf = (kind) => KINDS[kind]?.label() ?? kind;

/** "manifest, node" @param {Repair} repair */
export const kindsOf = (repair) => [...new Set(repair.atoms.map(({ kind }) => kind))];

/** What it changes, in the reader's language. @param {Pick<Repair, "atoms">} repair */
export const changesOf = ({ atoms }) => atoms.map(sentenceOf);

/** How far a search is. @param {WhatIf | null | undefined} answer */
export function searchText(answer) {
  const { sets = 0, expected_sets: expected = 0 } = answer ?? {};
  if (!expected) return t("Searching…");
  if (sets >= expected) return t("Verifying each with a complete run…");
  return t("Searching… tried {n} of about {all}", { n: integer(sets), all: integer(expected) });
}

/** @param {Repair} repair */
export const costOf = ({ cost }) => decimal(cost);

/** A change of the cluster helps whomever it may. @param {Repair["atoms"][number]} atom */
const isOfCluster = ({ kind, phrase }) =>
  ["node", "label", "configuration"].includes(kind) || phrase?.kind === "pods moved";

/**
 * "Best single fix for core/api: nodeSelector pool=memory → general (places 4 of 8)"
 * @param {RunRepair} repair @param {number} pending
 */
export function bestFix({ atoms, workload, placed }, pending) {
  const change = changesOf({ atoms }).join(" + ");
  const counts = { change, n: integer(placed), all: integer(pending) };
  return atoms.every(isOfCluster)
    ? t("Best single fix: {change} (places {n} of {all})", counts)
    : t("Best single fix for {workload}: {change} (places {n} of {all})", {
        ...counts,
        workload: workload.slice(workload.indexOf(" ") + 1),
      });
}
