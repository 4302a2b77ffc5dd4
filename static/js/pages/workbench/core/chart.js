// Interactive charts: the server describes them, Plotly draws them.

import { watch } from "../../../lib/atoms.js";
import { openDialog } from "../../../lib/dialog.js";
import { h, replace } from "../../../lib/dom.js";
import { ended, language, t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { plotly } from "../../../lib/plotly.js";
import { theme } from "../../../lib/theme.js";
import { cutName } from "../../../model/names.js";
import { ask } from "./data.js";
import { theRun } from "./state.js";

/** @import { Figure as Drawn } from "../../../types/api.js" */
/** @import { Figure } from "../../../plugins/descriptor.js" */

/** @typedef {Pick<Figure, "cycle" | "name" | "query" | "title" | "summary" | "height" | "pick">} Chart */

const SCALE = 2; // PNG pixels per CSS pixel
const LONGEST_TICK = 26; // characters

// The texts of a figure are the server's; the language in the address keeps cached figures apart.
const IN_LANGUAGE = language === "en" ? "" : `&language=${language}`;

/** Opens it in a dialog. @param {Chart} chart */
export function openChart(chart) {
  const plot = /** @type {PlotlyElement} */ (
    h("div.plot", {
      role: "img",
      "aria-label": `${ended(chart.title)} ${chart.summary}`,
      style: { minHeight: `${chart.height}px` },
    })
  );
  const dialog = openDialog(chart.title, () => plot, "chart-dialog");
  const stop = watch([theme], () => drawInto(plot, chart));
  dialog.addEventListener("close", () => {
    stop();
    globalThis.Plotly?.purge(plot);
  });
  if (chart.pick) pickIn(plot, chart.pick, () => dialog.close());
}

/** @param {PlotlyElement} plot @param {NonNullable<Chart["pick"]>} pick @param {() => void} close */
function pickIn(plot, pick, close) {
  plot.addEventListener(
    "plotly-drawn",
    () =>
      plot.on?.("plotly_click", ({ points: [point] }) => {
        close();
        pick(point.x, point.y);
      }),
    { once: true },
  );
}

/** @param {PlotlyElement} plot @param {Chart} chart */
async function drawInto(plot, chart) {
  try {
    const [library, { data, layout, config }] = await Promise.all([plotly(), drawingOf(chart)]);
    if (!plot.isConnected) return;
    await library.react(plot, data, layout, { displayModeBar: true, responsive: true, ...config });
    plot.dispatchEvent(new Event("plotly-drawn"));
  } catch {
    replace(plot, h("p.mute.row", icon("warn"), t("The chart could not be drawn")));
  }
}

/** A chart as a picture, as an address of its data. @param {Chart} chart @param {"png" | "svg"} format */
export async function chartImage(chart, format) {
  const [library, { data, layout }] = await Promise.all([plotly(), drawingOf(chart)]);
  const plot = h("div.vh");
  document.body.append(plot);
  try {
    const size = { width: 720, height: chart.height, scale: format === "png" ? SCALE : 1 };
    await library.react(plot, data, { ...layout, ...size }, {});
    return await library.toImage(plot, { format, ...size });
  } finally {
    library.purge(plot);
    plot.remove();
  }
}

/** What the server draws, which Plotly may change. @param {Chart} chart */
async function drawingOf({ cycle, name, query = "", height }) {
  const of = `/runs/${theRun().id}${cycle === null ? "" : `/cycles/${cycle}`}/figures/${name}`;
  const answer = await ask(`${of}?${query && `${query}&`}theme=${theme.get()}${IN_LANGUAGE}`);
  const { data, layout, config } = structuredClone(/** @type {Drawn} */ (answer));
  return { data, layout: { ...withCutTicks(layout), height }, config };
}

/**
 * Names at the axes in as many characters as have room; what appears on hover is whole.
 * @param {Drawn["layout"]} layout @returns {Drawn["layout"]}
 */
function withCutTicks(layout) {
  for (const [key, part] of Object.entries(/** @type {Record<string, any>} */ (layout)))
    if (/^[xy]axis/.test(key) && part.ticktext)
      part.ticktext = part.ticktext.map((/** @type {string} */ text) => cutName(text, LONGEST_TICK));
  return layout;
}
