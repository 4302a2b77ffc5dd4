// A node as a card: its name and marks, its gauges or the number of the step, and its pods.

import { cutName } from "../../../model/names.js";
import { groupOf } from "../../../model/nodegroups.js";
import { drawGauges, drawNumber, GAUGES } from "./gauge.js";
import { isTainted } from "./marks.js";
import { drawShares, sharesOf } from "./shares.js";
import { box, cut, diagonal, drawGlyph, drawMark, within } from "./pen.js";
import { drawPod, LETTERED } from "./podmarks.js";

/** @import { Item } from "./folding.js" */
/** @import { Ink } from "./ink.js" */
/** @import { MARKS, Pen, Rect } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

const NAME = 22; // the height of the name's line
const PAD = 6;
const GLYPH = 12; // pixels of a side
const FADE = 0.28;
const LEAST_ROOM_FOR_PODS = 11;

/** @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Item} item @param {Rect} rect */
export function drawCard(c, ink, scene, item, { x, y, w, h }) {
  const { marks, cluster, layout } = scene;
  const { node, members } = item;
  const winner = members ? members.includes(marks.winner) : marks.winner === node;
  c.globalAlpha =
    scene.matchingNodes && !(members ?? [node]).some((member) => scene.matchingNodes?.has(member)) ? FADE : 1;
  if (members) box(c, x + 3.5, y + 3.5, w - 1, h - 1, 6, ink.surface, ink.line2);
  const fill = winner ? ink.accentSoft : marks.out(node) ? ink.sunken : ink.surface;
  box(c, x + 0.5, y + 0.5, w - 1, h - 1, 6, fill, winner ? ink.accent : ink.line, winner ? 2 : 1);
  if (isTainted(cluster.nodes[node])) within(c, x, y, w, h, 6, () => diagonal(c, ink.hatch, x, y, w, h, 6));
  const shares = members && scene.strips ? sharesOf(marks, members) : null;
  const glyph = shares && shares.length > 1 ? null : marks.glyph(node);
  if (glyph) drawGlyph(c, ink, glyph, x + w - PAD - GLYPH, y + 6.5, GLYPH);
  const edge = x + w - PAD - (glyph ? GLYPH + 1 : 0);
  c.font = members ? `600 13px ${ink.ui}` : `500 13px ${ink.mono}`;
  c.letterSpacing = members ? "0px" : "-0.2px";
  c.fillStyle = marks.out(node) ? ink.ink3 : ink.ink;
  c.textBaseline = "middle";
  const name = drawnName(c, scene, item, edge - x - PAD);
  c.fillText(name, x + PAD, y + 12.5);
  const room = edge - x - PAD - c.measureText(name).width;
  c.letterSpacing = "0px";
  drawSigns(c, ink, signsOf(scene, node), edge, y, room);
  const text = marks.text(node);
  if (shares) drawShares(c, ink, shares, x + PAD, y + NAME, w - 2 * PAD, GAUGES - 4);
  else if (text === null) drawGauges(c, ink, scene, node, x + PAD, y + NAME, w - 2 * PAD, layout.zoom);
  else drawNumber(c, ink, marks, node, text, x + PAD, y + NAME - 1, w - 2 * PAD);
  const pods = shares ? null : podRoom(scene, { x, y, w, h });
  if (pods) drawPods(c, ink, scene, node, pods.x, pods.y, pods.w, pods.h);
  c.globalAlpha = 1;
}

/**
 * The name of a node; of equal ones, how many there are and what they are.
 * @param {Pen} c @param {Scene} scene @param {Item} item @param {number} room
 */
function drawnName(c, { cluster }, { node, members }, room) {
  if (!members) return cut(c, cluster.nodes[node].name, room, cutName);
  return cut(c, [`${members.length} ×`, groupOf(cluster, members, { zone: false }).name].join(" "), room);
}

/**
 * What else is to be seen on a node: a cordon, a volume.
 * @param {Scene} scene @param {number} node @returns {(keyof typeof MARKS)[]}
 */
const signsOf = ({ cluster, capacity, fold }, node) => [
  ...(cluster.nodes[node].unschedulable ? /** @type {const} */ (["cordon"]) : []),
  ...(capacity.hasVolumes(node, fold) ? /** @type {const} */ (["volume"]) : []),
];

/**
 * Signs stand behind the name, and where it leaves no room at the end of the next line.
 * @param {Pen} c @param {Ink} ink @param {(keyof typeof MARKS)[]} signs @param {number} right
 * @param {number} y @param {number} room beside the name
 */
function drawSigns(c, ink, signs, right, y, room) {
  const top = y + (signs.length * (GLYPH + 1) <= room ? 6.5 : NAME);
  signs.forEach((sign, i) => drawMark(c, ink, sign, right - (i + 1) * (GLYPH + 1), top, GLYPH));
}

/**
 * The room that a card has for its pods; null where it has none.
 * @param {Scene} scene @param {Rect} card @returns {Rect | null}
 */
function podRoom({ layout }, { x, y, w, h }) {
  const above = NAME + Math.round(GAUGES * Math.min(2, layout.zoom)) + 3;
  const room = { x: x + PAD, y: y + above, w: w - 2 * PAD + 4, h: h - above - 4 };
  return room.h < LEAST_ROOM_FOR_PODS ? null : room;
}

/** The sides of a mark in pixels: with a letter, without, and where the room is low. */
const SIZES = [LETTERED, 13, 8];

/**
 * Where the marks stand in the room that a node has for its pods: as large as all of them fit.
 * @param {number} w @param {number} h @param {number} count
 */
function podGrid(w, h, count) {
  const grids = SIZES.filter((size) => size <= h || size === 8).map((size) => gridOf(w, h, size));
  return (
    grids.find(({ columns, rows }) => count <= columns * rows) ??
    grids.find(({ size }) => size < LETTERED) ??
    grids[0]
  );
}

/** @param {number} w @param {number} h @param {number} size */
function gridOf(w, h, size) {
  const step = size + 4;
  const columns = Math.max(1, Math.floor((w + 4) / step));
  return { size, step, columns, rows: Math.max(1, Math.floor((h + 4) / step)) };
}

const state = { counted: false, victim: false, incoming: false, terminating: false, matching: false };

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {number} node @param {number} x
 * @param {number} y @param {number} w @param {number} h
 */
function drawPods(c, ink, scene, node, x, y, w, h) {
  const visible = visiblePods(scene, node, w, h);
  const { size, step, columns } = visible.grid;
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
  c.font = `400 ${size < 13 ? 12 : 13}px ${ink.ui}`;
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
 * The pods that a card has room for, the incoming one with its winner, where they stand, and how many it
 * leaves
 * out.
 * @param {Scene} scene @param {number} node @param {number} w @param {number} h
 */
function visiblePods(scene, node, w, h) {
  const running = scene.fold?.on(node) ?? [];
  const pods =
    scene.marks.winner === node && scene.incoming >= 0 && !running.includes(scene.incoming)
      ? [...running, scene.incoming]
      : running;
  const grid = podGrid(w, h, pods.length);
  const places = grid.columns * grid.rows;
  if (pods.length <= places) return { pods, more: 0, grid };
  const most = Math.max(0, places - 2);
  const first = pods.filter(
    (pod) => scene.pods.victims.has(pod) || pod === scene.incoming || scene.matchingPods?.has(pod),
  );
  const visible = [...new Set([...first, ...pods])].slice(0, most).sort((a, b) => a - b);
  return { pods: visible, more: pods.length - most, grid };
}

/**
 * The pod at a point of a card, or −1.
 * @param {Scene} scene @param {number} node @param {Rect} card @param {number} px @param {number} py
 */
export function podAt(scene, node, card, px, py) {
  const room = podRoom(scene, card);
  if (!room) return -1;
  const { pods, grid } = visiblePods(scene, node, room.w, room.h);
  const column = Math.floor((px - room.x) / grid.step);
  const row = Math.floor((py - room.y) / grid.step);
  if (column < 0 || column >= grid.columns || row < 0 || row >= grid.rows) return -1;
  return pods[row * grid.columns + column] ?? -1;
}

/**
 * Where a pod's mark is on a card, for arrows and outlines; null when it is left out.
 * @param {Scene} scene @param {number} node @param {Rect} card @param {number} pod @returns {Rect | null}
 */
export function podRect(scene, node, card, pod) {
  const room = podRoom(scene, card);
  if (!room) return null;
  const { pods, grid } = visiblePods(scene, node, room.w, room.h);
  const at = pods.indexOf(pod);
  if (at < 0) return null;
  const { size, step, columns } = grid;
  return {
    x: room.x + (at % columns) * step,
    y: room.y + Math.floor(at / columns) * step,
    w: size,
    h: size,
  };
}
