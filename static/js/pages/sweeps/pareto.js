// Packed or spread: the settings that no other beats in nodes used, skew and pending pods at once.

import { h, svg } from "../../lib/view.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { measuresOf } from "../../model/sweeps/cells.js";
import { cellName, MEASURES } from "./core/axes.js";
import { frame, ticksOf } from "./chart.js";
import { plotButton } from "./plot.js";
import { cellIn, url } from "./core/state.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepCell, SweepResult } from "../../types/engine.js" */

/** @typedef {{number: number, cell: SweepCell, x: number, y: number, best: boolean}} Dot */

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function pareto(sweep, result) {
  const best = new Set(result.pareto ?? []);
  const by = measuresOf(result.cells).includes("skew") ? "skew" : "pending";
  const dots = result.cells.flatMap((cell, number) =>
    cell ? [{ number, cell, x: cell.nodes_used, y: cell[by] ?? 0, best: best.has(number) }] : [],
  );
  if (!dots.length) return h("p.mute", t("not computed yet"));
  const front = dots.filter((dot) => dot.best).sort((a, b) => a.x - b.x || a.y - b.y);
  return [
    h("div.sw-scroll.scroll", chart(sweep, result, dots, front, by)),
    h(
      "p.sw-key",
      h("span", h("i.dot.best"), t("Pareto-optimal")),
      h("span", h("i.dot"), t("worse than one of these")),
    ),
    h(
      "p.sw-words",
      tn(
        "{n} setting is Pareto-optimal: every other one is worse in some respect.",
        "{n} settings are Pareto-optimal: every other one is worse in some respect.",
        front.length,
      ),
      " ",
      extremes(result),
    ),
    plotButton(() => plotOf(result, dots, by)),
  ];
}

/**
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {Dot[]} dots @param {Dot[]} front
 * @param {"skew" | "pending"} by
 */
function chart(sweep, result, dots, front, by) {
  const [xs, ys] = [dots.map(({ x }) => x), dots.map(({ y }) => y)];
  const [x, y] = [around(xs), around(ys)];
  const drawn = frame({
    x: { range: x, ticks: ticksOf(...x), label: MEASURES.nodes_used },
    y: { range: y, ticks: ticksOf(...y), label: MEASURES[by] },
  });
  return drawn.draw(t("{a} and {b} for every setting", { a: MEASURES.nodes_used, b: MEASURES[by] }), [
    svg("polyline.front", { points: front.map((dot) => `${drawn.x(dot.x)},${drawn.y(dot.y)}`).join(" ") }),
    places(dots).map(([first, ...more]) =>
      svg(
        "g",
        {
          class: `sw-dot${first.best ? " best" : ""}${first.number === cellIn(sweep) ? " here" : ""}`,
          transform: `translate(${drawn.x(first.x)} ${drawn.y(first.y)})`,
          role: "button",
          tabindex: "0",
          "aria-label": dotWords(result, first, more.length, by),
          onclick: () => url.write({ sweep: sweep.id, cell: first.number }, { push: true }),
          onkeydown: (event) => {
            if (event.key === "Enter" || event.key === " ") {
              event.preventDefault();
              url.write({ sweep: sweep.id, cell: first.number }, { push: true });
            }
          },
        },
        svg("title", dotWords(result, first, more.length, by)),
        svg("circle.hit", { r: 12 }),
        svg("circle.dot", { r: first.best ? 5 : 4 }),
      ),
    ),
  ]);
}

/** Cells at one place are one dot, the best of them first. @param {Dot[]} dots */
function places(dots) {
  /** @type {Map<string, Dot[]>} */
  const all = new Map();
  for (const dot of [...dots].sort((a, b) => Number(b.best) - Number(a.best))) {
    const key = `${dot.x} ${dot.y}`;
    const there = all.get(key);
    if (there) there.push(dot);
    else all.set(key, [dot]);
  }
  return [...all.values()];
}

/** @param {SweepResult} result @param {Dot} dot @param {number} more @param {"skew" | "pending"} by */
const dotWords = (result, { number, x, y }, more, by) =>
  `${cellName(result, number)}: ${MEASURES.nodes_used} ${decimal(x, 1)}, ${MEASURES[by]} ${decimal(y, 1)}${
    more ? `, ${tn("and {n} more setting", "and {n} more settings", more)}` : ""
  }`;

/** @param {number[]} values @returns {[number, number]} */
function around(values) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.08 || 1;
  return [Math.max(0, low - room), high + room];
}

/** @param {SweepResult} result */
const extremes = (result) =>
  [
    result.most_packed !== undefined &&
      t("Most packed: {setting}.", { setting: cellName(result, result.most_packed) }),
    result.least_packed !== undefined &&
      t("Most spread: {setting}.", { setting: cellName(result, result.least_packed) }),
  ]
    .filter(Boolean)
    .join(" ");

/** @param {SweepResult} result @param {Dot[]} dots @param {"skew" | "pending"} by */
function plotOf(result, dots, by) {
  /** @param {boolean} best */
  const trace = (best) => {
    const some = dots.filter((dot) => dot.best === best);
    return {
      type: "scatter",
      mode: "markers",
      name: best ? t("Pareto-optimal") : t("worse than one of these"),
      x: some.map(({ x }) => x),
      y: some.map(({ y }) => y),
      text: some.map(({ number }) => cellName(result, number)),
      marker: { symbol: best ? "circle" : "circle-open", size: 9 },
    };
  };
  return {
    title: t("Packed or spread"),
    data: [trace(false), trace(true)],
    layout: {
      xaxis: { title: { text: MEASURES.nodes_used } },
      yaxis: { title: { text: MEASURES[by] } },
    },
  };
}
