// Figures: what is drawn from the data is there with the text. The server builds the same as an interactive
// chart, which Plotly draws on request (chart.js): its file is large, and nothing of it is loaded before.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { later } from "../../../lib/later.js";
import { offline } from "../../../net/offline.js";

/** @import { Figure } from "../../../plugins/descriptor.js" */
/** @import { Chart } from "./chart.js" */

const openChart = later(async () => (await import("./chart.js")).openChart);

/** @type {WeakMap<Element, Chart>} by the figure on the page */
const charts = new WeakMap();

/** A figure with its interactive chart. @param {Figure} figure */
export function figure({ drawn, ...chart }) {
  const element = h("figure.figure", drawn, chartButton(chart));
  charts.set(element, chart);
  return element;
}

/** The charts of the figures that are in sight. */
export const chartsOnPage = () =>
  [...document.querySelectorAll("figure.figure")].flatMap((element) => {
    const chart = element instanceof HTMLElement && element.offsetParent ? charts.get(element) : null;
    return chart ?? [];
  });

/** Leads from what is drawn to the chart that zooms; a saved file has no Plotly. @param {Chart} chart */
function chartButton(chart) {
  return offline
    ? null
    : h(
        "button.btn.bare.small.open-chart",
        { onclick: () => openChart(chart) },
        icon("screen"),
        t("Open as an interactive chart"),
      );
}
