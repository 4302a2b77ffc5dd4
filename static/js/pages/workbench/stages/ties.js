// A tie for the highest total: one sentence; how the draw goes is folded.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { listed } from "../../../parts/listed.js";
import { note, section } from "../../../parts/panels.js";

/** @import { RunLog } from "../../../model/log.js" */
/** @import { Scores } from "../../../model/scores.js" */

const MOST_NAMED = 6;

/** Who shares the highest total, and how one of them is drawn. @param {Scores} scores @param {RunLog} log */
export function ties({ best, name, winner }, { started }) {
  if (best.length < 2) return null;
  const seed = started?.seed ?? null;
  return section(
    note(
      t("{nodes} tie for the highest total; {winner} was drawn.", {
        nodes: listed(best.map(name), MOST_NAMED),
        winner: name(winner),
      }),
    ),
    h(
      "details.part-of.inner",
      h("summary", t("How is it drawn?")),
      h(
        "p.soft",
        t("kube-scheduler draws one of them at random, each with a chance of 1/{n}.", { n: best.length }),
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
    ),
  );
}
