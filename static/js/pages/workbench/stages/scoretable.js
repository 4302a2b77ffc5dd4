// Raw → 0–100 → weighted → total, a row a node. Only 0–100 is coloured; a raw score is a number with its
// direction beside it. Equal nodes are one row, columns of equal numbers a sentence.

import { atom } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { decimal, integer, signed } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { rowGrid } from "../../../lib/rowgrid.js";
import { groupOf, groupText } from "../../../model/nodegroups.js";
import { differingPlugins, scoreRows } from "../../../model/scoreRows.js";
import { factLink, named } from "../../../parts/factLink.js";
import { nameElement } from "../../../parts/name.js";
import { scroller } from "../../../parts/panels.js";
import { scaleKey, square } from "../../../parts/scale.js";
import { term, termWord } from "../../../parts/term.js";
import { partOf, pluginOf, shortName } from "../../../plugins/registry.js";
import { cluster } from "../core/state.js";
import { scoresNow, tryWeight, within } from "../core/trial.js";
import { direction } from "./scorecolumns.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { ScoreRow } from "../../../model/scoreRows.js" */
/** @import { Scores } from "../../../model/scores.js" */
/** @import { Pointer } from "../../../model/pointer.js" */

/** @typedef {{data: CycleView, scores: Scores, plugins: string[], most: number}} Table */

const MOST_ROWS = 24; // before the others are asked for
const LEAST_COLUMNS = 3; // where a row takes two lines
const MOST_WITH_BARS = 5; // columns that leave room for bars on any desktop

/** Plugins that tell no nodes apart are left out. */
const differing = atom(true);
/** @type {import("../../../lib/atoms.js").Atom<Set<string>>} groups that are listed node by node */
const opened = atom(new Set());
const complete = atom(false);

/** @param {CycleView} data */
export function scoreTable(data) {
  const host = h("div.steps-of");
  /** @type {(index: number) => void} */
  let show = () => {};
  /** @type {ScoreRow[]} */
  let rows = [];
  let columns = "";
  /** @type {HTMLTableRowElement | null} */
  let head = null;
  redrawWhileMounted(host, () => {
    const drawn = tableOf(data);
    if (columns !== drawn.plugins.join()) head = headOf(drawn);
    columns = drawn.plugins.join();
    rows = scoreRows(drawn.scores, { opened: opened.get(), alone: new Set() });
    const cut = complete.get() ? rows : rows.slice(0, MOST_ROWS);
    const focused = head?.contains(document.activeElement) ? document.activeElement : null;
    const grid = gridOf(drawn, cut, /** @type {HTMLTableRowElement} */ (head));
    show = grid.show;
    replace(host, topLine(drawn), scroller(grid.table), moreButton(rows.length - cut.length), leftOut(drawn));
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  });
  return {
    element: host,
    /** Brings the node of a step into sight. @param {Pointer} at */
    reveal(at) {
      const node = data.indexOf(at.node);
      const index = node < 0 ? -1 : rows.findIndex((row) => row.nodes === null && row.node === node);
      const group = index < 0 && rows.find((row) => row.nodes?.includes(node));
      if (group) opened.update((now) => new Set([...now, group.key]));
      else if (index >= MOST_ROWS && !complete.get()) complete.set(true);
      else if (index >= 0) show(index);
    },
  };
}

/** @param {CycleView} data @returns {Table} */
function tableOf(data) {
  const scores = scoresNow(data);
  const plugins = differing.get() ? differingPlugins(scores) : scores.plugins;
  const longest = [scores.nodes[0], scores.profileWinner].flatMap((node) =>
    node >= 0
      ? [sumOf(plugins, node, scores, scores.weight), sumOf(plugins, node, scores, scores.profileWeight)]
      : [],
  );
  return { data, scores, plugins, most: Math.max(1, ...longest) };
}

/**
 * @param {string[]} plugins @param {number} node @param {Scores} scores
 * @param {(plugin: string) => number} weight
 */
const sumOf = (plugins, node, scores, weight) =>
  plugins.reduce((sum, plugin) => sum + scores.normalized(plugin, node) * weight(plugin), 0);

/** @param {Table} table */
const topLine = ({ plugins }) =>
  h("div.steps-top", plugins.length ? scaleKey() : null, h("span.grow"), differingSwitch());

function differingSwitch() {
  return h(
    "button.switch",
    { role: "switch", "aria-checked": String(differing.get()), onclick: () => differing.update((on) => !on) },
    t("Only what differs"),
    h("i", { "aria-hidden": "true" }),
  );
}

/** @param {number} count of the rows that are not listed yet */
const moreButton = (count) =>
  count > 0
    ? h(
        "button.btn.more",
        { onclick: () => complete.set(true) },
        tn("Show more: {n} row left", "Show more: {n} rows left", count),
      )
    : null;

// ---- the head: direction and weight of each plugin ----

/** @param {Table} table @returns {HTMLTableRowElement} */
function headOf(table) {
  const { scores, plugins } = table;
  const count = tn("{n} node", "{n} nodes", scores.nodes.length);
  return h(
    "tr",
    { role: "row" },
    h("th.nn", { role: "columnheader", scope: "col" }, count),
    plugins.map((plugin) => pluginHead(table, plugin)),
    h("th.bt", { role: "columnheader", scope: "col" }, term("weightedScore", t("weighted"))),
    h("th.tt", { role: "columnheader", scope: "col" }, term("total", t("total"))),
  );
}

/** @param {Table} table @param {string} plugin */
const pluginHead = ({ data, scores }, plugin) =>
  h(
    "th",
    { role: "columnheader", scope: "col", dataset: { col: plugin } },
    h(
      "button.link.ph-b",
      { dataset: { plugin, pick: "plugin", term: plugin } },
      termWord(plugin, shortName(plugin)),
    ),
    h("span.dir", { title: directionAndUnit(plugin) }, t("{arrow} better", { arrow: arrow(plugin) })),
    weightControl(data, scores, plugin),
  );

/** @param {string} plugin */
const directionAndUnit = (plugin) =>
  [direction(plugin), pluginOf(plugin).score?.shortUnit].filter(Boolean).join(", ");

/** @param {string} plugin */
const arrow = (plugin) => (pluginOf(plugin).score?.lower ? "↓" : "↑");

/** The weight with − and +. @param {CycleView} data @param {Scores} scores @param {string} plugin */
function weightControl(data, scores, plugin) {
  const value = h("span.wv");
  /** @param {number} by */
  const change = (by) => {
    const weight = within(scoresNow(data).weight(plugin) + by);
    tryWeight(plugin, weight === scores.profileWeight(plugin) ? null : weight);
  };
  /** @param {string} text @param {string} label @param {number} by */
  const button = (text, label, by) =>
    h("button.wb-step", { "aria-label": label, onclick: () => change(by) }, text);
  redrawWhileMounted(value, () => {
    const now = scoresNow(data);
    const changed = now.weight(plugin) !== scores.profileWeight(plugin);
    value.classList.toggle("changed", changed);
    replace(
      value,
      factLink(
        [`×${now.weight(plugin)}`, h("span.vh", t(", weight of {plugin}", { plugin }))],
        changed ? null : named("weight", plugin),
      ),
    );
  });
  return h(
    "span",
    { class: `weight line-${partOf(plugin)}` },
    button("−", t("Try a smaller weight of {plugin}", { plugin }), -1),
    value,
    button("+", t("Try a larger weight of {plugin}", { plugin }), 1),
  );
}

// ---- rows ----

/** @param {Table} table @param {ScoreRow[]} rows @param {HTMLTableRowElement} head */
const gridOf = (table, rows, head) =>
  rowGrid({
    attrs: {
      class: table.plugins.length > MOST_WITH_BARS ? "steps-t many" : "steps-t",
      "aria-label": t("Scores, step by step"),
      style: { "--columns": String(Math.max(LEAST_COLUMNS, table.plugins.length)) },
    },
    head: [head],
    items: rows,
    row: (row) => (row.nodes ? groupRow(table, row, row.nodes) : nodeRow(table, row.node)),
  });

/** @param {Table} table @param {number} node */
function nodeRow(table, node) {
  const { scores } = table;
  const name = scores.name(node);
  const wins = scores.winner === node;
  return h(
    "tr",
    { role: "row", class: wins ? "wins" : null, dataset: { node: name } },
    h(
      "th.nn",
      { role: "rowheader", scope: "row" },
      h(
        "div.nn-in",
        h(
          "button.rowh",
          { tabindex: "-1", dataset: { node: name, pick: "node" }, title: name },
          nameElement(name),
        ),
        wins ? h("b.wins-w", scores.tried ? t("would win") : t("wins")) : null,
      ),
    ),
    table.plugins.map((plugin) => cell(table, plugin, node, name)),
    barCell(table, node),
    totalCell(table, node, name),
  );
}

/**
 * Equal nodes, with the values of the first.
 * @param {Table} table @param {ScoreRow} row @param {number[]} nodes
 */
function groupRow(table, row, nodes) {
  const isOpen = opened.get().has(row.key);
  const name = groupName(nodes);
  const toggle = () =>
    opened.update((now) => new Set(isOpen ? [...now].filter((key) => key !== row.key) : [...now, row.key]));
  return h(
    "tr.equal",
    { role: "row" },
    h(
      "th.nn",
      { role: "rowheader", scope: "row" },
      h(
        "div.nn-in",
        h(
          "button.rowh",
          {
            tabindex: "-1",
            "aria-expanded": String(isOpen),
            title: t("{nodes}, equal for every plugin", { nodes: groupText(cluster.get(), nodes) }),
            onclick: toggle,
          },
          icon(isOpen ? "down" : "right", "ic ic-12"),
          h("b.cut", name),
        ),
        h("span.mute", t("tie")),
      ),
    ),
    table.plugins.map((plugin) => cell(table, plugin, row.node, name, true)),
    barCell(table, row.node),
    totalCell(table, row.node, name, true),
  );
}

/** "8 × spot-pool": the whole text does not fit. @param {number[]} nodes */
function groupName(nodes) {
  const loaded = cluster.get();
  const name = loaded ? groupOf(loaded, nodes).name : "";
  return name
    ? t("{n} × {name}", { n: integer(nodes.length), name })
    : tn("{n} node", "{n} nodes", nodes.length);
}

/**
 * @param {Table} table @param {string} plugin @param {number} node @param {string} name of the node or of the
 *   group that it stands for @param {boolean} [isGroup]
 */
function cell({ scores }, plugin, node, name, isGroup = false) {
  const values = {
    node: name,
    plugin,
    raw: rawText(scores, plugin, node),
    value: decimal(scores.normalized(plugin, node)),
    weight: scores.weight(plugin),
    points: decimal(scores.weighted(plugin, node)),
  };
  const opens = !scores.tried && !isGroup ? named("score", plugin, name) : null;
  return h(
    "td",
    {
      role: "gridcell",
      tabindex: "-1",
      dataset: isGroup ? {} : { plugin, node: name, pick: "cell", ...(opens ? { why: opens } : {}) },
    },
    spoken(t("{node}, {plugin}: raw {raw}, {value} of 100, times {weight} is {points}"), values, {
      raw: raw(scores, plugin, node),
      value: squareOf(scores, plugin, node),
    }),
  );
}

/**
 * A sentence of which only the given elements are seen.
 * @param {string} sentence @param {Record<string, unknown>} values @param {Record<string, HTMLElement>} seen
 */
const spoken = (sentence, values, seen) =>
  sentence
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 && seen[part]) || h("span.vh", i % 2 ? String(values[part]) : part));

/** A raw score: what attracts is blue, what repels purple; other raw scores have no colour. */
const raw = (/** @type {Scores} */ scores, /** @type {string} */ plugin, /** @type {number} */ node) => {
  const value = scores.raw(plugin, node);
  const kind = !isSigned(scores, plugin) || !value ? "" : value > 0 ? "attracts" : "repels";
  return h("span", { class: `raw ${kind}` }, rawText(scores, plugin, node));
};

/** @param {Scores} scores @param {string} plugin */
const isSigned = (scores, plugin) => Boolean(pluginOf(plugin).score?.signed) || scores.range(plugin).min < 0;

/** @param {Scores} scores @param {string} plugin @param {number} node */
const rawText = (scores, plugin, node) =>
  (isSigned(scores, plugin) ? signed : decimal)(scores.raw(plugin, node));

/** @param {Scores} scores @param {string} plugin @param {number} node */
const squareOf = (scores, plugin, node) =>
  square(scores.normalized(plugin, node), scores.weight(plugin) ? "" : "off");

/** @param {Table} table @param {number} node */
const barCell = ({ scores, plugins, most }, node) =>
  h(
    "td.bt",
    { role: "gridcell", tabindex: "-1", "aria-hidden": "true" },
    h(
      "span.bar",
      plugins.map((plugin) => {
        const points = scores.weighted(plugin, node);
        return points > 0
          ? h(
              "i",
              {
                class: `part-${partOf(plugin)}`,
                title: `${plugin}: ${decimal(points)}`,
                style: { width: `${(100 * points) / most}%` },
              },
              decimal(points),
            )
          : null;
      }),
    ),
  );

/** @param {Table} table @param {number} node @param {string} name @param {boolean} [isGroup] */
function totalCell({ scores }, node, name, isGroup = false) {
  const [total, before] = [scores.total(node), scores.profileTotal(node)];
  const label =
    scores.winner === node
      ? t("{node}: total {total}, selected", { node: name, total })
      : t("{node}: total {total}", { node: name, total });
  const text = [scores.tried ? h("s.mute", decimal(before), " ") : null, decimal(total)];
  return h(
    "td.tt",
    { role: "gridcell", tabindex: "-1" },
    isGroup
      ? h("b", { "aria-label": label }, text)
      : h(
          "button.opn",
          {
            tabindex: "-1",
            "aria-label": label,
            title: t("Compare with the winner"),
            dataset: { node: name, pick: "node" },
          },
          text,
        ),
  );
}

// ---- what is not in the table ----

/** @param {Table} table */
function leftOut({ data, scores, plugins }) {
  const equal = scores.plugins.filter((plugin) => !plugins.includes(plugin));
  const rejected = data.size - scores.nodes.length;
  return h(
    "p.mute.left-out",
    plugins.length ? signKey(scores) : null,
    equal.length
      ? rich(
          tn(
            "{n} equal column is hidden: {plugins}. ",
            "{n} equal columns are hidden: {plugins}. ",
            equal.length,
          ),
          { plugins: equal.flatMap((plugin, i) => [i ? ", " : "", equalPlugin(scores, plugin)]) },
        )
      : null,
    rejected > 0 ? tn("{n} more node was not scored.", "{n} more nodes were not scored.", rejected) : null,
  );
}

/** @param {Scores} scores */
const signKey = (scores) =>
  scores.plugins.some((plugin) => isSigned(scores, plugin) && scores.range(plugin).min < 0)
    ? rich(t("Left of each square is the {raw}: {attracts}, {repels}. "), {
        raw: term("rawScore", t("raw score")),
        attracts: h("span.raw.attracts", t("+ attracts")),
        repels: h("span.raw.repels", t("− repels")),
      })
    : [rich(t("Left of each square is the {raw}."), { raw: term("rawScore", t("raw score")) }), " "];

/** @param {Scores} scores @param {string} plugin */
const equalPlugin = (scores, plugin) =>
  h(
    "span",
    h("button.link", { dataset: { plugin, pick: "plugin" } }, shortName(plugin)),
    ` ${decimal(scores.normalizedRange(plugin).max * scores.weight(plugin))}`,
  );
