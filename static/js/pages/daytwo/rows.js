// The rows of the timeline. Each has a head and as many columns as there is room for.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { memoizeLast } from "../../lib/memoizeLast.js";
import { clock, HOSTNAME } from "../../model/daytwo.js";
import { kindOf } from "../../model/nodekinds.js";
import { Pools } from "../../model/pools.js";
import { Name } from "../../parts/nameView.js";
import { band } from "./band.js";
import { dragged } from "./dragging.js";
import { inOrder, square } from "./squares.js";
import { laneGroups } from "./lanegroups.js";
import { allLanes, constraintOf, laneKey, newest, url, workload, zoomed } from "./state.js";
import { laneChoice, shares } from "./view.js";
import { STEPS } from "./steps.js";
import { BAD, MOMENT_ICONS, actionWords, timedWords } from "./words.js";

/** @import { Child } from "../../lib/view.js" */
/** @import { Timeline } from "../../types/engine.js" */
/** @import { Column } from "./view.js" */

/** @param {Timeline} table @param {Column[]} columns @param {boolean} all whether all lanes are listed */
export function rowsOf(table, columns, all) {
  const chosen = workload.get();
  const { listed, rest, numbers } = laneChoice(columns, all);
  const lanes = columns[0]?.lanes ?? [];
  const byNode = laneKey.get() === HOSTNAME;
  return [
    actions(table, columns),
    clocks(columns),
    row(
      h("b", t("What")),
      columns.map((column) => ({ name: "dt-ev", title: titleOf(column), content: eventIcon(column) })),
    ),
    byNode
      ? laneGroups(poolsOf(table), listed, (index) => lanes[index].name).map(({ heading, members }) => [
          heading && h("div.dt-group", heading),
          members.map((index) => lane(columns, index, numbers)),
        ])
      : listed.map((index) => lane(columns, index, numbers)),
    (rest > 0 || all) && fold(rest),
    columns.some(({ pending }) => pending) &&
      row(
        h("b", t("Pending")),
        columns.map(({ pending }) => ({ name: pending ? "dt-sk bad" : "dt-sk", content: pending || "" })),
      ),
    constraintOf(chosen) && skews(columns),
    chosen && band(chosen, columns),
  ];
}

/** The pools of the nodes, by the labels with which they came. */
const poolsOf = memoizeLast(
  (/** @type {Timeline} */ { nodes }) =>
    new Pools(nodes.map(({ name, states }) => kindOf({ name, labels: states[0]?.labels ?? {} }))),
);

/** @param {Child} head @param {{name: string, content: Child, title?: string}[]} cells */
const row = (head, cells) => [
  h("div.dt-lb", head),
  cells.map(({ name, content, title }, i) =>
    h("div", { class: name, title, dataset: { column: String(i) } }, content),
  ),
];

/**
 * A bar for each action over the columns in which it goes on.
 * @param {Timeline} table @param {Column[]} columns
 */
function actions(table, columns) {
  const numbers = columns.map(({ beats }) => beats[0].main.action);
  const starts = numbers.flatMap((action, i) => (action === numbers[i - 1] ? [] : [i]));
  return [
    h("span"),
    starts.map((start, i) => {
      const number = numbers[start];
      const action = table.actions[number];
      const end = starts[i + 1] ?? columns.length;
      const words = actionWords(action);
      return h(
        "button.dt-act",
        {
          style: { gridColumn: `span ${end - start}` },
          title: words,
          "aria-pressed": String(zoomed.get() === number),
          "aria-label": t("Show only this action: {action}", { action: words }),
          onclick: () =>
            url.write({ in: zoomed.get() === number ? null : number, at: action.last }, { push: true }),
        },
        icon(action.kind === "start" ? "first" : STEPS[action.kind].icon),
        end - start > 1 && h("span.cut", words),
      );
    }),
  ];
}

/** The time where it changes; one that does not fit is not shown. @param {Column[]} columns */
function clocks(columns) {
  const times = columns.map(({ beats }) => clock(beats[beats.length - 1].main.at));
  const starts = times.flatMap((time, i) => (time === times[i - 1] ? [] : [i]));
  return [
    h("div.dt-clk.mute", t("clock")),
    starts.map((start, i) => {
      const span = (starts[i + 1] ?? columns.length) - start;
      return h(
        "div.dt-clk",
        { style: { gridColumn: `span ${span}` }, title: times[start] },
        h("span", times[start]),
      );
    }),
  ];
}

/** @param {Column} column */
const titleOf = ({ beats }) =>
  beats
    .slice(0, 8)
    .map(({ main }) => timedWords(main))
    .join("\n");

/** @param {Column} column */
function eventIcon({ beats }) {
  const { kind } = (beats.find(({ main }) => BAD.has(main.kind)) ?? beats[beats.length - 1]).main;
  return icon(MOMENT_ICONS[kind], BAD.has(kind) ? "ic bad" : "ic");
}

/**
 * @param {Column[]} columns @param {number} index of the lane  @param {boolean} numbers instead of squares
 */
function lane(columns, index, numbers) {
  const { name } = columns[0].lanes[index];
  const highest = Math.max(1, ...columns.map(({ lanes }) => lanes[index].stays.length));
  return row(
    [
      h("span", { class: "mono cut", ...(name && dragged(name)) }, name ? h(Name, { name }) : t("no label")),
      countNote(columns[columns.length - 1], index),
    ],
    columns.map(({ lanes, moment }) => {
      const { stays, nodes, lost, cordoned } = lanes[index];
      const off = !nodes || lost === nodes || cordoned === nodes ? " dt-off" : "";
      const counts = shares(lanes[index], moment, newest.get());
      const title = [
        tn("{n} pod", "{n} pods", stays.length),
        lost && tn("{n} node lost", "{n} nodes lost", lost),
        cordoned && tn("{n} node cordoned", "{n} nodes cordoned", cordoned),
      ].filter(Boolean);
      return {
        name: numbers ? `dt-n${off}` : `dt-st${off}`,
        title: title.join(", "),
        content: numbers
          ? bars(counts, highest)
          : inOrder(stays, newest.get()).map((stay) => square(stay, moment, newest.get())),
      };
    }),
  );
}

const BAR = 26; // px, the highest

/** @param {{old: number, fresh: number}} counts @param {number} highest */
function bars({ old, fresh }, highest) {
  const height = (/** @type {number} */ n) => `${Math.max(3, Math.round((n / highest) * BAR))}px`;
  return [
    old + fresh > 0 && h("span", old + fresh),
    fresh > 0 && h("i.new", { style: { height: height(fresh) } }),
    old > 0 && h("i.old", { style: { height: height(old) } }),
  ];
}

/** How many there are in the last column. @param {Column} column @param {number} index */
function countNote({ lanes, moment }, index) {
  const { old, fresh } = shares(lanes[index], moment, newest.get());
  const several = (workload.get()?.revisions.length ?? 0) > 1;
  return h(
    "span.mute",
    several ? t("{a} old, {b} new", { a: old, b: fresh }) : tn("{n} pod", "{n} pods", old + fresh),
  );
}

/** @param {number} rest lanes that are not listed */
const fold = (rest) =>
  h(
    "div.dt-fold",
    h(
      "button.btn.bare",
      { "aria-expanded": String(allLanes.get()), onclick: () => allLanes.update((all) => !all) },
      icon(allLanes.get() ? "down" : "right"),
      allLanes.get() ? t("Only the lanes that change most") : tn("{n} more lane", "{n} more lanes", rest),
    ),
  );

/** @param {Column[]} columns */
function skews(columns) {
  const constraint = constraintOf(workload.get());
  if (!constraint) return null;
  const newOnly = columns.some(({ skewOfNewest }) => skewOfNewest !== null) && !constraint.by_revision;
  /** @param {number | null} skew */
  const cell = (skew) => ({ name: (skew ?? 0) > constraint.max_skew ? "dt-sk bad" : "dt-sk", content: skew });
  /** @param {string} note */
  const head = (note) => h("span.nowrap", h("b", t("Skew")), " ", h("span.mute", note));
  return [
    row(
      head(newOnly ? t("both") : t("counted")),
      columns.map(({ skew }) => cell(skew)),
    ),
    newOnly &&
      row(
        head(t("new only")),
        columns.map(({ skewOfNewest }) => cell(skewOfNewest)),
      ),
  ];
}
