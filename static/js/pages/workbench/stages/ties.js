// A tie for the highest total.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { listed } from "../../../parts/listed.js";
import { note, section } from "../../../parts/panels.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Scores } from "../../../model/scores.js" */

const MOST_NAMED = 6;

/**
 * Who shares the highest total, and how one of them is taken.
 * @param {Scores} scores @param {RunLog} log
 * @param {string | undefined} likely the one that is taken where none is drawn
 */
export function ties(scores, { started }, likely) {
  if (scores.best.length < 2) return null;
  const isSeeded = started !== null && started.seed !== null;
  return section(
    note(sentenceOf(scores, isSeeded, likely)),
    h(
      "details.part-of.inner",
      likely
        ? [h("summary", t("Why is it not random?")), byHeap()]
        : [h("summary", t("How is the tie broken?")), byDraw(scores.best.length, started?.seed ?? null)],
    ),
  );
}

/** @param {Scores} scores @param {boolean} isSeeded @param {string | undefined} likely */
function sentenceOf({ best, name, winner }, isSeeded, likely) {
  const values = { nodes: listed(best.map(name), MOST_NAMED), winner: name(winner), likely };
  if (!likely) return t("{nodes} tie for the highest total; {winner} was chosen at random.", values);
  if (isSeeded || likely === values.winner)
    return t("{nodes} tie for the highest total; a quiet cluster takes {likely}.", values);
  return t(
    "{nodes} tie for the highest total; a quiet cluster takes {likely}. Without a seed the first in " +
      "visiting order, {winner}, is taken here.",
    values,
  );
}

/** @param {number} n @param {number | null} seed */
const byDraw = (n, seed) => [
  h(
    "p.soft",
    t("kube-scheduler picks one of them at random, each with probability 1/{n}.", { n }),
    " ",
    seed === null
      ? t("Here the first is taken, so that results are repeatable; a cluster picks at random.")
      : t("Picked with seed {seed}.", { seed }),
  ),
  h(
    "p.soft",
    t(
      "selectHost goes through the sorted list once: the k-th tied node replaces the current choice with " +
        "probability 1/k (reservoir sampling).",
    ),
  ),
];

const byHeap = () =>
  h(
    "p.soft",
    t(
      "Since v1.35 the totals are a heap without tie-breaking: its root depends on the order in which " +
        "filters finish, roughly the visiting order. A version with +fair-ties picks at random, as v1.34 " +
        "did.",
    ),
  );
