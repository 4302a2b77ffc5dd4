// Draws the part of the map that is in sight. Colours are the page's tokens, read once a frame.

import { token } from "../../lib/theme.js";

const TOKENS = {
  surface: "--surface", sunken: "--sunken", line: "--line", line2: "--line-2", line3: "--line-3", ink: "--ink", ink2: "--ink-2", ink3: "--ink-3",
  accent: "--accent", accentSoft: "--accent-soft", accentInk: "--accent-ink", hatch: "--hatch", mute: "--mute", hover: "--hover",
  pass: "--pass", passSoft: "--pass-soft", passInk: "--pass-ink", reject: "--reject", rejectSoft: "--reject-soft", rejectInk: "--reject-ink",
  unres: "--unres", unresSoft: "--unres-soft", unresInk: "--unres-ink", error: "--error", ui: "--font-ui", mono: "--font-mono",
  seq0: "--seq-0", seq1: "--seq-1", seq2: "--seq-2", seq3: "--seq-3", seq4: "--seq-4", seq5: "--seq-5",
};
const GLYPHS = {
  pass: { path: "M3 8.5 6.5 12 13 4.5", colour: "pass" },
  rejected: { path: "M4 4l8 8M12 4l-8 8", colour: "reject" },
  unresolvable: { path: "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0M4.2 11.8 11.8 4.2", colour: "unres" },
  error: { path: "M8 3v6.5M8 12.6v.2", colour: "error" },
  outside: { path: "M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0", colour: "mute", dash: [2.2, 2.4] },
  unevaluated: { path: "M3.4 8h.2M7.9 8h.2M12.4 8h.2", colour: "mute" },
};
const CHIPS = {
  pass: { fill: "passSoft", ink: "passInk", glyph: "pass" },
  reject: { fill: "rejectSoft", ink: "rejectInk", glyph: "rejected" },
  unres: { fill: "unresSoft", ink: "unresInk", glyph: "unresolvable" },
  accent: { fill: "accentSoft", ink: "accentInk" },
  "": { fill: "sunken", ink: "ink2", line: "line" },
};

/**
 * @param {CanvasRenderingContext2D} c scaled to CSS pixels
 * @param {{layout: any, top: number, bottom: number, mark: (node: any) => any, note: (group: any) => any, pods: (node: string) => any[],
 *   counted: Set<string>, current: string | null, hovered: string | null, incoming: string | null, grouped: boolean}} scene
 */
export function draw(c, scene) {
  const ink = Object.fromEntries(Object.entries(TOKENS).map(([key, name]) => [key, token(name)]));
  const { layout, top, bottom } = scene;
  c.clearRect(0, 0, layout.width, bottom - top);
  c.save();
  c.translate(0, -top);
  const inSight = ({ y }, height) => y < bottom && y + height > top;
  if (scene.grouped) for (const group of layout.groups) if (inSight(group, group.height)) drawGroup(c, ink, scene, group);
  const drawTile = layout.size === "card" ? drawCard : drawSquare;
  for (const tile of layout.tiles) if (inSight(tile, tile.h)) drawTile(c, ink, scene, tile);
  c.restore();
}

function drawGroup(c, ink, scene, group) {
  const { width } = scene.layout;
  const y = group.y + 12;
  if (group.index) line(c, ink.line, 0, group.y + 0.5, width);
  drawLetter(c, ink, group, 16, y);
  const note = scene.note(group);
  const right = note.chip ? drawChip(c, ink, note.chip, width - 12, y) : width - 12;
  c.textBaseline = "middle";
  c.fillStyle = ink.ink;
  c.font = `600 13px ${ink.ui}`;
  const name = group.values.map((value) => value ?? "no label").join(" › ");
  c.fillText(cut(c, name, right - 52), 44, y + 10.5);
  c.font = `400 11px ${ink.ui}`;
  c.fillStyle = ink.ink3;
  c.fillText(cut(c, note.left, width - 40), 16, y + 32);
  c.textAlign = "end";
  c.fillText(note.right, width - 12, y + 32);
  c.textAlign = "start";
}

function drawLetter(c, ink, group, x, y) {
  box(c, x, y, 20, 20, 3, ink.sunken, ink.line2);
  c.save();
  c.clip();
  PATTERNS[group.index % PATTERNS.length](c, ink.hatch, x, y, 20, 20);
  c.restore();
  c.fillStyle = ink.ink2;
  c.font = `600 11px ${ink.ui}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(group.letter, x + 10, y + 10.5);
  c.textAlign = "start";
}

function drawChip(c, ink, chip, right, y) {
  const look = CHIPS[chip.kind] ?? CHIPS[""];
  c.font = `500 11px ${ink.ui}`;
  const text = c.measureText(chip.text).width;
  const w = text + 12 + (look.glyph ? 18 : 0);
  box(c, right - w, y, w, 20, 3, ink[look.fill], look.line ? ink[look.line] : null);
  if (look.glyph) drawGlyph(c, ink, look.glyph, right - w + 5, y + 3, 14);
  c.fillStyle = ink[look.ink];
  c.textBaseline = "middle";
  c.fillText(chip.text, right - 6 - text, y + 10.5);
  return right - w;
}

function drawCard(c, ink, scene, tile) {
  const { x, y, w, h, node } = tile;
  const mark = scene.mark(node);
  const strong = node.name === scene.current || mark.winner;
  const fill = mark.winner ? ink.accentSoft : node.name === scene.hovered ? ink.hover : ink.surface;
  box(c, x + 0.5, y + 0.5, w - 1, h - 1, 6, fill, strong ? ink.accent : node.name === scene.hovered ? ink.line3 : ink.line, strong ? 2 : 1);
  if (mark.hatched) {
    c.save();
    c.clip();
    diagonal(c, ink.hatch, x, y, w, h, 6);
    c.restore();
  }
  c.textBaseline = "middle";
  let right = x + w - 6;
  if (mark.text) {
    c.font = `600 11px ${ink.ui}`;
    c.fillStyle = ink.ink;
    c.textAlign = "end";
    c.fillText(mark.text, right, y + 13.5);
    c.textAlign = "start";
    right -= c.measureText(mark.text).width + 3;
  } else if (mark.glyph) {
    drawGlyph(c, ink, mark.glyph, right - 12, y + 7.5, 12);
    right -= 16;
  }
  c.font = `500 11px ${ink.mono}`;
  c.letterSpacing = "-0.2px";
  c.fillStyle = ink.ink;
  c.fillText(cut(c, node.name, right - x - 6), x + 7, y + 13.5);
  c.letterSpacing = "0px";
  drawPods(c, ink, scene, tile, mark);
}

function drawPods(c, ink, scene, { x, y, w, node }, mark) {
  const pods = [...scene.pods(node.name)];
  if (mark.winner && scene.incoming) pods.push({ pod: scene.incoming, incoming: true });
  const room = Math.floor((w - 10) / 12);
  const shown = pods.length > room ? pods.slice(0, room - 2) : pods;
  shown.forEach((pod, i) => {
    const px = x + 7 + i * 12;
    const counted = scene.counted.has(pod.pod);
    c.setLineDash(pod.incoming || pod.terminating ? [2, 1.5] : []);
    box(c, px + 0.5, y + 28.5, 8, 8, 2, counted ? ink.ink : null, pod.incoming ? ink.accent : counted ? ink.ink : ink.line3, 1.25);
    c.setLineDash([]);
  });
  if (shown.length === pods.length) return;
  c.font = `400 11px ${ink.ui}`;
  c.fillStyle = ink.ink3;
  c.fillText(`+${pods.length - shown.length}`, x + 7 + shown.length * 12, y + 33);
}

// Thousands of nodes: a square each, its colour the verdict or the score.
function drawSquare(c, ink, scene, { x, y, w, h, node }) {
  const mark = scene.mark(node);
  c.fillStyle = mark.level !== null ? ink[`seq${Math.round(mark.level * 5)}`] : mark.glyph ? ink[GLYPHS[mark.glyph].colour] : ink.line2;
  c.fillRect(x, y, w, h);
  if (node.name !== scene.current && node.name !== scene.hovered && !mark.winner) return;
  c.strokeStyle = node.name === scene.current || mark.winner ? ink.accent : ink.ink;
  c.lineWidth = 2;
  c.strokeRect(x - 1, y - 1, w + 2, h + 2);
}

function drawGlyph(c, ink, name, x, y, size) {
  const glyph = GLYPHS[name];
  if (!glyph) return;
  c.save();
  c.translate(x, y);
  c.scale(size / 16, size / 16);
  c.strokeStyle = ink[glyph.colour];
  c.lineWidth = 2;
  c.lineCap = "round";
  c.lineJoin = "round";
  c.setLineDash(glyph.dash ?? []);
  c.stroke(new Path2D(glyph.path));
  c.restore();
}

function box(c, x, y, w, h, radius, fill, stroke, width = 1) {
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

function line(c, colour, x, y, width) {
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.beginPath();
  c.moveTo(x, y);
  c.lineTo(x + width, y);
  c.stroke();
}

function diagonal(c, colour, x, y, w, h, gap) {
  c.strokeStyle = colour;
  c.lineWidth = 1;
  c.beginPath();
  for (let d = -h; d < w; d += gap) {
    c.moveTo(x + d, y + h);
    c.lineTo(x + d + h, y);
  }
  c.stroke();
}

const PATTERNS = [
  (c, colour, x, y, w, h) => diagonal(c, colour, x, y, w, h, 5),
  (c, colour, x, y, w, h) => dots(c, colour, x, y, w, h),
  (c, colour, x, y, w, h) => rows(c, colour, x, y, w, h),
  () => {},
];

function dots(c, colour, x, y, w, h) {
  c.fillStyle = colour;
  for (let i = 2; i < w; i += 4) for (let j = 2; j < h; j += 4) c.fillRect(x + i, y + j, 1.5, 1.5);
}

function rows(c, colour, x, y, w, h) {
  for (let j = 2; j < h; j += 4) line(c, colour, x, y + j + 0.5, w);
}

const cuts = new Map();
function cut(c, text, room) {
  if (c.measureText(text).width <= room) return text;
  const key = `${c.font}|${text}|${Math.round(room)}`;
  if (!cuts.has(key)) {
    let n = text.length - 1;
    while (n > 1 && c.measureText(`${text.slice(0, n)}…`).width > room) n--;
    cuts.set(key, `${text.slice(0, n)}…`);
  }
  return cuts.get(key);
}
