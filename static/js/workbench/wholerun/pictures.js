// Charts as files: whatever figures are on the page.

import { $$ } from "../../lib/dom.js";
import { saveUrl } from "../../lib/save.js";

const SCALE = 2; // PNG pixels per CSS pixel

/** @typedef {{title: string, plot: HTMLElement}} Chart */

/** @returns {Chart[]} */
export const charts = () =>
  $$(".plot.js-plotly-plot")
    .filter((plot) => plot.offsetParent)
    .map((plot) => ({ plot, title: (plot.getAttribute("aria-label") ?? "").split(". ")[0] }));

/** @param {Chart} chart */
export const savePng = (chart) => save(chart, "png");
/** @param {Chart} chart */
export const saveSvg = (chart) => save(chart, "svg");

/** @param {Chart} chart @param {"png" | "svg"} format */
async function save({ plot, title }, format) {
  const { clientWidth: width, clientHeight: height } = plot;
  const url = await globalThis.Plotly?.toImage(plot, {
    format,
    width,
    height,
    scale: format === "png" ? SCALE : 1,
  });
  if (url) saveUrl(`${fileName(title)}.${format}`, url);
}

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "chart";
