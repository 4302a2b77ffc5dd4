// What changes with the pointer, above the map: the node, pod and domain that are hovered anywhere on the
// page, the selection, the keyboard's cursor.

import { podRect } from "./card.js";
import { rectOf } from "./layout.js";

/** @import { Ink } from "./ink.js" */
/** @import { Place } from "./layout.js" */
/** @import { Pen } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

/** @typedef {(name: string | null) => Place | undefined} PlaceOf where a node is */

/**
 * @typedef {object} Overlay
 * @property {PlaceOf} place
 * @property {string | null} hovered
 * @property {string | null} selected
 * @property {Place | null | undefined} cursor
 * @property {number} match −1: none
 * @property {{key: string, value: string | null} | null} domain
 * @property {string | null} pod
 */

/** @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Overlay} now */
export function drawOverlay(c, ink, scene, now) {
  if (now.domain) drawDomainEdges(c, ink, scene, now.domain);
  ring(c, scene, now.place(now.hovered), ink.line3, 2);
  ring(c, scene, now.place(now.selected), ink.accent, 2);
  if (now.match >= 0) ring(c, scene, now.place(scene.cluster.nodes[now.match].name), ink.accent, 3);
  if (now.cursor) ring(c, scene, now.cursor, ink.ink, 2);
  if (now.pod) drawPodRing(c, ink, scene, now);
}

/**
 * @param {Pen} c @param {Scene} scene @param {Place | null | undefined} place @param {string} colour
 * @param {number} width
 */
function ring(c, scene, place, colour, width) {
  if (!place) return;
  const { x, y, w, h } = rectOf(scene.layout, place.box, place.index);
  const out = scene.layout.tile.look === "dot" ? 2 : 0;
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.beginPath();
  c.roundRect(
    x + 0.5 - out,
    y + 0.5 - out,
    w - 1 + 2 * out,
    h - 1 + 2 * out,
    scene.layout.tile.look === "card" ? 6 : 2,
  );
  c.stroke();
}

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {{key: string, value: string | null}} domain
 */
function drawDomainEdges(c, ink, { layout }, { key, value }) {
  c.strokeStyle = ink.accentLine;
  c.lineWidth = 2;
  for (const { domain, x, y, w, h } of layout.boxes) {
    if (domain.key !== key || domain.value !== value) continue;
    const out = domain.depth ? 0 : 6;
    c.beginPath();
    c.roundRect(x + 1 - out, y + (domain.depth ? 1 : 4), w - 2 + 2 * out, h - (domain.depth ? 2 : 8), 6);
    c.stroke();
  }
}

/** @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Overlay} now */
function drawPodRing(c, ink, scene, { pod, place }) {
  const index = pod === null ? undefined : scene.cluster.podIndex(pod);
  const node = index === undefined ? undefined : scene.cluster.nodes[scene.fold.placeOf(index)];
  const at = node && place(node.name);
  if (!at) return;
  const rect =
    index !== undefined && at.item.node === node.index
      ? podRect(scene, node.index, rectOf(scene.layout, at.box, at.index), index)
      : null;
  if (!rect || scene.layout.tile.look !== "card") return ring(c, scene, at, ink.accent, 2);
  c.strokeStyle = ink.accent;
  c.lineWidth = 2;
  c.beginPath();
  c.roundRect(rect.x - 1.5, rect.y - 1.5, rect.w + 4, rect.h + 4, 3);
  c.stroke();
}
