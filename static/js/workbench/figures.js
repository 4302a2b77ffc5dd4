// Figures: built by the server, drawn by Plotly, which is loaded when the first one is shown. Each has its table beside it.

import { loadScript } from "../lib/assets.js";
import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { theme } from "../lib/theme.js";
import { ask } from "./data.js";
import { run } from "./state.js";

const PLOTLY = "/static/vendor/plotly/plotly.min.js";

async function plotly() {
  await loadScript(PLOTLY);
  return globalThis.Plotly;
}

const choices = new Map();

/**
 * @param {{cycle: number, name: string, query?: string, title: string, summary: string, table?: () => any, height?: number, beside?: any, both?: boolean, pick?: (column: number, row: number) => void}} options
 *   `table` says the same in cells; with `both` the two are shown together.
 */
export function figure({ cycle, name, query = "", title, summary, table, height = 240, beside = null, both = false, pick }) {
  const plot = h("div", { class: "plot", role: "img", "aria-label": `${title}. ${summary}`, style: { minHeight: `${height}px` } });
  const chart = h("div", { class: beside ? "two" : "" }, plot, beside);
  const cells = h("div", { class: "cells" });
  const body = h("div", { class: "figure-b" }, chart, cells);
  const kind = name.replace(/\d+$/, "");
  const shown = () => (both ? "Chart" : (choices.get(kind) ?? "Chart"));
  const buttons = both || !table ? [] : ["Chart", "Table"].map((label) => h("button", { type: "button", onclick: () => choose(label) }, label));
  const apply = () => {
    chart.hidden = shown() !== "Chart";
    cells.hidden = !table || (!both && shown() !== "Table");
    if (!cells.hidden && !cells.childElementCount) replace(cells, table());
    buttons.forEach((button) => button.setAttribute("aria-pressed", String(button.textContent === shown())));
    if (!chart.hidden) draw();
  };
  const choose = (label) => {
    choices.set(kind, label);
    apply();
  };
  const draw = () => drawInto(plot, `/runs/${run.get().id}/cycles/${cycle}/figures/${name}?theme=${theme.get()}${query}`, () => both || choose("Table"), pick);
  apply();
  watchTheme(plot, () => !chart.hidden && draw());
  return h("figure", { class: "figure" }, buttons.length ? h("div", { class: "seg figure-seg", role: "group", "aria-label": `${title}: show as` }, buttons) : null, body);
}

async function drawInto(plot, path, showTable, pick) {
  if (plot.dataset.path === path) return;
  plot.dataset.path = path;
  try {
    const [Plotly, { data, layout, config }] = await Promise.all([plotly(), ask(path)]);
    if (plot.dataset.path !== path) return;
    plot.style.minHeight = `${layout.height}px`;
    await Plotly.react(plot, structuredClone(data), structuredClone(layout), { displayModeBar: false, responsive: true, ...config });
    if (!pick || plot.dataset.picks) return;
    plot.dataset.picks = "true";
    plot.on("plotly_click", ({ points: [point] }) => pick(point.x, point.y));
  } catch (error) {
    delete plot.dataset.path;
    plot.classList.add("missing");
    replace(plot, h("p", { class: "mute t12 row" }, icon("warn"), "The chart could not be drawn", h("button", { type: "button", class: "btn", onclick: showTable }, "Show the table")));
  }
}

// A figure has colours of its own: it is asked for again in the other theme, and forgotten when it has left the page.
function watchTheme(plot, redraw) {
  let first = true;
  const stop = effect([theme], () => {
    if (first) return void (first = false);
    if (plot.isConnected) redraw();
    else {
      globalThis.Plotly?.purge?.(plot);
      stop();
    }
  });
}
