// How much of the placement is chance.

import { decimal, inClauses, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { movedByTies } from "../../../model/sweeps/ties.js";
import { seedsField } from "./common.js";

/** @import { SeedsSweep, SweepResult } from "../../../types/engine.js" */
/** @import { Kind } from "./descriptor.js" */

/** @type {Kind<SeedsSweep>} */
export const seeds = {
  title: t("Seeds"),
  question: t("How much of the placement is chance, and which ties decide?"),
  words: (sweep) => tn("{n} seed", "{n} seeds", sweep.seeds),
  pictures: [{ name: "landing", title: t("Where the pods land") }],
  form(_, before) {
    const count = seedsField(before?.seeds ?? 1000);
    return { fields: [count.field], read: () => ({ kind: "seeds", seeds: count.read() }) };
  },
  headline: (result) => inClauses(tieSentence(result), pendingSentence(result)),
};

/** @param {SweepResult} result */
function tieSentence({ landing, cells, workloads }) {
  const pods = workloads.reduce((sum, workload) => sum + workload.pods, 0);
  if (landing?.pods.length) {
    const { moved, deciding, following } = movedByTies(landing);
    if (!moved) return t("Every pod lands on the same node with every seed");
    const counts = { n: integer(moved), all: integer(pods), decide: integer(deciding.length) };
    if (following)
      return t("Ties move {n} of the {all} pods ({decide} directly, {follow} as a consequence)", {
        ...counts,
        follow: integer(following),
      });
    if (moved === pods) return tn("Ties move the pod", "Ties move each of the {n} pods", pods);
    return t("Ties move {n} of the {all} pods", counts);
  }
  const tied = cells[0]?.tied ?? 0;
  return tied
    ? t("Decisions of a run that are ties: {n}", { n: decimal(tied, 1) })
    : t("No decision is a tie");
}

/** @param {SweepResult} result */
function pendingSentence({ landing, cells }) {
  const mean = cells[0]?.pending ?? 0;
  if (!mean) return t("none ever stays pending");
  const some = landing?.pods.filter(({ places }) => places.some(isLast(landing))) ?? [];
  const always = some.filter(({ places }) => places.length === 1).length;
  if (!some.length) return t("{n} stay pending on average", { n: decimal(mean, 1) });
  return always === some.length
    ? tn("{n} always stays pending", "{n} always stay pending", always)
    : tn("{n} sometimes stays pending", "{n} sometimes stay pending", some.length);
}

/** @param {NonNullable<SweepResult["landing"]>} landing */
function isLast(landing) {
  const last = (landing.workloads[0]?.length ?? 1) - 1;
  return (/** @type {{place: number}} */ { place }) =>
    landing.pod_columns === landing.columns && place === last;
}
