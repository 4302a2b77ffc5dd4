// A picture as an interactive chart, which Plotly draws on request.

import { watch } from "../../lib/atoms.js";
import { openDialog } from "../../lib/dialog.js";
import { h, island, useLayoutEffect, useRef, useState } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { plotly } from "../../lib/plotly.js";
import { theme, token } from "../../lib/theme.js";

const TALL = 480;

/** @typedef {{title: string, data: object[], layout: Record<string, any>}} Plot */

/** @param {() => Plot} make */
export const plotButton = (make) =>
  h(
    "button.btn.bare.small",
    { onclick: () => open(make()) },
    icon("screen"),
    t("Open as an interactive chart"),
  );

/** @param {Plot} plot */
const open = (plot) => openDialog(plot.title, () => island(Chart, { plot }), "chart-dialog");

/** @param {{plot: Plot}} props */
function Chart({ plot: { title, data, layout } }) {
  const place = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [isFailed, setFailed] = useState(false);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const stop = watch([theme], async () => {
      try {
        const library = await plotly();
        await library.react(element, structuredClone(data), coloured(layout), {
          displayModeBar: true,
          responsive: true,
        });
      } catch {
        setFailed(true);
      }
    });
    return () => {
      stop();
      globalThis.Plotly?.purge(element);
    };
  }, []);
  return isFailed
    ? h("p.mute.row", icon("warn"), t("The chart could not be drawn"))
    : h("div.plot", { ref: place, role: "img", "aria-label": title, style: { minHeight: `${TALL}px` } });
}

/** @param {Record<string, any>} layout */
function coloured({ xaxis, yaxis, ...rest }) {
  const axis = { gridcolor: token("--line"), zerolinecolor: token("--line-2") };
  return {
    height: TALL,
    margin: { l: 60, r: 20, t: 20, b: 60 },
    font: { family: token("--font-ui"), size: 13, color: token("--ink") },
    paper_bgcolor: token("--raised"),
    plot_bgcolor: token("--raised"),
    xaxis: { ...axis, ...xaxis },
    yaxis: { ...axis, ...yaxis },
    ...rest,
  };
}
