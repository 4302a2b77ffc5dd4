// Where the winner flips: the nodes that win a pod over two weights, and a point to move among them.

import { h, svg } from "../../lib/view.js";
import { decimal, integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { cellAt } from "../../model/sweeps/cells.js";
import { middleOf, nearestFlip, totalsAt, winnersAt } from "../../model/sweeps/flips.js";
import { cutName } from "../../model/names.js";
import { frame } from "./chart.js";
import { openPoint } from "./data.js";
import { openForm } from "./form.js";
import { plotButton } from "./plot.js";
import { url } from "./core/state.js";
import { settingName } from "./core/words.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepFlips, SweepResult, WeightsSweep } from "../../types/engine.js" */
/** @import { Frame } from "./chart.js" */

const COLOURS = ["here", "pass", "reject", "third", "fourth", "fifth"];
const MOST_NAMED = 4; // of nodes that tie
const MOST_LETTERS = 16; // of a name
const LETTER = 7.5; // pixels

/**
 * @typedef {object} View
 * @property {SweepStateOut} sweep
 * @property {SweepResult} result
 * @property {SweepFlips} flips
 * @property {WeightsSweep} setting
 * @property {number[]} xs the values of the axes
 * @property {number[]} ys
 * @property {[number, number]} at the point
 */

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function flips(sweep, result) {
  const setting = sweep.specification;
  if (setting.kind !== "weights" || !result.flips) return null;
  const xs = setting.x.values.map(Number);
  const ys = setting.y?.values.map(Number) ?? [0];
  const view = { sweep, result, flips: result.flips, setting, xs, ys, at: pointIn(result.flips, xs, ys) };
  return [
    h("div.sw-flips", h("div.sw-scroll.scroll", chart(view)), h("div", outcome(view))),
    plotButton(() => plotOf(view)),
  ];
}

/**
 * The point of the address, else the present weights.
 * @param {SweepFlips} of @param {number[]} xs @param {number[]} ys
 */
function pointIn({ present }, xs, ys) {
  const [x, y] = (url.state.get().at ?? "NaN").split(",").map(Number);
  /** @param {number[]} values @param {number} value */
  const near = (values, value) =>
    values.reduce(
      (best, candidate) => (Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best),
      values[0],
    );
  const here = Number.isFinite(x) ? [x, Number.isFinite(y) ? y : 0] : [present[0], present[1] ?? 0];
  return /** @type {[number, number]} */ ([near(xs, here[0]), near(ys, here[1])]);
}

/** @param {View} view */
function chart(view) {
  const { setting, xs, ys, at } = view;
  const flat = ys.length < 2;
  const drawn = frame({
    x: {
      range: [Math.min(...xs), Math.max(...xs)],
      ticks: sparse(xs),
      label: settingName(setting.x.setting),
    },
    y: flat
      ? { range: [0, 1], ticks: [], label: "" }
      : {
          range: [Math.min(...ys), Math.max(...ys)],
          ticks: sparse(ys),
          label: settingName(setting.y?.setting ?? ""),
        },
    tall: flat ? 140 : 300,
  });
  const content = [
    regions(view, drawn, flat),
    unevaluated(view, drawn, flat),
    flat ? null : grid(view, drawn),
    borders(view, drawn, flat),
    names(view, drawn, flat),
    svg(
      "g.sw-point",
      {
        transform: `translate(${drawn.x(at[0])} ${drawn.y(flat ? 0.5 : at[1])})`,
        tabindex: "0",
        role: "slider",
        "aria-label": t("Weights"),
        "aria-valuemin": Math.min(...xs),
        "aria-valuemax": Math.max(...xs),
        "aria-valuenow": at[0],
        "aria-valuetext": `${pointWords(view)}: ${winnerWords(view, at)}`,
        onkeydown: (event) => step(event, view),
      },
      svg("circle.halo", { r: 12 }),
      svg("circle.dot", { r: 6 }),
    ),
  ];
  return drawn.draw(t("Which node wins {pod}", { pod: view.flips.pod }), content, (event) =>
    drag(event, drawn, view, flat),
  );
}

/** At most a dozen of the values. @param {number[]} values */
const sparse = (values) => values.filter((_, i) => i % Math.ceil(values.length / 12) === 0);

/**
 * A region's corners in the drawing.
 * @param {number[][]} points @param {Frame} drawn @param {boolean} flat
 */
function corners(points, drawn, flat) {
  const [low, high] = [points[0][0], points[points.length - 1][0]];
  const outline = flat
    ? [
        [low, 0],
        [high, 0],
        [high, 1],
        [low, 1],
      ]
    : points;
  return outline.map(([x, y]) => `${drawn.x(x)},${drawn.y(y)}`).join(" ");
}

/**
 * The present winner's region has the colour of "you are here".
 * @param {View} view @param {Frame} drawn @param {boolean} flat
 */
function regions({ flips: of }, drawn, flat) {
  const present = of.winners.join();
  let next = 0;
  return of.regions.map(({ nodes, points }) => {
    const colour = nodes.join() === present ? COLOURS[0] : COLOURS[1 + (next++ % (COLOURS.length - 1))];
    return svg("polygon", { class: `region ${colour}`, points: corners(points, drawn, flat) });
  });
}

/** Cells without a run are hatched. @param {View} view @param {Frame} drawn @param {boolean} flat */
function unevaluated({ result, xs, ys }, drawn, flat) {
  const isWaiting = result.cells.some((cell) => cell === null);
  if (!isWaiting) return null;
  /** @param {number[]} values @param {number} i @param {(value: number) => number} place */
  const span = (values, i, place) => {
    const before = i ? (values[i] + values[i - 1]) / 2 : values[i];
    const after = i < values.length - 1 ? (values[i] + values[i + 1]) / 2 : values[i];
    return [place(before), place(after)].sort((a, b) => a - b);
  };
  return [
    svg(
      "defs",
      svg(
        "pattern",
        {
          id: "sw-hatch",
          width: 6,
          height: 6,
          patternUnits: "userSpaceOnUse",
          patternTransform: "rotate(45)",
        },
        svg("path.hatch", { d: "M0 0V6" }),
      ),
    ),
    svg(
      "g",
      { role: "img", "aria-label": t("not computed yet") },
      xs.flatMap((_, i) =>
        ys.map((__, j) => {
          if (result.cells[cellAt(result.axes, flat ? [i] : [i, j])]) return null;
          const [left, right] = span(xs, i, drawn.x);
          const [top, bottom] = flat ? [drawn.y(1), drawn.y(0)] : span(ys, j, drawn.y);
          return svg("rect", {
            x: left,
            y: top,
            width: right - left,
            height: bottom - top,
            fill: "url(#sw-hatch)",
          });
        }),
      ),
    ),
  ];
}

/** @param {View} view @param {Frame} drawn */
const grid = ({ xs, ys }, drawn) =>
  xs.length * ys.length > 1000
    ? null
    : xs.flatMap((x) => ys.map((y) => svg("circle.knot", { cx: drawn.x(x), cy: drawn.y(y), r: 1.6 })));

/** @param {View} view @param {Frame} drawn @param {boolean} flat */
const borders = ({ flips: of }, drawn, flat) =>
  of.lines.map(({ points: [from, to] }) =>
    svg("line.border", {
      x1: drawn.x(from[0]),
      y1: drawn.y(flat ? 0 : from[1]),
      x2: drawn.x(to[0]),
      y2: drawn.y(flat ? 1 : to[1]),
    }),
  );

/**
 * The winners' names, where a region has room for them.
 * @param {View} view @param {Frame} drawn @param {boolean} flat
 */
const names = ({ flips: of }, drawn, flat) =>
  of.regions.map((region) => {
    const xs = region.points.map(([x]) => drawn.x(x));
    const wide = Math.max(...xs) - Math.min(...xs);
    const [x, y] = middleOf(region);
    const [first, second] = region.nodes;
    const more = region.nodes.length - 2;
    const cut = [first, second].map((node) => node && cutName(node, MOST_LETTERS));
    const name = [...cut, more > 0 && `+${more}`].filter(Boolean).join(" ");
    if (name.length * LETTER > wide) return null;
    const place = { x: drawn.x(x), "text-anchor": "middle" };
    const top = drawn.y(flat ? 0.75 : y);
    return [
      svg("text", { ...place, class: "win", y: top }, name),
      second && svg("text", { ...place, y: top + 18 }, t("tie")),
    ];
  });

/**
 * The point goes where the pointer is, for as long as that is down.
 * @param {PointerEvent & {currentTarget: Element}} event @param {Frame} drawn @param {View} view
 * @param {boolean} flat
 */
function drag(event, drawn, view, flat) {
  if (event.button) return;
  event.preventDefault();
  const element = event.currentTarget;
  /** @param {PointerEvent} at @param {boolean} push */
  const move = (at, push) => {
    const [x, y] = drawn.valueAt(at, element);
    goTo(view, flat ? [x, 0] : [x, y], push);
  };
  move(event, true);
  const follow = (/** @type {PointerEvent} */ next) => move(next, false);
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", () => document.removeEventListener("pointermove", follow), {
    once: true,
  });
}

/**
 * @param {View} view @param {[number, number]} to the nearest point of the grid is taken
 * @param {boolean} push
 */
function goTo({ xs, ys }, [x, y], push) {
  /** @param {number[]} values @param {number} value */
  const near = (values, value) =>
    values.reduce(
      (best, candidate) => (Math.abs(candidate - value) < Math.abs(best - value) ? candidate : best),
      values[0],
    );
  url.write({ at: `${near(xs, x)},${near(ys, y)}` }, { push });
}

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {KeyboardEvent} event @param {View} view */
function step(event, { xs, ys, at: [x, y] }) {
  const by = STEPS[event.key];
  if (!by) return;
  event.preventDefault();
  const i = Math.max(0, Math.min(xs.length - 1, xs.indexOf(x) + by[0]));
  const j = Math.max(0, Math.min(ys.length - 1, ys.indexOf(y) + by[1]));
  url.write({ at: `${xs[i]},${ys[j]}` });
}

/** @param {View} view */
const pointWords = ({ setting, at }) =>
  [setting.x, ...(setting.y ? [setting.y] : [])]
    .map(({ setting: name }, i) => `${settingName(name)} ${decimal(at[i])}`)
    .join(", ");

/** @param {View} view @param {[number, number]} at */
function winnerWords({ flips: of }, [x, y]) {
  const nodes = winnersAt(of, x, y);
  if (!nodes.length) return t("no node wins");
  if (nodes.length === 1) return t("{node} wins", { node: nodes[0] });
  const others = nodes.length - MOST_NAMED;
  const rest = others > 0 ? [tn("{n} other node", "{n} other nodes", others)] : [];
  return t("{nodes} tie", { nodes: listOf([...nodes.slice(0, MOST_NAMED), ...rest]) });
}

/** Who wins at the point, by how much, and where that ends. @param {View} view */
function outcome(view) {
  const { sweep, result, flips: of, setting, xs, ys, at } = view;
  const isPresent = at.every((value, i) => value === (of.present[i] ?? 0));
  const flip = nearestFlip(of, at[0], at[1]);
  const places = setting.y ? [xs.indexOf(at[0]), ys.indexOf(at[1])] : [xs.indexOf(at[0])];
  const cell = cellAt(result.axes, places);
  return [
    h(
      "p",
      { "aria-live": "polite" },
      h("span.mute", isPresent ? t("current, {weights}", { weights: pointWords(view) }) : pointWords(view)),
      h("br"),
      h("b", winnerWords(view, at)),
      leadWords(view, isPresent),
    ),
    h(
      "p",
      flip
        ? t("Nearest change: {setting} at {boundary}, so {weight}: {nodes}", {
            setting: settingName(flip.axis === "x" ? setting.x.setting : (setting.y?.setting ?? "")),
            boundary: decimal(flip.boundary),
            weight: flip.weight,
            nodes: listOf(flip.nodes.slice(0, 4)),
          })
        : t("No single weight changes the winner within these values."),
    ),
    h(
      "p.row.wrap",
      h(
        "button.btn",
        {
          onclick: () => openPoint(sweep.id, cell * result.seeds),
        },
        t("Open this run"),
      ),
      flip &&
        h(
          "button.btn",
          {
            onclick: () => tryWeight(view, flip.axis, flip.weight),
          },
          t("Try {weight}", { weight: flip.weight }),
        ),
    ),
  ];
}

/**
 * By how much the winner wins: now beside the best of all others, elsewhere of those that win somewhere.
 * @param {View} view @param {boolean} isPresent
 */
function leadWords({ flips: of, at: [x, y] }, isPresent) {
  const ranked = totalsAt(of, x, y);
  const second = isPresent
    ? { nodes: of.runner_up, total: of.totals[1] }
    : ranked.find(({ total }) => total < ranked[0].total);
  if (!second?.nodes.length) return "";
  const values = {
    total: integer(ranked[0].total),
    others: listOf(second.nodes.slice(0, 4)),
    second: integer(second.total),
  };
  return ` ${t("with {total}; {others}: {second}", values)}`;
}

/**
 * Moves there, or offers the sweep with that weight.
 * @param {View} view @param {"x" | "y"} axis @param {number} weight
 */
function tryWeight({ setting, xs, ys, at }, axis, weight) {
  const values = axis === "x" ? xs : ys;
  if (values.includes(weight)) {
    const next = axis === "x" ? [weight, at[1]] : [at[0], weight];
    return url.write({ at: next.join() }, { push: true });
  }
  const changed = setting[axis];
  if (!changed) return undefined;
  const more = [...changed.values, weight].sort((a, b) => Number(a) - Number(b));
  return openForm({ ...setting, [axis]: { ...changed, values: more } });
}

/** @param {View} view */
function plotOf({ flips: of, setting, at }) {
  return {
    title: t("Where the winner changes: {pod}", { pod: of.pod }),
    data: [
      ...of.regions.map(({ nodes, points }) => ({
        type: "scatter",
        mode: "lines",
        fill: "toself",
        name: nodes.slice(0, 4).join(", "),
        x: [...points, points[0]].map((point) => point[0]),
        y: [...points, points[0]].map((point) => point[1] ?? 0),
        hoverinfo: "name",
      })),
      {
        type: "scatter",
        mode: "markers",
        name: t("the point"),
        x: [at[0]],
        y: [at[1]],
        marker: { size: 12 },
      },
    ],
    layout: {
      xaxis: { title: { text: settingName(setting.x.setting) } },
      yaxis: { title: { text: setting.y ? settingName(setting.y.setting) : "" } },
    },
  };
}
