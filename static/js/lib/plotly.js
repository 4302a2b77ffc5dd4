// Plotly, whose file is large: nothing of it is loaded before a chart is asked for.

import { loadScript } from "./assets.js";

const PLOTLY = "/static/vendor/plotly/plotly.min.js";

export async function plotly() {
  if (!globalThis.Plotly) await loadScript(PLOTLY);
  if (!globalThis.Plotly) throw new Error("Plotly is not there");
  return globalThis.Plotly;
}
