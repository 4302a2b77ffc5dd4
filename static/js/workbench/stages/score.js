// Score and Normalize: a heatmap of nodes × plugins, each column on its own scale; slopes from raw to 0–100.

import { nameElement } from "../../parts/name.js";
import { nodeNames } from "../core/names.js";
import { h } from "../../lib/dom.js";
import { decimal, signed } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { goNode } from "../core/actions.js";
import { figure } from "../core/figures.js";
import { labelOf, pluginOf, shortName } from "../../plugins/registry.js";
import { scoresOf } from "../../model/scores.js";
import { factLink, named } from "../../parts/factLink.js";
import { panelOf } from "./page.js";
import { perPlugin } from "./perPlugin.js";
import { diverging, heading, note, rowsUpTo, scroller, section, sequential } from "../../parts/panels.js";
import { rowGrid } from "../../lib/rowgrid.js";
import { direction, formulaTable, unitTable } from "./scorecolumns.js";

/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Scores } from "../../model/scores.js" */

/** @type {import("../core/context.js").Stage} */
export const score = {
  render(now) {
    const scores = scoresOf(now.data);
    return {
      top: tabs(scores),
      body: [
        skippedNote(now.data),
        perPlugin((plugin) => panelOf(plugin, "Score", now)),
        section(
          heading(
            t("Raw scores"),
            perPlugin((plugin) =>
              plugin ? `${plugin}: ${direction(plugin)}` : t("each plugin on its own scale"),
            ),
          ),
          figure({
            cycle: now.cycle.index,
            name: "heatmap",
            query: "kind=raw",
            title: t("Raw scores by node and plugin"),
            summary: summaryOf(scores, "range"),
            table: () => heat(scores, "raw"),
            pick: (x, y) => goNode(scores.name(scores.nodes[y]), scores.plugins[x]),
            height: 72 + rowsHeight(scores),
          }),
        ),
        section(heading(t("Columns"), t("what the numbers are")), unitTable(scores)),
      ],
    };
  },
};

/** @type {import("../core/context.js").Stage} */
export const normalize = {
  render(now) {
    const scores = scoresOf(now.data);
    return {
      top: tabs(scores),
      body: [
        skippedNote(now.data),
        section(
          heading(t("Raw to 0–100"), t("higher is better after this")),
          figure({
            cycle: now.cycle.index,
            name: "normalize",
            title: t("Raw and normalized scores"),
            summary: summaryOf(scores, "normalizedRange"),
            table: () => rawAndNormalized(scores),
            height: slopesHeight(scores),
          }),
        ),
        section(
          heading(t("Formulas"), t("how each plugin maps its raw scores to 0 to 100")),
          formulaTable(scores),
        ),
        section(heading(t("Normalized"), t("0 to 100, the same scale for all")), heat(scores, "normalized")),
      ],
    };
  },
};

/** Plugin tabs with their weights; all points after Score share them. @param {Scores} scores */
export function tabs(scores) {
  return h(
    "div",
    { class: "ptabs", role: "group", "aria-label": t("Score plugins") },
    scores.plugins.map((plugin) =>
      h(
        "button",
        { type: "button", dataset: { plugin, pick: "plugin" }, title: plugin },
        labelOf(plugin),
        h("span", null, ` ×${scores.weight(plugin)}`),
      ),
    ),
  );
}

/** @param {CycleView} data */
export function skippedNote(data) {
  if (!data.trace.scoringSkippedByScheduler) return null;
  return section(
    note(
      h("b", null, t("kube-scheduler did not score:")),
      " ",
      t("one node was left, so it is chosen at once. These are the scores it would have had."),
    ),
  );
}

const MAX_ROWS = 40; // nodes in a figure
/** @param {Scores} scores */
const rowsHeight = (scores) => 26 * Math.min(MAX_ROWS, scores.nodes.length);
/** @param {string} plugin */
const normalizes = (plugin) => Boolean(pluginOf(plugin).score?.normalize);
/** @param {Scores} scores */
const slopesHeight = (scores) => 220 * Math.max(1, Math.ceil(scores.plugins.filter(normalizes).length / 3));
/** @param {Scores} scores @param {"range" | "normalizedRange"} range */
const summaryOf = (scores, range) =>
  scores.plugins
    .map((plugin) =>
      t("{plugin} {min} to {max}", {
        plugin,
        min: decimal(scores[range](plugin).min),
        max: decimal(scores[range](plugin).max),
      }),
    )
    .join(", ");

/** @param {Scores} scores @param {"raw" | "normalized"} kind */
export function heat(scores, kind) {
  const { table } = rowGrid({
    attrs: { class: "heat", "aria-label": kind === "raw" ? t("Raw scores") : t("Normalized scores") },
    head: [
      h(
        "tr",
        { role: "row" },
        h("th", { class: "nn", role: "columnheader", scope: "col" }, t("Node")),
        scores.plugins.map((plugin) =>
          h(
            "th",
            {
              role: "columnheader",
              scope: "col",
              title: `${plugin}, ${direction(plugin)}`,
              dataset: { col: plugin },
            },
            shortName(plugin),
            kind === "raw"
              ? h(
                  "span",
                  { class: "dir" },
                  pluginOf(plugin).score?.shortUnit ?? "0–100",
                  h("span", { class: "block" }, arrow(plugin)),
                )
              : null,
          ),
        ),
      ),
    ],
    items: scores.nodes,
    row: (node) =>
      h(
        "tr",
        { role: "row", dataset: { node: scores.name(node) } },
        nodeHeader(scores, node),
        scores.plugins.map((plugin) => cell(scores, kind, plugin, node)),
      ),
  });
  table.style.minWidth = `${112 + scores.plugins.length * 54}px`;
  return scroller(table);
}

/** @param {string} plugin */
const arrow = (plugin) => (pluginOf(plugin).score?.lower ? t("low is good") : t("high is good"));

/** @param {Scores} scores @param {number} place */
function nodeHeader(scores, place) {
  const node = scores.name(place);
  return h(
    "th",
    { class: "nn", role: "rowheader", scope: "row" },
    h(
      "button",
      { type: "button", tabindex: "-1", class: "rowh", dataset: { node, pick: "node" }, title: node },
      nameElement(node, nodeNames()),
      scores.winner === place ? h("span", { class: "win-dot", title: t("winner") }) : null,
    ),
  );
}

/** @param {Scores} scores @param {"raw" | "normalized"} kind @param {string} plugin @param {number} place */
function cell(scores, kind, plugin, place) {
  const node = scores.name(place);
  const value = scores[kind](plugin, place);
  const { min, max } = scores.range(plugin);
  const signedScale = kind === "raw" && min < 0;
  const fraction =
    kind === "normalized"
      ? value / 100
      : signedScale
        ? value / Math.max(-min, max, 1)
        : max > min
          ? (value - min) / (max - min)
          : 0;
  return h(
    "td",
    {
      role: "gridcell",
      tabindex: "-1",
      dataset: { node, plugin, pick: "cell" },
      "aria-label":
        kind === "raw"
          ? t("{node}, {plugin}: raw {value}", { node, plugin, value: decimal(value) })
          : t("{node}, {plugin}: normalized {value}", { node, plugin, value: decimal(value) }),
      style: signedScale ? diverging(fraction) : sequential(fraction),
    },
    signedScale ? signed(value) : decimal(value),
  );
}

/** @param {Scores} scores */
function rawAndNormalized(scores) {
  const body = h("tbody");
  const more = rowsUpTo(body, scores.nodes, (node) =>
    h(
      "tr",
      { dataset: { node: scores.name(node), pick: "node" } },
      h("th", { scope: "row", class: "mono" }, nameElement(scores.name(node), nodeNames())),
      scores.plugins.map((plugin) =>
        h(
          "td",
          { class: "num" },
          factLink(
            `${decimal(scores.raw(plugin, node))} → ${scores.normalized(plugin, node)}`,
            named("score", plugin, scores.name(node)),
          ),
        ),
      ),
    ),
  );
  return [
    scroller(
      h(
        "table",
        { class: "tbl" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, t("Node")),
            scores.plugins.map((plugin) =>
              h("th", { class: "num", scope: "col", title: plugin }, shortName(plugin)),
            ),
          ),
        ),
        body,
      ),
    ),
    more,
  ];
}
