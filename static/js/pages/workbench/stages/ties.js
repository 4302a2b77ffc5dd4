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
        ? [h("summary", t("Why is none drawn?")), byHeap()]
        : [h("summary", t("How is it drawn?")), byDraw(scores.best.length, started?.seed ?? null)],
    ),
  );
}

/** @param {Scores} scores @param {boolean} isSeeded @param {string | undefined} likely */
function sentenceOf({ best, name, winner }, isSeeded, likely) {
  const values = { nodes: listed(best.map(name), MOST_NAMED), winner: name(winner), likely };
  if (!likely) return t("{nodes} tie for the highest total; {winner} was drawn.", values);
  if (isSeeded || likely === values.winner)
    return t("{nodes} tie for the highest total; none is drawn, a quiet cluster takes {likely}.", values);
  return t(
    "{nodes} tie for the highest total; none is drawn, a quiet cluster takes {likely}. Without a seed the " +
      "first in visiting order is taken here, {winner}.",
    values,
  );
}

/** @param {number} n @param {number | null} seed */
const byDraw = (n, seed) => [
  h(
    "p.soft",
    t("kube-scheduler draws one of them at random, each with a chance of 1/{n}.", { n }),
    " ",
    seed === null
      ? t("Here the first is taken, so that results repeat; a cluster draws at random.")
      : t("Drawn with seed {seed}.", { seed }),
  ),
  h(
    "p.soft",
    t(
      "selectHost goes through the sorted list once: the k-th node of equal total replaces the one kept " +
        "so far with a chance of 1/k (reservoir sampling).",
    ),
  ),
];

const byHeap = () =>
  h(
    "p.soft",
    t(
      "Since v1.35 the totals are a heap that breaks no ties: its root depends on the order in which the " +
        "filters finish, nearly that in which nodes are visited. " +
        "The version with +fair-ties draws as v1.34 did.",
    ),
  );
