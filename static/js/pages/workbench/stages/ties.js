// A tie for the highest total.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { listed } from "../../../parts/listed.js";
import { note, section } from "../../../parts/panels.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Scores } from "../../../model/scores.js" */

/**
 * Who shares the highest total, and how one of them is taken.
 * @param {Scores} scores @param {RunLog} log
 * @param {string | undefined} likely the one that is taken where none is drawn
 */
export function ties(scores, { started }, likely) {
  const { best } = scores;
  if (best.length < 2) return null;
  const seed = started?.seed;
  if (likely) return byHeap(scores, likely, seed === null || seed === undefined);
  return section(
    note(
      h("b", t("A tie of {n}:", { n: best.length })),
      " ",
      t(
        "{nodes} have the same total. kube-scheduler draws one of them at random, each with a chance of " +
          "1/{n}; this run took {winner}.",
        {
          nodes: listed(best.map(scores.name), 12),
          n: best.length,
          winner: scores.name(scores.winner),
        },
      ),
      " ",
      seed === null || seed === undefined
        ? t(
            "Without a seed the first in visiting order is taken here, so that a run repeats; a cluster " +
              "does not repeat.",
          )
        : t("Drawn with seed {seed}.", { seed }),
    ),
    h(
      "p.mute.t12",
      t(
        "selectHost walks the sorted list once: the k-th node of equal total replaces the one kept so " +
          "far with chance 1/k, which leaves each with 1/{n} (reservoir sampling).",
        { n: best.length },
      ),
    ),
  );
}

/** @param {Scores} scores @param {string} likely @param {boolean} isFirst */
function byHeap(scores, likely, isFirst) {
  const { best } = scores;
  return section(
    note(
      h("b", t("A tie of {n}:", { n: best.length })),
      " ",
      t("{nodes} have the same total, and kube-scheduler draws none: in a quiet cluster it takes {likely}.", {
        nodes: listed(best.map(scores.name), 12),
        likely,
      }),
      " ",
      isFirst
        ? t("Without a seed the first in visiting order is taken here: {winner}.", {
            winner: scores.name(scores.winner),
          })
        : "",
    ),
    h(
      "p.mute.t12",
      t(
        "Since v1.35 the totals are a heap that breaks no ties: its root depends on the order in which the " +
          "filters finish, nearly that in which nodes are visited. The version with +fair-ties draws as v1.34 did.",
      ),
    ),
  );
}
