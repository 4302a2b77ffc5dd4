// Score, Normalize and Total: one table of raw → 0–100 → weighted → total, of which each point shows its
// part; Total shows all steps.

import { atom } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { scoresOf } from "../../../model/scores.js";
import { heading, note, section } from "../../../parts/panels.js";
import { go } from "../core/actions.js";
import { figure } from "../core/figures.js";
import { pointer } from "../core/state.js";
import { scoresNow, weightOverrides } from "../core/trial.js";
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
/** @import { View } from "./scoretable.js" */

/** At Total: all steps, or the totals alone. */
const totalView = atom(/** @type {"all" | "total"} */ ("all"));

/** @type {[View, string, PointId][]} */
const VIEWS = [
  ["all", t("All steps"), "Total"],
  ["raw", t("Raw"), "Score"],
  ["normalized", "0–100", "NormalizeScore"],
  ["total", t("Total"), "Total"],
];

/** @type {import("../core/context.js").Stage} */
export const score = {
  render(now) {
    const { data, cycle } = now;
    const table = scoreTable(data, "raw");
    const title = t("Raw scores by node and plugin");
    return {
      tools: chooser("raw"),
      body: [
        skippedNote(data),
        section(
          figure({
            ...chartOf(cycle, scoresOf(data), title),
            name: "heatmap",
            query: "kind=raw",
            drawn: table.element,
          }),
        ),
        perPlugin((plugin) => panelOf(plugin, "Score", now)),
        section(heading(t("Columns"), t("what the numbers are")), unitTable(scoresOf(data))),
      ],
      reveal: table.reveal,
    };
  },
};

/** @type {import("../core/context.js").Stage} */
export const normalize = {
  render({ data, cycle }) {
    const scores = scoresOf(data);
    const table = scoreTable(data, "normalized");
    const title = t("Normalized scores by node and plugin");
    return {
      tools: chooser("normalized"),
      body: [
        skippedNote(data),
        section(
          figure({
            ...chartOf(cycle, scores, title),
            name: "heatmap",
            query: "kind=normalized",
            drawn: table.element,
          }),
        ),
        perPlugin((plugin) =>
          plugin && scores.plugins.includes(plugin) ? chosenSlope(scores, plugin, -1) : slopes(scores, -1),
        ),
        section(
          heading(t("Formulas"), t("how each plugin maps its raw scores to 0 to 100")),
          formulaTable(scores),
        ),
      ],
      reveal: table.reveal,
    };
  },
};

/** @type {import("../core/context.js").Stage} */
export const total = {
  render({ data, cycle, log }) {
    const scores = scoresOf(data);
    const [tools, body] = [h("div"), h("div")];
    /** @type {ReturnType<typeof scoreTable>} */
    let table;
    redrawWhileMounted(body, [totalView], (view) => {
      table = scoreTable(data, view);
      replace(tools, chooser(view));
      replace(
        body,
        section(figure({ ...chartOf(cycle, scores, t("Totals")), name: "totals", drawn: table.element })),
        view === "all" ? perTrial(data, (now) => slopes(now, now.winner)) : null,
        scores.nodes.length > 1 ? weightTable(scores) : null,
      );
    });
    return {
      tools,
      body: [skippedNote(data), ties(scores, log, cycle.finished?.likely), body],
      reveal: (at) => table.reveal(at),
    };
  },
};

const MOST_CHARTED = 40; // nodes

/**
 * What the interactive charts of scores share.
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
  redrawWhileMounted(element, [weightOverrides], () => replace(element, draw(scoresNow(data))));
  return element;
}

/** The four views of the table; each leads to its point. @param {View} now */
const chooser = (now) =>
  h(
    "div.seg",
    { role: "group", "aria-label": t("Steps of scoring") },
    VIEWS.map(([view, name, point]) =>
      h("button", { "aria-pressed": String(view === now), onclick: () => choose(view, point) }, name),
    ),
  );

/** @param {View} view @param {PointId} point */
function choose(view, point) {
  if (view === "all" || view === "total") totalView.set(view);
  if (pointer.get()?.point !== point) go({ point });
}

/** @param {CycleView} data */
function skippedNote(data) {
  if (!data.trace.scoringSkippedByScheduler) return null;
  return section(
    note(
      h("b", t("kube-scheduler did not score:")),
      " ",
      t("one node was left, so it is chosen at once. These are the scores it would have had."),
    ),
  );
}
