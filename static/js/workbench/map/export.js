// The map as a picture: what is grouped, folded and zoomed now, all of it, with the current step's marks.

import { drawArrows } from "./arrows.js";
import { linked, pointer } from "../core/state.js";
import { draw } from "./draw.js";
import { inks } from "./ink.js";
import { theMap } from "./map.js";
import { drawOverlay } from "./overlay.js";
import { SvgContext } from "./svgcontext.js";

const MOST_PIXELS = 16_000; // of a side: what canvases can be

/** Whether there is a map. */
export const canExportMap = () => Boolean(theMap()?.scene && theMap().layout);

/**
 * @param {"png" | "svg"} kind
 * @returns {Promise<Blob>}
 */
export function exportMap(kind) {
  return kind === "svg" ? svgOf(theMap()) : pngOf(theMap());
}

function paint(c, map) {
  const ink = inks();
  const { height } = map.layout;
  draw(c, ink, map.scene, 0, height);
  const place = (name) => map.place(name);
  drawOverlay(c, ink, map.scene, {
    place,
    hovered: null,
    selected: pointer.get()?.node ?? null,
    cursor: null,
    match: -1,
    domain: null,
    pod: null,
  });
  drawArrows(c, ink, map.scene, linked.get(), place, { top: 0, bottom: height });
}

async function svgOf(map) {
  const c = new SvgContext(new OffscreenCanvas(1, 1).getContext("2d"));
  paint(c, map);
  return new Blob([c.document(map.layout.width, Math.ceil(map.layout.height), inks().surface)], {
    type: "image/svg+xml",
  });
}

async function pngOf(map) {
  const { width, height } = map.layout;
  const ratio = Math.min(2, MOST_PIXELS / height, MOST_PIXELS / width);
  const canvas = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  const c = canvas.getContext("2d");
  c.fillStyle = inks().surface;
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.scale(ratio, ratio);
  paint(c, map);
  return canvas.convertToBlob({ type: "image/png" });
}
