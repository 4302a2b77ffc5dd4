// A node as a card: its name, verdict or number, and its pods.

import { levelInk } from "./ink.js";
import { box, cut, diagonal, drawGlyph, within } from "./pen.js";
import { drawPod } from "./podmarks.js";

/** @import { Ink } from "./ink.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Pen, Rect } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

const NAME = 26; // the height of the name's line
const FADE = 0.28;

/**
 * @param {import("./scene.js").Scene} scene @param {import("./folding.js").Item} item @param {Pen} c
 * @param {Ink} ink @param {Rect} rect
 */
export function drawCard(c, ink, scene, item, { x, y, w, h }) {
  const { marks, cluster } = scene;
  const { node, members } = item;
  const winner = marks.winner === node;
  c.globalAlpha =
    scene.matchingNodes && !(members ?? [node]).some((each) => scene.matchingNodes?.has(each)) ? FADE : 1;
  if (members) box(c, x + 3.5, y + 3.5, w - 1, h - 1, 6, ink.surface, ink.line2);
  box(
    c,
    x + 0.5,
    y + 0.5,
    w - 1,
    h - 1,
    6,
    winner ? ink.accentSoft : ink.surface,
    winner ? ink.accent : ink.line,
    winner ? 2 : 1,
  );
  if (marks.hatched(node)) within(c, x, y, w, h, 6, () => diagonal(c, ink.hatch, x, y, w, h, 6));
  const right = drawVerdict(c, ink, marks, node, x + w - 6, y);
  const edge = members ? drawCount(c, ink, members.length, right, y) : right;
  c.font = `500 11px ${ink.mono}`;
  c.letterSpacing = "-0.2px";
  c.fillStyle = ink.ink;
  c.textBaseline = "middle";
  c.fillText(cut(c, cluster.short.short(cluster.nodes[node].name), edge - x - 8), x + 7, y + 13.5);
  c.letterSpacing = "0px";
  if (h >= 38) drawPods(c, ink, scene, node, x + 7, y + NAME + 2, w - 10, h - NAME - 6);
  c.globalAlpha = 1;
}

/**
 * @param {Pen} c @param {Ink} ink @param {Marks} marks @param {number} node @param {number} right
 * @param {number} y
 */
function drawVerdict(c, ink, marks, node, right, y) {
  const text = marks.text(node);
  if (text !== null) return drawNumber(c, ink, marks, node, text, right, y);
  const glyph = marks.glyph(node);
  if (!glyph) return right;
  drawGlyph(c, ink, glyph, right - 12, y + 7.5, 12);
  return right - 16;
}

/**
 * @param {Pen} c @param {Ink} ink @param {Marks} marks @param {number} node @param {string} text
 * @param {number} right @param {number} y
 */
function drawNumber(c, ink, marks, node, text, right, y) {
  c.font = `600 11px ${ink.ui}`;
  c.textBaseline = "middle";
  const width = c.measureText(text).width;
  c.fillStyle = levelInk(ink, marks.level(node));
  c.fillRect(right - width, y + 21, width, 3);
  c.fillStyle = ink.ink;
  c.textAlign = "end";
  c.fillText(text, right, y + 13.5);
  c.textAlign = "start";
  return right - width - 3;
}

/** @param {Pen} c @param {Ink} ink @param {number} many @param {number} right @param {number} y */
function drawCount(c, ink, many, right, y) {
  c.font = `600 11px ${ink.ui}`;
  c.textBaseline = "middle";
  const text = `×${many}`;
  const width = c.measureText(text).width;
  c.fillStyle = ink.ink2;
  c.fillText(text, right - width, y + 13.5);
  return right - width - 4;
}

/**
 * How many marks stand in the room that a node has for its pods: where `podAt` finds them again.
 * @param {number} w @param {number} h
 */
function podGrid(w, h) {
  const size = h >= 30 ? 13 : 8;
  const step = size + 4;
  return {
    size,
    step,
    columns: Math.max(1, Math.floor((w + 4) / step)),
    rows: Math.max(1, Math.floor((h + 4) / step)),
  };
}

const state = { counted: false, victim: false, incoming: false, terminating: false, matching: false };

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {number} node @param {number} x
 * @param {number} y @param {number} w @param {number} h
 */
function drawPods(c, ink, scene, node, x, y, w, h) {
  const visible = visiblePods(scene, node, w, h);
  const { size, step, columns } = podGrid(w, h);
  for (let i = 0; i < visible.pods.length; i++) {
    const pod = visible.pods[i];
    const kind = scene.kinds[scene.kindOf[scene.cluster.podClasses[pod]]];
    state.incoming = pod === scene.incoming;
    state.counted = scene.pods.counted(pod, node);
    state.victim = scene.pods.victims.has(pod);
    state.terminating = scene.cluster.classes[scene.cluster.podClasses[pod]].terminating;
    state.matching = scene.matchingPods !== null && scene.matchingPods.has(pod);
    drawPod(c, ink, kind, state, x + (i % columns) * step, y + Math.floor(i / columns) * step, size);
  }
  if (!visible.more) return;
  c.font = `400 11px ${ink.ui}`;
  c.textBaseline = "middle";
  c.fillStyle = ink.ink3;
  const at = visible.pods.length;
  c.fillText(
    `+${visible.more}`,
    x + (at % columns) * step,
    y + Math.floor(at / columns) * step + size / 2 + 0.5,
  );
}

/**
 * The pods that a card has room for, the incoming one with its winner, and how many it leaves out.
 * @param {Scene} scene @param {number} node @param {number} w @param {number} h
 */
function visiblePods(scene, node, w, h) {
  const running = scene.fold?.on(node) ?? [];
  const pods =
    scene.marks.winner === node && scene.incoming >= 0 && !running.includes(scene.incoming)
      ? [...running, scene.incoming]
      : running;
  const { columns, rows } = podGrid(w, h);
  const places = columns * rows;
  if (pods.length <= places) return { pods, more: 0 };
  const most = Math.max(0, places - 2);
  const first = pods.filter(
    (pod) => scene.pods.victims.has(pod) || pod === scene.incoming || scene.matchingPods?.has(pod),
  );
  const visible = [...new Set([...first, ...pods])].slice(0, most).sort((a, b) => a - b);
  return { pods: visible, more: pods.length - most };
}

/**
 * The pod at a point of a card, or −1.
 * @param {Scene} scene @param {number} node @param {Rect} rect @param {number} px @param {number} py
 */
export function podAt(scene, node, { x, y, w, h }, px, py) {
  if (h < 38) return -1;
  const grid = podGrid(w - 10, h - NAME - 6);
  const column = Math.floor((px - x - 7) / grid.step);
  const row = Math.floor((py - y - NAME - 2) / grid.step);
  if (column < 0 || column >= grid.columns || row < 0 || row >= grid.rows) return -1;
  return visiblePods(scene, node, w - 10, h - NAME - 6).pods[row * grid.columns + column] ?? -1;
}

/**
 * Where a pod's mark is on a card, for arrows and outlines; null when it is left out.
 * @param {Scene} scene @param {number} node @param {Rect} rect @param {number} pod @returns {Rect | null}
 */
export function podRect(scene, node, { x, y, w, h }, pod) {
  if (h < 38) return null;
  const at = visiblePods(scene, node, w - 10, h - NAME - 6).pods.indexOf(pod);
  if (at < 0) return null;
  const { size, step, columns } = podGrid(w - 10, h - NAME - 6);
  return {
    x: x + 7 + (at % columns) * step,
    y: y + NAME + 2 + Math.floor(at / columns) * step,
    w: size,
    h: size,
  };
}
