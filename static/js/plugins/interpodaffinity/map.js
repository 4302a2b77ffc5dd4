// On the map: how many pods of a domain attract or repel, its score, and which pods a term matches.

import { signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { matches } from "../../model/selectors.js";
import { named } from "../../parts/factLink.js";

/** @import { ExistingTerm, IncomingTerm, PairCount } from "../../types/engine.js" */
/** @import { Affinity } from "../../model/affinity.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Cluster } from "../../model/cluster.js" */
/** @import { Domain } from "../../model/tree.js" */
/** @import { MapView, Note } from "../descriptor.js" */

/** @param {CycleView} data @returns {MapView | null} */
export function onMap({ affinity }) {
  if (!affinity) return null;
  return {
    note: (domain, scores) => (scores ? scoreNote(domain, affinity) : countNote(domain, affinity)),
    classes: (cluster) => classes(cluster, affinity),
  };
}

/** @param {Domain} domain @param {Affinity} affinity @returns {Note} */
function scoreNote({ key, value }, { scores }) {
  const score = signed(
    scores.find((candidate) => candidate.key === key && candidate.value === value)?.score ?? 0,
  );
  return { chip: t("score {score}", { score }), left: "", short: score, fact: null };
}

/** @param {Domain} domain @param {Affinity} affinity @returns {Note} */
function countNote({ key, value }, affinity) {
  /** @param {PairCount[]} table */
  const sum = (table) =>
    table.reduce((total, pair) => total + (pair.key === key && pair.value === value ? pair.count : 0), 0);
  const own = sum(affinity.affinity_counts);
  const anti = sum(affinity.anti_affinity_counts);
  const existing = sum(affinity.existing_anti_affinity_counts);
  const table = own ? "required" : anti ? "anti" : existing ? "existing" : null;
  const words = [
    own ? t("{n} attract", { n: own }) : "",
    anti + existing ? t("{n} repel", { n: anti + existing }) : "",
  ];
  return {
    chip: null,
    left: words.filter(Boolean).join(", "),
    short: `+${own} −${anti + existing}`,
    fact: table && named("pair", table, key, value ?? ""),
  };
}

/**
 * Those matched by a term of the pod, or having one that matches it.
 * @param {Cluster} cluster @param {Affinity} affinity
 */
function classes(cluster, { terms }) {
  const counted = new Uint8Array(cluster.classes.length);
  for (const term of terms) for (const kind of classesOf(cluster, term)) counted[kind] = 1;
  return counted;
}

/** @param {Cluster} cluster @param {IncomingTerm | ExistingTerm} term @returns {number[]} */
function classesOf(cluster, term) {
  if (term.side === "existing")
    return term.matches_incoming
      ? term.holders.map((pod) => cluster.podClasses[cluster.podIndex(pod) ?? -1])
      : [];
  const scope = new Set(term.scope);
  return cluster.classes.flatMap((podClass, kind) =>
    (term.scope === null || scope.has(podClass.namespace)) && matches(term.requirements, podClass.labels)
      ? [kind]
      : [],
  );
}
