// On the map: how many pods of a domain attract or repel, what it scores, and which pods some term is about.

import { signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { matches } from "../../model/selectors.js";
import { named } from "../../parts/factLink.js";

/** @import { ExistingTerm, IncomingTerm, PairCount } from "../../types/engine.js" */
/** @import { Cluster } from "../../model/cluster.js" */

/** @type {import("../descriptor.js").MapView["note"]} */
export function note({ key, value }, { affinity }, scores) {
  /** @param {{key: string, value: string}} each */
  const here = (each) => each.key === key && each.value === value;
  if (scores) {
    const score = affinity?.scores?.find(here)?.score ?? 0;
    return { chip: t("score {score}", { score: signed(score) }), left: "", short: signed(score), fact: null };
  }
  /** @param {PairCount[] | undefined} table */
  const sum = (table) => (table ?? []).filter(here).reduce((total, each) => total + each.count, 0);
  const own = sum(affinity?.affinity_counts);
  const anti = sum(affinity?.anti_affinity_counts);
  const existing = sum(affinity?.existing_anti_affinity_counts);
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

/** @type {import("../descriptor.js").MapView["classes"]} those matched by a term of the pod, or having one that matches it */
export function classes(cluster, { affinity }) {
  const counted = new Uint8Array(cluster.classes.length);
  for (const term of affinity?.terms ?? []) for (const kind of classesOf(cluster, term)) counted[kind] = 1;
  return counted;
}

/** @param {Cluster} cluster @param {IncomingTerm | ExistingTerm} term */
function classesOf(cluster, term) {
  if (term.side === "existing")
    return term.matches_incoming
      ? term.holders.flatMap((pod) => cluster.podClasses[cluster.podIndex(pod) ?? -1] ?? [])
      : [];
  const scope = new Set(term.scope);
  return cluster.classes.flatMap((each, kind) =>
    (term.scope === null || scope.has(each.namespace)) && matches(term.requirements, each.labels)
      ? [kind]
      : [],
  );
}
