// The strokes that the map is drawn with. `c` is a canvas' context or the recorder of svgcontext.js, which
// knows the calls that are used here and no others.

import { withoutMiddle } from "../../../model/names.js";

/** @import { SvgContext } from "./svgcontext.js" */
/** @import { Colour, Ink } from "./ink.js" */

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | SvgContext} Pen */
/** @typedef {"pass" | "rejected" | "unresolvable" | "error" | "outside" | "unevaluated"} Glyph */
/** @typedef {{x: number, y: number, w: number, h: number}} Rect */

/** @type {Record<Glyph, {path: string, colour: Colour, dash?: number[]}>} */
export const GLYPHS = {
  pass: { path: "M3 8.5 6.5 12 13 4.5", colour: "pass" },
  rejected: { path: "M4 4l8 8M12 4l-8 8", colour: "reject" },
  unresolvable: { path: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0M4.2 11.8 11.8 4.2", colour: "unres" },
  error: { path: "M8 3v6.5M8 12.6v.2", colour: "error" },
  outside: { path: "M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0", colour: "mute", dash: [2.2, 2.4] },
  unevaluated: { path: "M3.4 8h.2M7.9 8h.2M12.4 8h.2", colour: "mute" },
};
/** What else is to be seen on a node, in the same box of 16 by 16. */
export const MARKS = {
  cordon: "M2.5 3.5v9M13.5 3.5v9M2.5 8h11",
  volume: "M3 4.5c0-2 10-2 10 0s-10 2-10 0v7c0 2 10 2 10 0v-7",
};

/** @type {number[]} */
const SOLID = [];

/** @type {Map<string, Path2D>} by what they draw */
const paths = new Map();

/**
 * @param {Pen} c @param {Ink} ink @param {Glyph} name @param {number} x @param {number} y
 * @param {number} size
 */
export function drawGlyph(c, ink, name, x, y, size) {
  const { path, colour, dash } = GLYPHS[name];
  drawPath(c, path, x, y, size, ink[colour], 2, dash);
}

/**
 * @param {Pen} c @param {Ink} ink @param {keyof typeof MARKS} name @param {number} x @param {number} y
 * @param {number} size
 */
export const drawMark = (c, ink, name, x, y, size) => drawPath(c, MARKS[name], x, y, size, ink.ink3, 1.75);

/**
 * @param {Pen} c @param {string} path @param {number} x @param {number} y @param {number} size
 * @param {string} colour @param {number} width @param {number[]} [dash]
 */
function drawPath(c, path, x, y, size, colour, width, dash = SOLID) {
  c.save();
  c.translate(x, y);
  c.scale(size / 16, size / 16);
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.lineCap = "round";
  c.lineJoin = "round";
  c.setLineDash(dash);
  if ("strokePath" in c) c.strokePath(path);
  else c.stroke(pathOf(path));
  c.restore();
}

/** @param {string} drawn */
function pathOf(drawn) {
  const path = paths.get(drawn) ?? new Path2D(drawn);
  paths.set(drawn, path);
  return path;
}

/**
 * @param {Pen} c @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {number} radius @param {string | null} fill @param {string | null} stroke @param {number} [width]
 */
export function box(c, x, y, w, h, radius, fill, stroke, width = 1) {
  c.beginPath();
  c.roundRect(x, y, w, h, radius);
  if (fill) {
    c.fillStyle = fill;
    c.fill();
  }
  if (!stroke) return;
  c.strokeStyle = stroke;
  c.lineWidth = width;
  c.stroke();
}

/** @param {Pen} c @param {string} colour @param {number} x @param {number} y @param {number} width */
export function line(c, colour, x, y, width) {
  c.fillStyle = colour;
  c.fillRect(x, y - 0.5, width, 1);
}

/**
 * Draws within a rounded rectangle only.
 * @param {Pen} c @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {number} radius @param {() => void} run
 */
export function within(c, x, y, w, h, radius, run) {
  c.save();
  c.beginPath();
  c.roundRect(x, y, w, h, radius);
  c.clip();
  run();
  c.restore();
}

/**
 * @param {Pen} c @param {string} colour @param {number} x @param {number} y @param {number} w
 * @param {number} h @param {number} gap
 */
export function diagonal(c, colour, x, y, w, h, gap) {
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.beginPath();
  for (let d = -h; d < w; d += gap) {
    c.moveTo(x + d, y + h);
    c.lineTo(x + d + h, y);
  }
  c.stroke();
}

/**
 * Patterns of the domains' letters.
 * @type {((c: Pen, colour: string, x: number, y: number, w: number, h: number) => void)[]}
 */
export const PATTERNS = [
  (c, colour, x, y, w, h) => diagonal(c, colour, x, y, w, h, 5),
  (c, colour, x, y, w, h) => {
    c.fillStyle = colour;
    for (let i = 2; i < w; i += 4) for (let j = 2; j < h; j += 4) c.fillRect(x + i, y + j, 1.5, 1.5);
  },
  (c, colour, x, y, w, h) => {
    for (let j = 2; j < h; j += 4) line(c, colour, x, y + j + 0.5, w);
  },
  () => {},
];

/**
 * The outline of a pod's shape, to be filled or stroked.
 * @param {Pen} c @param {string} shape @param {number} x @param {number} y @param {number} size
 */
export function outline(c, shape, x, y, size) {
  const r = size / 2;
  const [mx, my] = [x + r, y + r];
  c.beginPath();
  if (shape === "circle") c.arc(mx, my, r, 0, 2 * Math.PI);
  else if (shape === "square") c.roundRect(x, y, size, size, Math.min(2, size / 4));
  else polygon(c, POLYGONS[shape], mx, my, r);
  c.closePath();
}

/** @type {Record<string, number[]>} */
const POLYGONS = {
  triangle: [0, -1.05, 1.05, 0.85, -1.05, 0.85],
  diamond: [0, -1.15, 1.15, 0, 0, 1.15, -1.15, 0],
  hexagon: [-1.1, 0, -0.55, -1, 0.55, -1, 1.1, 0, 0.55, 1, -0.55, 1],
  cross: [
    -0.4, -1, 0.4, -1, 0.4, -0.4, 1, -0.4, 1, 0.4, 0.4, 0.4, 0.4, 1, -0.4, 1, -0.4, 0.4, -1, 0.4, -1, -0.4,
    -0.4, -0.4,
  ],
};

/** @param {Pen} c @param {number[]} points @param {number} mx @param {number} my @param {number} r */
function polygon(c, points, mx, my, r) {
  c.moveTo(mx + points[0] * r, my + points[1] * r);
  for (let i = 2; i < points.length; i += 2) c.lineTo(mx + points[i] * r, my + points[i + 1] * r);
}

/** @type {Map<string, string>} */
const cuts = new Map();
const MOST_CUTS = 5000;

/**
 * The text, without its middle if it does not fit.
 * @param {Pen} c @param {string} text @param {number} room
 * @param {(text: string, width: number) => string} [shorten] `cutName` for names
 */
export function cut(c, text, room, shorten = withoutMiddle) {
  const key = `${c.font}|${text}|${Math.round(room)}`;
  const cached = cuts.get(key);
  if (cached !== undefined) return cached;
  let n = text.length;
  while (n > 2 && c.measureText(shorten(text, n)).width > room) n--;
  const short = shorten(text, n);
  if (cuts.size > MOST_CUTS) cuts.clear();
  cuts.set(key, short);
  return short;
}
