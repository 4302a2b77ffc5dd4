// Figures that Plotly draws on the page, in a place that is kept for them; the table of each has the same
// numbers. Plotly is fetched when the first figure comes into sight. A saved file has the tables alone.

import { h } from "../../../lib/dom.js";
import { later } from "../../../lib/later.js";
import { offline } from "../../../net/offline.js";

/** @import { Figure } from "../../../plugins/descriptor.js" */
/** @import { Chart } from "./chart.js" */

const followPlot = later(async () => (await import("./chart.js")).followPlot);

/** @type {WeakMap<Element, Chart>} by its place on the page */
const charts = new WeakMap();

/** @param {Figure} figure */
export function figure({ table, ...chart }) {
  if (offline) return h("figure.figure", table);
  const plot = h("div.plot", {
    role: "group", // with the controls that Plotly adds
    "aria-label": chart.title,
    style: { height: `${chart.height}px` },
  });
  charts.set(plot, chart);
  const inSight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) followPlot(plot, chart);
    else if (plot.isConnected) return;
    inSight.disconnect();
  });
  inSight.observe(plot);
  return h("figure.figure", plot, table);
}

/** The charts whose places are not folded away. */
export const chartsOnPage = () =>
  [...document.querySelectorAll(".plot")].flatMap((plot) =>
    plot instanceof HTMLElement && plot.offsetParent ? (charts.get(plot) ?? []) : [],
  );
