// The selected step on both sides: the domains, the verdicts, the scores. A cell that differs is
// split, A left, B right.

import { classes, h, Held } from "../../lib/view.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { GLYPHS } from "../../lib/glyphs.js";
import { glyph, icon } from "../../lib/icon.js";
import { matrixOf } from "../../model/matrix.js";
import { scoresOf } from "../../model/scores.js";
import { heads, table } from "../../lib/table.js";
import { sequential } from "../../parts/colourScale.js";
import { scaleKey } from "../../parts/scale.js";
import { at, changedOnly, comparison, cycle, failure, go, SIDES, views } from "./state.js";
import { endWords, isAbsent } from "./opening.js";
import { endOf, pointName, sign, words } from "./parts.js";

/** @import { Child } from "../../lib/view.js" */
/** @import { ComparisonOut, CycleOut, PlacementOut } from "../../types/api.js" */
/** @import { HardConstraint, HardDomain } from "../../model/constraint.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { CellState, Matrix } from "../../model/matrix.js" */
/** @import { PointId } from "../../model/points.js" */
/** @import { Scores } from "../../model/scores.js" */
/** @import { Place, Side, Views } from "./state.js" */

/** @typedef {{a: CycleView, b: CycleView}} BothViews */
/** @typedef {number | undefined} Amount of a side that may lack the node or the plugin */
/**
 * Points of both sides; `levels` are the scores from 0 to 100 behind them, which the cells are coloured by.
 * @typedef {{plugin: string | null, pair: [Amount, Amount], levels: [Amount, Amount]}} Points
 */

const MAX_NODES = 300;
const colours = scaleKey();

export function Stage() {
  const result = comparison.get();
  const comparedCycle = cycle.get();
  const place = at.get();
  const error = failure.get();
  if (error) return h("section.blank", h("h2", t("The two cannot be compared")), h("p.soft", error.message));
  if (!result?.finished) return null;
  return [
    comparedCycle && place
      ? [heading(comparedCycle, place), body(place, views.get(), comparedCycle, result, changedOnly.get())]
      : null,
    placements(result),
  ];
}

/** @param {CycleOut} comparedCycle @param {Place} place */
function heading(comparedCycle, { point, plugin, node }) {
  const difference =
    comparedCycle.differences.find(
      (candidate) =>
        candidate.point === point &&
        (!plugin || candidate.plugin === plugin) &&
        (!node || candidate.nodes.includes(node)),
    ) ?? comparedCycle.differences.find((candidate) => candidate.point === point);
  return h(
    "header.ask",
    h(
      "div.grow",
      h("p.crumb", pointName(point), plugin ? [icon("right", "ic ic-12"), plugin] : null),
      h(
        "h2.ask-h",
        difference
          ? words(difference)
          : reached(comparedCycle, point)
            ? t("The same on both sides")
            : t("Only one side reached this point"),
      ),
    ),
  );
}

/** @param {CycleOut} comparedCycle @param {PointId} point */
function reached(comparedCycle, point) {
  const event = point === "Total" ? "NormalizeScore" : point;
  const [a, b] = SIDES.map(
    (side) =>
      point === "Result" ||
      comparedCycle.events[side].some((entry) => "point" in entry && entry.point === event),
  );
  return a === b;
}

/**
 * @param {Place} place @param {Views} sideViews @param {CycleOut} comparedCycle @param {ComparisonOut} result
 * @param {boolean} only
 */
function body({ point, plugin, node }, sideViews, comparedCycle, result, only) {
  if (point === "Result" || point === "PostFilter") return messages(comparedCycle, result);
  if (!sideViews.a || !sideViews.b)
    return h(
      "p.waiting.mute",
      { role: "status" },
      sideViews.a || sideViews.b || !comparedCycle ? t("Only one side made this attempt.") : t("Comparing…"),
    );
  const both = { a: sideViews.a, b: sideViews.b };
  if (point === "PreFilter") return [domains(both), verdicts(both, plugin, node, only)];
  if (point === "Filter") return verdicts(both, plugin, node, only);
  return scores(both, plugin, node, only);
}

// ---- domains ------------------------------------------------------------------------------------------

/** @param {BothViews} bothViews */
function domains(bothViews) {
  const sides = SIDES.map((side) => bothViews[side].spread?.filter ?? []);
  return sides[0].length || sides[1].length
    ? Array.from({ length: Math.max(sides[0].length, sides[1].length) }, (_, index) =>
        constraint(index, sides[0][index], sides[1][index]),
      )
    : null;
}

/** @param {number} index @param {HardConstraint | undefined} a @param {HardConstraint | undefined} b */
function constraint(index, a, b) {
  const names = [...new Set([a, b].flatMap((side) => side?.domains.map((domain) => domain.value) ?? []))];
  /** @param {HardConstraint | undefined} side @param {string} name */
  const count = (side, name) => side?.domains.find((domain) => domain.value === name);
  const largest = Math.max(1, ...[a, b].flatMap((side) => side?.domains.map((domain) => domain.count) ?? []));
  /** @param {string} name */
  const domainRow = (name) => {
    const [one, other] = [count(a, name), count(b, name)];
    const changed = one?.count !== other?.count || one?.skew !== other?.skew;
    return h(
      "tr",
      { key: name, class: changed ? "here" : null },
      h("td.mono", name),
      [one, other].map((domain) => h("td", bar(domain, largest))),
    );
  };
  return h(
    "section.sec",
    h("h3.h3", t("Constraint {n}", { n: index + 1 }), h("span.mute.mono", (a ?? b)?.topology_key)),
    h(
      "table.tbl.cdom",
      heads([{ head: t("Domain") }, ...signs()]),
      h(
        "tbody",
        names.map(domainRow),
        h(
          "tr",
          { class: classes("strong", a?.minimum.value !== b?.minimum.value && "here") },
          h("td", t("Minimum")),
          [a, b].map((side) => h("td", minimum(side))),
        ),
      ),
    ),
  );
}

/** @param {HardDomain | undefined} domain @param {number} largest count of all */
function bar(domain, largest) {
  if (!domain) return h("span.mute.t12", t("not a domain"));
  const { count, fits, skew } = domain;
  return h(
    "span.cbar",
    h("i", { style: { width: `${(100 * count) / (largest + 1)}%` } }),
    h("b.mono", count),
    h("span.mute.t12", fits ? t("fits, skew {n}", { n: skew }) : t("exceeds maxSkew, skew {n}", { n: skew })),
  );
}

/** @param {HardConstraint | undefined} side */
const minimum = (side) =>
  side
    ? [h("b.mono", side.minimum.value), h("span.mute.t12", `  ${t("maxSkew {n}", { n: side.max_skew })}`)]
    : "–";

const signs = () => SIDES.map((side) => ({ head: sign(side) }));

// ---- nodes × plugins ----------------------------------------------------------------------------------

/**
 * A table of nodes and plugins. A row or a column that is the same on both sides is folded by whoever asks.
 * @param {{title: string, key: string, scale?: Child, folded: Child, columns: {head: Child, kind?: string}[],
 *   rows: string[], same: number, node: string | null, name?: (node: string) => Child,
 *   cells: (node: string) => Child}} table
 */
const nodeTable = ({ title, key, scale, folded, columns, rows, same, node, name = (text) => text, cells }) =>
  h(
    "section.sec.fx",
    h("h3.h3", title, h("span.mute", key), h("span.grow"), folded ? h("span.mute.t12.dk", folded) : null),
    scale,
    h(
      "div.scroll",
      { tabindex: 0 },
      h(
        "table.cmx",
        heads([{ head: t("Node") }, ...columns]),
        h(
          "tbody",
          rows
            .slice(0, MAX_NODES)
            .map((row) =>
              h(
                "tr",
                { key: row, class: row === node ? "cur" : null },
                h("th.mono", { scope: "row" }, name(row)),
                cells(row),
              ),
            ),
        ),
      ),
    ),
    rest(same, rows.length),
  );

/**
 * A cell of it, whole where both sides are the same and else split.
 * @param {{node: string, column: string, words: [string, string], halves: Child, kind?: string, place:
 *   Omit<Place, "node">, title?: boolean}} cell
 */
function splitCell({ node, column, words: [one, other], halves, kind = "", place, title }) {
  const label = one === other ? one : t("A: {a}, B: {b}", { a: one, b: other });
  return h(
    "td",
    { class: classes("sp", kind, one !== other && "df") },
    h(
      "button.cell",
      {
        "aria-label": `${node}, ${column}: ${label}`,
        title: title ? label : null,
        onclick: () => go({ ...place, node }),
      },
      halves,
    ),
  );
}

/** @param {string} column @param {string | null} plugin that is selected @param {Child} [weightText] */
const headOf = (column, plugin, weightText) => ({
  head: h("span", column, weightText),
  kind: column === plugin ? "ch" : "",
});

// ---- verdicts -----------------------------------------------------------------------------------------

/**
 * @param {BothViews} bothViews @param {string | null} plugin @param {string | null} node
 * @param {boolean} only
 */
function verdicts(bothViews, plugin, node, only) {
  const [a, b] = [matrixOf(bothViews.a), matrixOf(bothViews.b)];
  const ran = [...new Set([...a.ran, ...b.ran])];
  const nodes = [...new Set([...a.nodes.map(a.name), ...b.nodes.map(b.name)])];
  /**
   * @param {Matrix} matrix @param {Side} side @param {string} name @param {string} column
   * @returns {CellState}
   */
  const state = (matrix, side, name, column) => {
    const place = bothViews[side].indexOf(name);
    if (place < 0) return "unevaluated";
    return matrix.ran.includes(column) ? matrix.cell(place, column).state : "skipped";
  };
  /** @param {string} name @param {string} column @returns {[CellState, CellState]} */
  const pair = (name, column) => [state(a, "a", name, column), state(b, "b", name, column)];
  /** @param {string} name */
  const differs = (name) => ran.some((column) => pair(name, column)[0] !== pair(name, column)[1]);
  const telling = ran.filter(
    (column) =>
      column === plugin ||
      nodes.some(
        (name) =>
          pair(name, column).some((cellState) => cellState !== "pass" && cellState !== "unreached") ||
          pair(name, column)[0] !== pair(name, column)[1],
      ),
  );
  const rows = nodes.filter((name) => !only || name === node || differs(name));
  const folded = ran.length - telling.length;
  /** @param {string} name @param {string} column */
  const cell = (name, column) => {
    const states = pair(name, column);
    const [one, other] = states;
    return splitCell({
      node: name,
      column,
      words: [GLYPHS[one].word, GLYPHS[other].word],
      halves: one === other ? h("span.one", glyph(one)) : states.map(verdictHalf),
      place: { point: "Filter", plugin: column },
      title: true,
    });
  };
  return nodeTable({
    title: t("Verdicts"),
    key: t("split cells differ: A left, B right"),
    folded:
      folded &&
      tn(
        "{n} plugin that passed everywhere is hidden",
        "{n} plugins that passed everywhere are hidden",
        folded,
      ),
    columns: telling.map((column) => headOf(column, plugin)),
    rows,
    same: nodes.length - rows.length,
    node,
    cells: (name) => telling.map((column) => cell(name, column)),
  });
}

/** @type {Partial<Record<CellState, string>>} */
const HALVES = { rejected: "rej", unresolvable: "unr" };

/** @param {CellState} state */
const verdictHalf = (state) => h("span", { class: classes("hf", HALVES[state] ?? "") }, glyph(state));

/** @param {number} same @param {number} rows */
function rest(same, rows) {
  if (rows > MAX_NODES)
    return h("p.mute.t12", tn("and {n} more node", "and {n} more nodes", rows - MAX_NODES));
  return same > 0
    ? h(
        "p.mute.t12",
        tn(
          "{n} node that is the same on both sides is hidden.",
          "{n} nodes that are the same on both sides are hidden.",
          same,
        ),
      )
    : null;
}

// ---- scores -------------------------------------------------------------------------------------------

/**
 * @param {BothViews} bothViews @param {string | null} plugin @param {string | null} node
 * @param {boolean} only
 */
function scores(bothViews, plugin, node, only) {
  const [a, b] = [sideOf(bothViews.a), sideOf(bothViews.b)];
  if (!a.nodes.length && !b.nodes.length)
    return h("p.waiting.soft", t("No scoring on either side: at most one node was feasible."));
  const nodes = [...new Set([...a.nodes.map(a.name), ...b.nodes.map(b.name)])];
  const plugins = [...new Set([...a.plugins, ...b.plugins])];
  /** @param {string} name @returns {Points[]} */
  const values = (name) => [
    ...plugins.map((other) => pointsOf(other, name, a, b)),
    { plugin: null, pair: [totalOf(a, name), totalOf(b, name)], levels: [undefined, undefined] },
  ];
  /** @param {string} name */
  const differs = (name) => values(name).some(({ pair: [one, other] }) => one !== other);
  const rows = nodes.filter(
    (name) => !only || name === node || differs(name) || wins(a, name) || wins(b, name),
  );
  const telling = plugins.filter(
    (candidate) =>
      !only ||
      candidate === plugin ||
      nodes.some((name) => points(a, candidate, name) !== points(b, candidate, name)),
  );
  /** @param {string} name @param {Points} points */
  const cell = (name, { plugin: column, pair: [one, other], levels: [low, high] }) =>
    splitCell({
      node: name,
      column: column ?? t("total"),
      words: [number(one), number(other)],
      halves:
        one === other && low === high
          ? half(one, low, "sq")
          : [half(one, low, "hf"), half(other, high, "hf b")],
      kind: "num",
      place: { point: column ? "Score" : "Total", plugin: column },
    });
  const folded = plugins.length - telling.length;
  return nodeTable({
    scale: h(Held, { element: colours }),
    title: t("Points"),
    key: t("weight × score; split cells differ: A left, B right"),
    folded:
      folded &&
      tn("{n} plugin with equal points is hidden", "{n} plugins with equal points are hidden", folded),
    columns: [...telling.map((column) => headOf(column, plugin, weight(a, b, column))), { head: t("Total") }],
    rows,
    same: nodes.length - rows.length,
    node,
    name: (name) => [name, winner(name, a, b)],
    cells: (name) =>
      values(name)
        .filter((value) => !value.plugin || telling.includes(value.plugin))
        .map((value) => cell(name, value)),
  });
}

/**
 * @param {string} plugin @param {string} name @param {SideScores} a @param {SideScores} b @returns {Points}
 */
const pointsOf = (plugin, name, a, b) => ({
  plugin,
  pair: [points(a, plugin, name), points(b, plugin, name)],
  levels: [level(a, plugin, name), level(b, plugin, name)],
});

/** @param {Amount} value @param {Amount} scored from 0 to 100 @param {string} kind */
const half = (value, scored, kind) =>
  h("span", { class: kind, style: scored === undefined ? {} : sequential(scored / 100) }, number(value));

/** @typedef {ReturnType<typeof sideOf>} SideScores */

/** The scores of one side, and where it has a node. @param {CycleView} view */
const sideOf = (view) => ({ ...scoresOf(view), at: (/** @type {string} */ name) => view.indexOf(name) });

/** @param {SideScores} side @param {string} name */
const totalOf = (side, name) => (side.has(side.at(name)) ? side.total(side.at(name)) : undefined);
/** @param {SideScores} side @param {string} plugin @param {string} name */
const points = (side, plugin, name) =>
  side.plugins.includes(plugin) && side.has(side.at(name)) ? side.weighted(plugin, side.at(name)) : undefined;
/** @param {SideScores} side @param {string} plugin @param {string} name */
const level = (side, plugin, name) =>
  side.plugins.includes(plugin) && side.has(side.at(name))
    ? side.normalized(plugin, side.at(name))
    : undefined;
/** @param {SideScores} side @param {string} name */
const wins = (side, name) => side.winner >= 0 && side.name(side.winner) === name;
/** @param {number | undefined} value */
const number = (value) => (value === undefined ? "–" : decimal(value));
/** @param {string} name @param {SideScores} a @param {SideScores} b */
const winner = (name, a, b) =>
  [a, b].map((side, index) =>
    wins(side, name) ? h("span.win", icon("star", "g g-sel"), sign(SIDES[index])) : null,
  );

/** @param {Scores} a @param {Scores} b @param {string} plugin */
function weight(a, b, plugin) {
  const [one, other] = [a, b].map((side) => (side.plugins.includes(plugin) ? side.weight(plugin) : null));
  const either = one ?? other;
  if (one === other || one === null || other === null)
    return either === 1 ? null : h("span.mute", ` ×${either}`);
  return h("span.ch", ` ×${one} → ×${other}`);
}

// ---- outcome ------------------------------------------------------------------------------------------

/** @param {CycleOut} comparedCycle @param {ComparisonOut} result */
function messages(comparedCycle, { placements: list }) {
  const placement = list.find(({ pod }) => pod === comparedCycle.pod);
  const ends = SIDES.map((side) => endOf(comparedCycle, side));
  const [node] = ends.map((end) => end?.node);
  if (node && ends.every((end) => end?.node === node))
    return h("section.sec", h("p.soft", t("placed on {node}", { node })));
  /** @param {Side} side */
  const part = (side) => {
    const end = endOf(comparedCycle, side);
    const text = !end
      ? placement && isAbsent(placement, side)
        ? t("This side does not have the pod.")
        : t("This side did not make this attempt.")
      : end.node
        ? t("placed on {node}", { node: end.node })
        : end.message
          ? null
          : (end.skipped ?? t("pending"));
    return h(
      "section.sec",
      h("h3.h3", sign(side), end?.node ?? (end ? t("pending") : "")),
      text ? h("p.soft", text) : h("p.msg.mono", end?.message),
      end?.victims?.length ? h("p.soft", t("evicts {pods}", { pods: end.victims.join(", ") })) : null,
    );
  };
  return h("div.two", SIDES.map(part));
}

/** @param {ComparisonOut} comparison */
function placements({ placements: list, placements_count: total, same }) {
  if (!total) return null;
  return h(
    "section.sec.fx",
    h("h3.h3", t("Pods that ended elsewhere"), h("span.mute", total)),
    table(
      "tbl narrow",
      [
        { head: t("Pod"), cell: ({ pod }) => h("button.link.mono", { onclick: () => goToPod(pod) }, pod) },
        ...SIDES.map((side) => ({
          head: sign(side),
          cell: (/** @type {PlacementOut} */ placement) => endWords(placement, side),
          kind: "mono",
        })),
      ],
      list.slice(0, 50),
      ({ pod }) => ({ key: pod }),
    ),
    total > 50 ? h("p.mute.t12", t("and {n} more", { n: total - 50 })) : null,
    same
      ? h("p.mute.t12", tn("{n} pod ended in the same place.", "{n} pods ended in the same place.", same))
      : null,
  );
}

/** @param {string} pod */
const goToPod = (pod) => go({ pod, attempt: null, point: null, plugin: null, node: null });
