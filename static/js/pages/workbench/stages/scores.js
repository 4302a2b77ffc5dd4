// The stop of Score, Normalize and Total: one table of raw → 0–100 → weighted → total, and below it how it
// came about. Each of the three points opens the part that it is about.

import { computed } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { scoresOf } from "../../../model/scores.js";
import { note, section } from "../../../parts/panels.js";
import { figure } from "../core/figures.js";
import { pointer } from "../core/state.js";
import { scoresNow } from "../core/trial.js";
import { panelOf } from "./page.js";
import { perPlugin } from "./perPlugin.js";
import { formulaTable, unitTable } from "./scorecolumns.js";
import { scoreTable } from "./scoretable.js";
import { chosenSlope, slopes } from "./slopes.js";
import { ties } from "./ties.js";
import { weightTable } from "./weights.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Scores } from "../../../model/scores.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

/** @type {import("../core/context.js").Stage} */
export const scores = {
  render(now) {
    const { data, cycle, log } = now;
    const all = scoresOf(data);
    const table = scoreTable(data);
    return {
      body: [
        skippedNote(data),
        ties(all, log, cycle.finished?.likely),
        section(table.element),
        part(["Total"], t("Totals"), t("as the run had them"), totalsPart(cycle, all)),
        part(["Score"], t("Raw scores"), t("each plugin on its own scale"), rawPart(now, all)),
        part(["NormalizeScore", "Total"], t("How raw scores become 0–100"), null, normalPart(now, all)),
        all.nodes.length > 1
          ? part(
              [],
              t("Weights"),
              t("what each plugin contributed, and how far its weight can change"),
              weightPart(cycle, all),
            )
          : null,
      ],
      reveal: table.reveal,
    };
  },
};

const point = computed(() => pointer.get()?.point ?? "Total");

/**
 * A part that the given points open; the reader opens and closes it as well.
 * @param {PointId[]} points @param {string} name @param {string | null} about @param {Child} content
 */
function part(points, name, about, content) {
  const element = h(
    "details.part-of",
    h("summary", h("b", name), about ? h("span.mute", about) : null),
    content,
  );
  redrawWhileMounted(element, () => (element.open = points.includes(point.get())));
  return element;
}

/** @param {Cycle} cycle @param {Scores} all */
const totalsPart = (cycle, all) =>
  section(figure({ ...chartOf(cycle, all, t("Totals")), name: "totals", table: null }));

/** @param {Cycle} cycle @param {Scores} all */
const weightPart = (cycle, all) => [
  heatmap(cycle, all, "weighted", t("Weighted scores by node and plugin"), null),
  weightTable(all),
];

/**
 * @param {Cycle} cycle @param {Scores} all @param {"raw" | "normalized" | "weighted"} kind
 * @param {string} title @param {Child} table
 */
const heatmap = (cycle, all, kind, title, table) =>
  section(figure({ ...chartOf(cycle, all, title), name: "heatmap", query: `kind=${kind}`, table }));

/** @param {Viewed} now @param {Scores} all */
const rawPart = (now, all) => [
  perPlugin((plugin) => panelOf(plugin, "Score", now)),
  heatmap(now.cycle, all, "raw", t("Raw scores by node and plugin"), unitTable(all)),
];

/** @param {Viewed} now @param {Scores} all */
const normalPart = ({ data, cycle }, all) => [
  perPlugin((plugin) =>
    plugin && all.plugins.includes(plugin)
      ? chosenSlope(all, plugin, -1)
      : perTrial(data, (current) => slopes(current, current.winner)),
  ),
  heatmap(
    cycle,
    all,
    "normalized",
    t("Normalized scores by node and plugin"),
    h("details.part-of.inner", h("summary", t("Formulas")), formulaTable(all)),
  ),
];

const MOST_CHARTED = 40; // nodes

/**
 * What the figures of scores share.
 * @param {Cycle} cycle @param {Scores} scores @param {string} title
 */
const chartOf = ({ index }, { nodes }, title) => ({
  cycle: index,
  title,
  summary: tn("{n} node", "{n} nodes", nodes.length),
  height: 72 + 26 * Math.min(MOST_CHARTED, nodes.length),
});

/**
 * What is drawn again when other weights are tried.
 * @param {CycleView} data @param {(scores: Scores) => Child} draw
 */
function perTrial(data, draw) {
  const element = h("div");
  redrawWhileMounted(element, () => replace(element, draw(scoresNow(data))));
  return element;
}

/** @param {CycleView} data */
function skippedNote(data) {
  if (!data.trace.scoringSkippedByScheduler) return null;
  return section(
    note(
      h("b", t("kube-scheduler did not score:")),
      " ",
      t("only one node was left, so it is chosen at once. These are the scores it would have had."),
    ),
  );
}
