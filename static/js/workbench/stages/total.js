// Total: weight × normalized, stacked and sorted; and the same as a table, raw → normalized → × weight →
// total.

import { nameElement } from "../../parts/name.js";
import { nodeNames } from "../core/names.js";
import { atom } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { redrawWhileMounted } from "../../lib/redrawWhileMounted.js";
import { listed } from "../../parts/listed.js";
import { factLink, named } from "../../parts/factLink.js";
import { shortName } from "../../plugins/registry.js";
import { scoresOf } from "../../model/scores.js";
import { heading, note, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { skippedNote } from "./score.js";
import { scoresNow, weightOverrides } from "../core/trial.js";
import { weightTable } from "./weights.js";

/** @import { RunLog } from "../../model/log.js" */
/** @import { Scores } from "../../model/scores.js" */

const chosenView = atom("Bars");
const KINDS = { Bars: t("Bars"), Table: t("Table") };
const FEW = 12; // nodes: bars and table fit together

/** @type {import("../core/context.js").Stage} */
export const total = {
  render({ data, log }) {
    const scores = scoresOf(data);
    const sums = h("div");
    const few = scores.nodes.length <= FEW;
    redrawWhileMounted(sums, [chosenView, weightOverrides], (kind) => {
      const reweighted = scoresNow(data);
      sums.classList.toggle("tried", reweighted.tried);
      replace(
        sums,
        few ? [bars(reweighted), table(reweighted)] : kind === "Bars" ? bars(reweighted) : table(reweighted),
      );
    });
    return {
      tools: few ? null : chooser(),
      body: [
        skippedNote(data),
        ties(scores, log),
        sums,
        scores.nodes.length > 1 ? weightTable(scores) : null,
      ],
    };
  },
};

function chooser() {
  const buttons = Object.entries(KINDS).map(([kind, name]) =>
    h("button", { type: "button", dataset: { kind }, onclick: () => chosenView.set(kind) }, name),
  );
  const group = h("div", { class: "seg", role: "group", "aria-label": t("Show totals as") }, buttons);
  redrawWhileMounted(group, [chosenView], (kind) =>
    buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.dataset.kind === kind))),
  );
  return group;
}

/** @param {Scores} scores */
function bars(scores) {
  const weight = scores.profileWeight; // a plugin keeps its colour when another weight is tried
  const plugins = [...scores.plugins].sort((a, b) => weight(b) - weight(a));
  const most = Math.max(1, ...scores.nodes.map(scores.total));
  const list = h("div", { class: "tot" });
  const more = rowsUpTo(list, scores.nodes, (node) => bar(scores, plugins, most, node));
  return section(heading(t("Total"), t("weight × normalized, sorted")), legend(scores, plugins), list, more);
}

/** @param {Scores} scores @param {string[]} plugins */
function legend(scores, plugins) {
  return h(
    "p",
    { class: "key totals-key" },
    plugins.map((plugin, i) =>
      h(
        "span",
        { title: plugin },
        h("i", { class: `sw part-${i % 6}` }),
        shortName(plugin),
        " ",
        factLink(`×${scores.weight(plugin)}`, scores.tried ? null : named("weight", plugin)),
      ),
    ),
  );
}

/** @param {Scores} scores @param {string[]} plugins @param {number} most @param {number} node */
function bar(scores, plugins, most, node) {
  const name = scores.name(node);
  const parts = plugins.map((plugin, i) => {
    const value = scores.weighted(plugin, node);
    return value > 0
      ? h(
          "i",
          {
            class: `part-${i % 6}`,
            title: `${plugin}: ${scores.normalized(plugin, node)} × ${scores.weight(plugin)} = ${value}`,
            style: { width: `${(100 * value) / most}%` },
          },
          value,
        )
      : null;
  });
  return h(
    "button",
    {
      type: "button",
      class: `tr${scores.winner === node ? " win" : ""}`,
      dataset: { node: name, pick: "node" },
      "aria-label":
        scores.winner === node
          ? t("{node}: total {total}, selected", { node: name, total: scores.total(node) })
          : t("{node}: total {total}", { node: name, total: scores.total(node) }),
    },
    h("span", { class: "tn mono cut" }, nameElement(name, nodeNames())),
    h("span", { class: "tb" }, h("span", null, parts)),
    h("b", { class: "mono" }, scores.total(node)),
  );
}

/** @param {Scores} scores */
function table(scores) {
  const body = h("tbody");
  /** @param {...string} path */
  const factOf = (...path) => (scores.tried ? null : named(...path));
  const more = rowsUpTo(body, scores.nodes, (node) =>
    h(
      "tr",
      { dataset: { node: scores.name(node), pick: "node" } },
      h("th", { scope: "row", class: "mono" }, nameElement(scores.name(node), nodeNames())),
      scores.plugins.map((plugin) =>
        h(
          "td",
          { class: "num" },
          h(
            "b",
            { class: "block" },
            factLink(scores.weighted(plugin, node), factOf("score", plugin, scores.name(node))),
          ),
          h(
            "span",
            { class: "mute t12 block" },
            `${decimal(scores.raw(plugin, node))} → ${scores.normalized(plugin, node)} ×${scores.weight(plugin)}`,
          ),
        ),
      ),
      h(
        "td",
        { class: "num" },
        h("b", null, factLink(scores.total(node), factOf("total", scores.name(node)))),
      ),
    ),
  );
  return section(
    heading(t("How it adds up"), t("raw → normalized × weight")),
    scroller(
      h(
        "table",
        { class: "tbl sums" },
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
            h("th", { class: "num", scope: "col" }, t("Total")),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

/** @param {Scores} scores @param {RunLog} log */
function ties(scores, { started }) {
  const { best } = scores;
  if (best.length < 2) return null;
  const seed = started?.seed;
  return section(
    note(
      h("b", null, t("A tie of {n}:", { n: best.length })),
      " ",
      t(
        "{nodes} have the same total. kube-scheduler draws one of them at random, each with a chance of 1/{n}; this run took {winner}.",
        {
          nodes: listed(
            best.map((node) => nodeNames().short(scores.name(node))),
            12,
          ),
          n: best.length,
          winner: nodeNames().short(scores.name(scores.winner)),
        },
      ),
      " ",
      seed === null || seed === undefined
        ? t(
            "Without a seed the first in visiting order is taken here, so that a run repeats; a cluster does not repeat.",
          )
        : t("Drawn with seed {seed}.", { seed }),
    ),
    h(
      "p",
      { class: "mute t12" },
      t(
        "selectHost walks the sorted list once: the k-th node of equal total replaces the one kept so far with chance 1/k, which leaves each with 1/{n} (reservoir sampling).",
        { n: best.length },
      ),
    ),
  );
}
