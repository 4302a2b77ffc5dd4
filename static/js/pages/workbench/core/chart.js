// Figures: the server describes them, Plotly draws them.

import { h, replace } from "../../../lib/dom.js";
import { language, t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { plotly } from "../../../lib/plotly.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { saveUrl } from "../../../lib/save.js";
import { theme } from "../../../lib/theme.js";
import { partsOf } from "../../../model/names.js";
import { ask } from "./data.js";
import { theRun } from "./state.js";

/** @import { Figure as Drawn } from "../../../types/api.js" */
/** @import { Figure } from "../../../plugins/descriptor.js" */

/** @typedef {Omit<Figure, "table">} Chart */

const SCALE = 2; // PNG pixels per CSS pixel
const LONGEST_TICK = 26; // characters
const PICTURE = "M3 2h10a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zm1 9h8L9 6l-2 3-1-1z";

// The texts of a figure are the server's; the language in the address keeps cached figures apart.
const IN_LANGUAGE = language === "en" ? "" : `&language=${language}`;

/** Plotly's own words in the reader's language. */
const WORDS = {
  Zoom: t("Zoom"),
  Pan: t("Move"),
  "Zoom in": t("Zoom in"),
  "Zoom out": t("Zoom out"),
  "Reset axes": t("Show all"),
};

/**
 * Draws a figure in its place, in the theme and the width of the page.
 * @param {HTMLElement} plot @param {Chart} chart
 */
export function followPlot(plot, chart) {
  redrawWhileMounted(plot, () => draw(plot, chart, theme.get()));
  const resized = new ResizeObserver(() => {
    if (plot.isConnected && plot.offsetParent) globalThis.Plotly?.Plots.resize(plot);
    else if (!plot.isConnected) {
      resized.disconnect();
      globalThis.Plotly?.purge(plot);
    }
  });
  resized.observe(plot);
}

/** @param {HTMLElement} plot @param {Chart} chart @param {string} inTheme */
async function draw(plot, chart, inTheme) {
  try {
    const [library, drawing] = await Promise.all([plotly(), drawingOf(chart, inTheme)]);
    if (!plot.isConnected || theme.get() !== inTheme) return;
    await library.react(plot, drawing.data, drawing.layout, { ...drawing.config, ...controls(chart) });
    describe(plot, chart);
  } catch {
    replace(plot, h("p.mute.row", icon("warn"), t("The chart could not be drawn")));
  }
}

/** What Plotly draws in layers is one picture. @param {HTMLElement} plot @param {Chart} chart */
function describe(plot, { summary }) {
  const [picture, ...layers] = plot.querySelectorAll(".main-svg");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", summary);
  for (const layer of layers) layer.setAttribute("aria-hidden", "true");
}

/** @param {Chart} chart */
const controls = (chart) => ({
  locale: "page",
  locales: { page: { dictionary: WORDS, format: {} } },
  modeBarButtons: [
    ["zoom2d", "pan2d", "zoomIn2d", "zoomOut2d", "resetScale2d"],
    [download(chart, "png"), download(chart, "svg")],
  ],
});

/** @param {Chart} chart @param {"png" | "svg"} format */
const download = (chart, format) => ({
  name: format,
  title: format === "png" ? t("Save as PNG") : t("Save as SVG"),
  icon: { width: 16, height: 16, path: PICTURE },
  click: () => saveChart(chart, format),
});

/** Saves a figure as a picture. @param {Chart} chart @param {"png" | "svg"} format */
export async function saveChart(chart, format) {
  const [library, { data, layout }] = await Promise.all([plotly(), drawingOf(chart, theme.get())]);
  const plot = h("div.vh");
  document.body.append(plot);
  try {
    const size = { width: 720, height: chart.height, scale: format === "png" ? SCALE : 1 };
    await library.react(plot, data, { ...layout, ...size }, {});
    saveUrl(`${fileName(chart.title)}.${format}`, await library.toImage(plot, { format, ...size }));
  } finally {
    library.purge(plot);
    plot.remove();
  }
}

/** @param {string} title */
const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "chart";

/** What the server draws, which Plotly may change. @param {Chart} chart @param {string} inTheme */
async function drawingOf({ cycle, name, query = "", height }, inTheme) {
  const of = `/runs/${theRun().id}/cycles/${cycle}/figures/${name}`;
  const answer = await ask(`${of}?${query && `${query}&`}theme=${inTheme}${IN_LANGUAGE}`);
  const { data, layout, config } = structuredClone(/** @type {Drawn} */ (answer));
  const dragmode = matchMedia("(pointer: coarse)").matches ? false : "zoom"; // a finger scrolls the page
  return { data, layout: { ...withCutTicks(layout), height, dragmode }, config };
}

/**
 * Names at the axes with the end that tells them apart; what appears on hover is whole.
 * @param {Drawn["layout"]} layout @returns {Drawn["layout"]}
 */
function withCutTicks(layout) {
  for (const [key, part] of Object.entries(/** @type {Record<string, any>} */ (layout)))
    if (/^[xy]axis/.test(key) && part.ticktext) part.ticktext = part.ticktext.map(endOf);
  return layout;
}

/** @param {string} name */
function endOf(name) {
  if (name.length <= LONGEST_TICK) return name;
  const { head, tail } = partsOf(name);
  const host = head + tail;
  return host.length <= LONGEST_TICK ? host : `…${host.slice(1 - LONGEST_TICK)}`;
}
