// Charts as files: those of the figures that are on the page.

import { saveUrl } from "../../../lib/save.js";
import { chartImage } from "../core/chart.js";
import { chartsOnPage } from "../core/figures.js";

/** @import { Chart } from "../core/chart.js" */

export const charts = chartsOnPage;

/** @param {Chart} chart */
export const savePng = (chart) => save(chart, "png");
/** @param {Chart} chart */
export const saveSvg = (chart) => save(chart, "svg");

/** @param {Chart} chart @param {"png" | "svg"} format */
const save = async (chart, format) =>
  saveUrl(`${fileName(chart.title)}.${format}`, await chartImage(chart, format));

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "chart";
