// A tie for the highest total.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { listed } from "../../../parts/listed.js";
import { note, section } from "../../../parts/panels.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Scores } from "../../../model/scores.js" */

/** Who shares the highest total, and how one of them is drawn. @param {Scores} scores @param {RunLog} log */
export function ties(scores, { started }) {
  const { best } = scores;
  if (best.length < 2) return null;
  const seed = started?.seed;
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
