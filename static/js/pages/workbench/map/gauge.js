// What a node has and what is requested of it, as bars: of full width is what the largest node has, so that
// a small node looks small.

import { RESOURCES } from "../../../model/capacity.js";
import { box } from "./pen.js";

/** @import { Resource } from "../../../model/capacity.js" */
/** @import { Colour, Ink } from "./ink.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Pen } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

/** The height of the bars, at the usual zoom. */
export const GAUGES = 14;

const GAP = 2;
/** @type {Record<Resource, {height: number, colour: Colour}>} at the usual zoom */
const BARS = {
  cpu: { height: 4, colour: "ink2" },
  memory: { height: 4, colour: "ink3" },
  pods: { height: 2, colour: "line3" },
};

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {number} node @param {number} x
 * @param {number} y @param {number} w @param {number} zoom
 */
export function drawGauges(c, ink, { capacity, fold, marks }, node, x, y, w, zoom) {
  for (const resource of RESOURCES) {
    const most = capacity.largest[resource];
    if (!most) continue;
    const { height, colour } = BARS[resource];
    const h = Math.round(height * Math.min(2, zoom));
    const all = (capacity.allocatable[resource][node] / most) * w;
    const used = Math.min(all, (capacity.used(resource, node, fold) / most) * w);
    box(c, x, y, Math.max(1, all), h, 1, ink.line, null);
    const chosen = marks.encoding.kind === "share" && marks.encoding.resource === resource;
    if (used > 0) box(c, x, y, used, h, 1, chosen ? ink.pass : ink[colour], null);
    y += h + GAP;
  }
}

const DIGIT = 8; // pixels

/**
 * The number of the step, and how it compares as a bar.
 * @param {Pen} c @param {Ink} ink @param {Marks} marks @param {number} node @param {string} text
 * @param {number} x @param {number} y @param {number} w
 */
export function drawNumber(c, ink, marks, node, text, x, y, w) {
  c.font = `600 13px ${ink.ui}`;
  c.textBaseline = "middle";
  c.fillStyle = ink.ink;
  c.fillText(text, x, y + 7);
  const left = Math.max(c.measureText(text).width, 3 * DIGIT) + 5;
  const room = w - left;
  if (room < DIGIT) return;
  box(c, x + left, y + 4, room, 5, 1, ink.line, null);
  box(c, x + left, y + 4, Math.max(1, room * marks.level(node)), 5, 1, ink.pass, null);
}
