// "Why not X?": the winner against another node, plugin by plugin, largest difference first.

import { h } from "../../../lib/dom.js";
import { signed } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { shortName } from "../../../plugins/registry.js";
import { flips } from "../../../model/whatif.js";
import { factLink, named } from "../../../parts/factLink.js";
import { muted, sec, title } from "../../../parts/reasons.js";
import { sumTable } from "../../../parts/sumTable.js";
import { waterfall } from "../../../parts/waterfall.js";
import { scoresNow } from "../core/trial.js";
import { moved, smallestUpsets, tryButton, versus } from "./versus.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Scores } from "../../../model/scores.js" */

/** `node` has a total, and is not the winner. @param {CycleView} data @param {string} node */
export function whyNot(data, node) {
  const scores = scoresNow(data);
  const [first, second] = [scores.winner, data.indexOf(node)];
  const winner = scores.name(first);
  const gap = scores.total(first) - scores.total(second);
  const parts = scores.difference(first, second).filter(({ points }) => points);
  const equal = scores.plugins.length - parts.length;
  return [
    sec(
      h(
        "p.why-t",
        gap
          ? [
              scores.tried
                ? t("{winner} would win by {gap}", { winner, gap })
                : t("{winner} wins by {gap}", { winner, gap }),
              parts.length
                ? t(", {plugin} alone gives {points}", {
                    plugin: shortName(parts[0].plugin),
                    points: signed(parts[0].points),
                  })
                : "",
            ]
          : t("{node} is as good as {winner}", { node, winner }),
      ),
      h(
        "p.soft.t12",
        gap
          ? h(
              "span",
              factLink(scores.total(first), named("total", winner)),
              " : ",
              factLink(scores.total(second), named("total", node)),
            )
          : t("Both have the highest total."),
      ),
    ),
    sec(
      title(t("{node} against {winner}", { node, winner })),
      waterfall(scores, second, first, { label: shortName, opens: false }),
      equal
        ? h("p.mute.t12", tn("{n} plugin gives both the same.", "{n} plugins give both the same.", equal))
        : null,
    ),
    sec(
      title(t("Differences"), muted(t("of {winner} over {node}", { winner, node }))),
      sumTable([
        ...parts.map(({ plugin, points }) => ({
          op: points > 0 ? "+" : "−",
          label: [
            plugin,
            muted(
              `  ${scores.weight(plugin)} × ` +
                `(${scores.normalized(plugin, first)} − ${scores.normalized(plugin, second)})`,
            ),
          ],
          value: signed(points),
          why: named("score", plugin, node),
        })),
        { op: "=", label: t("the difference"), value: signed(gap), result: true },
      ]),
    ),
    gap ? smallest(scores, second) : null,
  ];
}

const MAX_FLIPS = 3;

/**
 * The smallest change of a weight that swaps the two, computed again.
 * @param {Scores} scores @param {number} place
 */
function smallest(scores, place) {
  const smallestFlips = flips(scores, place).slice(0, MAX_FLIPS);
  const node = scores.name(place);
  return sec(
    title(
      t("Smallest change that changes the winner"),
      muted(t("weights, everything else unchanged, recomputed")),
    ),
    smallestFlips.length
      ? h(
          "ul.fix.tries",
          smallestFlips.map(({ plugin, weight, from, leaders, totals }) =>
            h(
              "li.row",
              h(
                "span.grow",
                rich(
                  weight
                    ? t("weight of {plugin} {weight} instead of {from}")
                    : t("{plugin} disabled for scoring"),
                  { plugin: h("b", plugin), weight: h("b", weight), from: String(from) },
                ),
                h(
                  "span.mute.block",
                  leaders.includes(place)
                    ? t("{node} then leads, {total} to {other}", { node, total: totals[0], other: totals[1] })
                    : t("{node} is then ahead of {winner}, {total} to {other}; {leader} leads", {
                        node,
                        winner: scores.name(scores.winner),
                        total: totals[0],
                        other: totals[1],
                        leader: scores.name(leaders[0]),
                      }),
                ),
              ),
              tryButton(plugin, weight),
            ),
          ),
        )
      : h(
          "p.soft.t12",
          t("No single weight does it: no plugin gives {node} a higher normalized score.", { node }),
        ),
  );
}

/** The winner itself: by how much, and against whom. @param {CycleView} data */
export function winnerSummary(data) {
  const scores = scoresNow(data);
  const { best, runnerUp: second } = scores;
  const [winner, runnerUp] = [scores.name(scores.winner), second < 0 ? null : scores.name(second)];
  const gap = runnerUp ? scores.total(scores.winner) - scores.total(second) : 0;
  const only = data.feasible.length === 1;
  const nominated = data.trace.nominatedNodeTried?.fits;
  const hinted = only && data.trace.nodeHint === winner;
  const head = nominated
    ? t("{winner} was nominated and fits", { winner })
    : hinted
      ? t("{winner} was the next best node for the previous pod, and fits", { winner })
      : only
        ? t("{winner} is the only node that fits", { winner })
        : best.length > 1
          ? t("{n} nodes share the highest total", { n: best.length })
          : scores.tried
            ? t("{winner} would win by {gap}", { winner, gap })
            : t("{winner} wins by {gap}", { winner, gap });
  return [
    sec(
      h("p.why-t", head),
      only
        ? h(
            "p.soft.t12",
            nominated
              ? t("The nominated node is tried first: no other is checked, and nothing is scored.")
              : hinted
                ? t(
                    "An equal pod was scheduled just before and filled its node: only the next node of " +
                      "its list is tried.",
                  )
                : t("kube-scheduler takes it without scoring."),
          )
        : best.length > 1
          ? h(
              "p.soft.t12",
              t("Each has probability 1/{n}; this run took {winner}.", { n: best.length, winner }),
            )
          : null,
    ),
    only || !runnerUp ? null : [versus(scores), moved(scores), smallestUpsets(scores)],
  ];
}
