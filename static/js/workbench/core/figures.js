// Figures: built by the server, drawn by Plotly. Its file is fetched while the page is idle. Evaluating it
// blocks the page for a second and drawing for a tenth: both wait until a figure has stayed on screen for a
// moment. Until Plotly is there the table stands in the figure's place, in a box of its size.

import { loadScript } from "../../lib/assets.js";
import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { afterPaint, whenIdle } from "../../lib/frame.js";
import { language, t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { theme } from "../../lib/theme.js";
import { offline } from "../../net/offline.js";
import { withoutMiddle } from "../../model/names.js";
import { spell, textOf } from "../../model/spelling.js";
import { ask } from "./data.js";
import { nodeNames, podNames } from "./names.js";
import { theRun } from "./state.js";

const PLOTLY = "/static/vendor/plotly/plotly.min.js";

const SETTLED_MS = 200;

// The texts of a figure are the server's; the language in the address keeps cached figures apart.
const IN_LANGUAGE = language === "en" ? "" : `&language=${language}`;

/** @import { Figure } from "../../plugins/descriptor.js" */

/** @import { Figure as Drawn } from "../../types/api.js" */

const task = (milliseconds = 0) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Fetches Plotly's file when the browser is idle. */
export function prefetchPlotly() {
  if (!navigator.connection?.saveData && !offline)
    whenIdle(() => document.head.append(h("link", { rel: "prefetch", as: "script", href: PLOTLY })));
}

/**
 * Plotly, for a figure that stays on screen; null when it has left meanwhile: the reader steps on, and
 * drawing would delay that.
 * @param {HTMLElement} plot
 */
async function plotly(plot) {
  await task(SETTLED_MS);
  if (!plot.isConnected) return null;
  if (!globalThis.Plotly) {
    await loadScript(PLOTLY);
    await task();
  }
  return plot.isConnected ? globalThis.Plotly : null;
}

// The last plots by what they show: one that comes back with its panel is there at once. It has colours of
// its own, and is drawn again in the other theme.
const MOST = 12;
/** @typedef {{plot: PlotlyElement, draw: () => void}} Plot */
/** @type {Map<string, Plot>} */
const plots = new Map();

effect([theme], () => {
  for (const [of, { plot, draw }] of plots) {
    if (plot.isConnected) draw();
    else forget(of);
  }
});

/** @param {string} of what it shows @param {Plot} drawn */
function keep(of, drawn) {
  plots.delete(of);
  plots.set(of, drawn);
  for (const oldest of [...plots.keys()].slice(0, -MOST)) forget(oldest);
}

/** @param {string} of what it shows */
function forget(of) {
  const drawn = plots.get(of);
  if (drawn) globalThis.Plotly?.purge(drawn.plot);
  plots.delete(of);
}

/** @typedef {"Chart" | "Table"} Kind */
/** @type {Map<string, Kind>} by the figure's name, without numbers */
const choices = new Map();
/** @type {Kind[]} */
const KINDS = ["Chart", "Table"];
const KIND_NAMES = { Chart: t("Chart"), Table: t("Table") };

/** @typedef {Pick<Figure, "height" | "pick">} Drawing */

/** @param {Figure} options */
export function figure({
  cycle,
  name,
  query = "",
  title,
  summary,
  table,
  height,
  beside = null,
  both = false,
  pick,
}) {
  const of = `/runs/${theRun().id}${cycle === null ? "" : `/cycles/${cycle}`}/figures/${name}?${query && `${query}&`}`;
  /** @type {PlotlyElement} */
  const plot =
    plots.get(of)?.plot ??
    h("div", {
      class: "plot",
      role: "img",
      "aria-label": `${title}. ${summary}`,
      style: { minHeight: `${height}px` },
    });
  const chart = h("div", { class: beside ? "two" : "" }, plot, beside);
  const cells = h("div", { class: "cells" });
  const meanwhile = table && !both && !globalThis.Plotly ? h("div", { class: "meanwhile" }, table()) : null;
  const body = h("div", { class: "figure-b" }, chart, cells, meanwhile);
  const kind = name.replace(/\d+$/, "");
  // A saved file has no Plotly: the table has the same data.
  const kindNow = () => (offline && table ? "Table" : both ? "Chart" : (choices.get(kind) ?? "Chart"));
  const buttons =
    both || !table || offline
      ? []
      : KINDS.map((each) =>
          h(
            "button",
            { type: "button", dataset: { kind: each }, onclick: () => choose(each) },
            KIND_NAMES[each],
          ),
        );
  const apply = () => {
    chart.hidden = kindNow() !== "Chart";
    cells.hidden = !table || (!both && kindNow() !== "Table");
    if (!cells.hidden && !cells.childElementCount) replace(cells, table?.());
    buttons.forEach((button) =>
      button.setAttribute("aria-pressed", String(button.dataset.kind === kindNow())),
    );
    if (chart.hidden) meanwhile?.remove();
    else draw().then(() => meanwhile?.remove());
  };
  /** @param {Kind} label */
  const choose = (label) => {
    choices.set(kind, label);
    apply();
  };
  const draw = () =>
    drawInto(plot, of, `${of}theme=${theme.get()}${IN_LANGUAGE}`, {
      height,
      pick,
      showTable: () => void (both || choose("Table")),
    });
  keep(of, { plot, draw: () => chart.hidden || draw() });
  apply();
  return h(
    "figure",
    { class: "figure" },
    buttons.length
      ? h(
          "div",
          { class: "seg figure-seg", role: "group", "aria-label": t("{title}: show as", { title }) },
          buttons,
        )
      : null,
    body,
  );
}

/**
 * @param {PlotlyElement} plot @param {string} of what it shows @param {string} path where the figure is
 * @param {Drawing & {showTable: () => void}} drawing
 */
async function drawInto(plot, of, path, { height, pick, showTable }) {
  if (plot.dataset.path === path) return afterPaint(() => fit(plot));
  plot.dataset.path = path;
  try {
    const [library, answer] = await Promise.all([plotly(plot), ask(path)]);
    const { data, layout, config } = /** @type {Drawn} */ (answer);
    if (plot.dataset.path !== path) return;
    if (!library) return void delete plot.dataset.path; // to be drawn when it comes back
    await library.react(
      plot,
      structuredClone(data),
      { ...withShortNames(structuredClone(layout)), height },
      { displayModeBar: false, responsive: true, ...config },
    );
    if (!pick || plot.dataset.picks) return;
    plot.dataset.picks = "true";
    plot.on?.("plotly_click", ({ points: [point] }) => pick(point.x, point.y));
  } catch {
    plots.delete(of);
    plot.classList.add("missing");
    replace(
      plot,
      h(
        "p",
        { class: "mute t12 row" },
        icon("warn"),
        t("The chart could not be drawn"),
        h("button", { type: "button", class: "btn", onclick: showTable }, t("Show the table")),
      ),
    );
  }
}

const LONGEST_TICK = 26; // characters

/**
 * Names at the axes and in notes as the other views show them; what appears on hover is whole.
 * @param {Drawn["layout"]} layout @returns {Drawn["layout"]}
 */
function withShortNames(layout) {
  /** @param {string} text */
  const short = (text) => textOf(spell(text, () => [nodeNames(), podNames()]));
  const { annotations = [], ...parts } = /** @type {Record<string, any>} */ (layout);
  for (const [key, part] of Object.entries(parts))
    if (/^[xy]axis/.test(key) && part.ticktext)
      part.ticktext = part.ticktext.map((/** @type {string} */ text) =>
        withoutMiddle(short(text), LONGEST_TICK),
      );
  for (const note of annotations) note.text = short(note.text);
  return layout;
}

/** The pane may have another width than when it was drawn. @param {HTMLElement} plot */
function fit(plot) {
  const drawing = plot.querySelector(".main-svg");
  if (plot.isConnected && drawing && drawing.clientWidth !== plot.clientWidth)
    globalThis.Plotly?.Plots.resize(plot);
}
