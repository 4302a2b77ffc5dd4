// The strokes that the map is drawn with. `c` is a canvas' context or the recorder of svgcontext.js, which knows the calls
// that are used here and no others.

export const GLYPHS = {
  pass: { path: "M3 8.5 6.5 12 13 4.5", colour: "pass" },
  rejected: { path: "M4 4l8 8M12 4l-8 8", colour: "reject" },
  unresolvable: { path: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0M4.2 11.8 11.8 4.2", colour: "unres" },
  error: { path: "M8 3v6.5M8 12.6v.2", colour: "error" },
  outside: { path: "M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0", colour: "mute", dash: [2.2, 2.4] },
  unevaluated: { path: "M3.4 8h.2M7.9 8h.2M12.4 8h.2", colour: "mute" },
};
const SOLID = [];

const paths = new Map();

export function drawGlyph(c, ink, name, x, y, size) {
  const glyph = GLYPHS[name];
  if (!glyph) return;
  c.save();
  c.translate(x, y);
  c.scale(size / 16, size / 16);
  c.strokeStyle = ink[glyph.colour];
  c.lineWidth = 2;
  c.lineCap = "round";
  c.lineJoin = "round";
  c.setLineDash(glyph.dash ?? SOLID);
  if (c.strokePath) c.strokePath(glyph.path);
  else {
    if (!paths.has(name)) paths.set(name, new Path2D(glyph.path));
    c.stroke(paths.get(name));
  }
  c.restore();
}

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

export function line(c, colour, x, y, width) {
  c.fillStyle = colour;
  c.fillRect(x, y - 0.5, width, 1);
}

/** Draws within a rounded rectangle only. */
export function within(c, x, y, w, h, radius, run) {
  c.save();
  c.beginPath();
  c.roundRect(x, y, w, h, radius);
  c.clip();
  run();
  c.restore();
}

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

/** Patterns of the domains' letters. */
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

/** The outline of a pod's shape, to be filled or stroked. */
export function outline(c, shape, x, y, size) {
  const r = size / 2;
  const [mx, my] = [x + r, y + r];
  c.beginPath();
  if (shape === "circle") c.arc(mx, my, r, 0, 2 * Math.PI);
  else if (shape === "square") c.roundRect(x, y, size, size, Math.min(2, size / 4));
  else polygon(c, POLYGONS[shape], mx, my, r);
  c.closePath();
}

const POLYGONS = {
  triangle: [0, -1.05, 1.05, 0.85, -1.05, 0.85],
  diamond: [0, -1.15, 1.15, 0, 0, 1.15, -1.15, 0],
  hexagon: [-1.1, 0, -0.55, -1, 0.55, -1, 1.1, 0, 0.55, 1, -0.55, 1],
  cross: [
    -0.4, -1, 0.4, -1, 0.4, -0.4, 1, -0.4, 1, 0.4, 0.4, 0.4, 0.4, 1, -0.4, 1, -0.4, 0.4, -1, 0.4, -1, -0.4,
    -0.4, -0.4,
  ],
};

function polygon(c, points, mx, my, r) {
  c.moveTo(mx + points[0] * r, my + points[1] * r);
  for (let i = 2; i < points.length; i += 2) c.lineTo(mx + points[i] * r, my + points[i + 1] * r);
}

const cuts = new Map();
const MOST_CUTS = 5000;

/** The text, shortened until it fits. */
export function cut(c, text, room) {
  const key = `${c.font}|${text}|${Math.round(room)}`;
  const known = cuts.get(key);
  if (known !== undefined) return known;
  let short = text;
  if (c.measureText(text).width > room) {
    let n = text.length - 1;
    while (n > 1 && c.measureText(`${text.slice(0, n)}…`).width > room) n--;
    short = `${text.slice(0, n)}…`;
  }
  if (cuts.size > MOST_CUTS) cuts.clear();
  cuts.set(key, short);
  return short;
}
