// The map as a picture: all of it, as grouped, folded and zoomed now, with the current step's marks.

import { drawArrows } from "./arrows.js";
import { linked, pointer } from "../core/state.js";
import { draw } from "./draw.js";
import { inks } from "./ink.js";
import { theMap } from "./map.js";
import { drawOverlay } from "./overlay.js";
import { SvgContext } from "./svgcontext.js";

/** @import { PlaceOf } from "./overlay.js" */
/** @import { Pen } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

const MOST_PIXELS = 16_000; // of a side: the limit of canvases

/** @typedef {{scene: Scene, place: PlaceOf}} Drawn */

/** @returns {Drawn | null} the map, once it is drawn */
function drawn() {
  const map = theMap();
  return map?.scene && map.layout ? { scene: map.scene, place: (name) => map.place(name) } : null;
}

/** Whether there is a map. */
export const canExportMap = () => drawn() !== null;

/** @param {"png" | "svg"} kind @returns {Promise<Blob>} */
export function exportMap(kind) {
  const map = drawn();
  if (!map) throw new Error("there is no map");
  return kind === "svg" ? svgOf(map) : pngOf(map);
}

/** @param {Pen} c @param {Drawn} map */
function paint(c, { scene, place }) {
  const ink = inks();
  const { height } = scene.layout;
  draw(c, ink, scene, 0, height);
  drawOverlay(c, ink, scene, {
    place,
    hovered: null,
    selected: pointer.get()?.node ?? null,
    cursor: null,
    match: -1,
    domain: null,
    pod: null,
  });
  drawArrows(c, ink, scene, linked.get(), place, { top: 0, bottom: height });
}

/** @param {Drawn} map */
async function svgOf(map) {
  const c = new SvgContext(new OffscreenCanvas(1, 1).getContext("2d"));
  paint(c, map);
  return new Blob([c.document(map.scene.layout.width, Math.ceil(map.scene.layout.height), inks().surface)], {
    type: "image/svg+xml",
  });
}

/** @param {Drawn} map */
async function pngOf(map) {
  const { width, height } = map.scene.layout;
  const ratio = Math.min(2, MOST_PIXELS / height, MOST_PIXELS / width);
  const canvas = new OffscreenCanvas(Math.round(width * ratio), Math.round(height * ratio));
  const c = canvas.getContext("2d");
  if (!c) throw new Error("no canvas of this size");
  c.fillStyle = inks().surface;
  c.fillRect(0, 0, canvas.width, canvas.height);
  c.scale(ratio, ratio);
  paint(c, map);
  return canvas.convertToBlob({ type: "image/png" });
}
