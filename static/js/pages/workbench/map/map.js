// The topology map: nodes by domain, pods on them, verdict or score of the current step. A canvas that draws
// what is in sight; one tab stop, arrows move over the nodes, Enter selects, Shift+Enter unfolds.

import { effect, watch } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { afterPaint } from "../../../lib/frame.js";
import { t } from "../../../lib/i18n.js";
import { theme } from "../../../lib/theme.js";
import {
  cluster,
  grouping,
  hovered,
  hoveredDomain,
  hoveredPod,
  linked,
  log,
  pointer,
  run,
  view,
} from "../core/state.js";
import { menuHandle } from "../../../parts/menuHandle.js";
import { weightOverrides } from "../core/trial.js";
import { matches } from "./find.js";
import { listenTo } from "./input.js";
import { colouring, folding, match, unfolded, zoom } from "./settings.js";
import { MapView } from "./mapview.js";

/** @type {MapView | null} */
let mounted = null;

/** The map of the page, for its toolbar and for exports. */
export const theMap = () => mounted;

/** @param {HTMLElement} element the pane's scrolling body */
export function mountMap(element) {
  const canvas = h("canvas", { "aria-hidden": "true" });
  const option = h("div.vh", { role: "option", id: "map-option" });
  const tip = h("div.map-tip", { hidden: true });
  const list = h(
    "div.map-list",
    { role: "listbox", tabindex: "0", "aria-label": t("Nodes by domain") },
    canvas,
    option,
  );
  const waiting = h("p.waiting.mute.t12");
  const handle = menuHandle();
  replace(element, waiting, list, handle, tip);
  effect(() => {
    const loaded = cluster.get();
    const showing = run.get();
    waiting.hidden = Boolean(loaded);
    list.hidden = !loaded;
    waiting.textContent = showing
      ? t("Loading the cluster…")
      : t("The nodes appear here with the first run.");
  });
  const map = new MapView({ element, list, canvas, option, handle, tip });
  mounted = map;
  listenTo(map);
  watch([cluster], () => {
    unfolded.set(new Set());
    map.cursor = null;
  });
  watch([cluster, grouping, folding, unfolded, weightOverrides], () => map.refresh());
  watch([zoom], () => map.resize(map.width, map.height));
  watch([log, pointer, view, matches], () => map.step(), afterPaint); // the step itself first
  watch([colouring], () => map.step());
  watch([theme], () => map.redraw());
  document.fonts.addEventListener("loadingdone", () => map.redraw()); // drawn with those that were there
  watch([hovered, hoveredDomain, hoveredPod, linked, match], () => map.paint());
  element.addEventListener("scroll", () => map.paint(), { passive: true });
  new ResizeObserver(([{ contentRect }]) => map.resize(contentRect.width, contentRect.height)).observe(
    element,
  );
}
