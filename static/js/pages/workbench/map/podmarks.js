// Pods on a node: a shape for the kind, solid when it is counted, hollow when not, dashed when it comes or
// goes, crossed out when it would be removed.

import { outline } from "./pen.js";

/** @import { Item } from "./folding.js" */
/** @import { Ink } from "./ink.js" */
/** @import { Kind } from "./kinds.js" */
/** @import { Pen } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

/**
 * @typedef {{counted: boolean, victim: boolean, incoming: boolean, terminating: boolean, matching: boolean}}
 *   State
 */

/** The side of a mark that has room for a letter. */
export const LETTERED = 18;

const DASH = [2, 1.5];
/** @type {number[]} */
const SOLID = [];

/**
 * @param {Pen} c
 * @param {Ink} ink
 * @param {Kind} kind
 * @param {State} state
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function drawPod(c, ink, kind, state, x, y, size) {
  c.lineWidth = 1.25;
  c.setLineDash(state.incoming || state.terminating ? DASH : SOLID);
  c.strokeStyle = state.incoming
    ? ink.accent
    : state.victim
      ? ink.reject
      : state.counted
        ? ink.ink
        : ink.line3;
  outline(c, kind.shape, x + 0.5, y + 0.5, size);
  if (state.counted && !state.incoming) {
    c.fillStyle = ink.ink;
    c.fill();
  }
  c.stroke();
  c.setLineDash(SOLID);
  if (size >= LETTERED) letter(c, ink, kind, state, x, y, size);
  if (state.victim) strike(c, ink, x, y, size);
  if (state.matching) ring(c, ink, x, y, size);
}

/**
 * @param {Pen} c @param {Ink} ink @param {Kind} kind @param {State} state @param {number} x @param {number} y
 * @param {number} size
 */
function letter(c, ink, kind, state, x, y, size) {
  c.font = `500 12px ${ink.ui}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillStyle = state.counted && !state.incoming ? ink.surface : ink.ink2;
  c.fillText(kind.letter, x + size / 2 + 0.5, y + size / 2 + 1);
  c.textAlign = "start";
}

/** @param {Pen} c @param {Ink} ink @param {number} x @param {number} y @param {number} size */
function strike(c, ink, x, y, size) {
  c.strokeStyle = ink.reject;
  c.lineWidth = 1.5;
  c.beginPath();
  c.moveTo(x - 1.5, y + size + 2.5);
  c.lineTo(x + size + 2.5, y - 1.5);
  c.stroke();
}

/** @param {Pen} c @param {Ink} ink @param {number} x @param {number} y @param {number} size */
function ring(c, ink, x, y, size) {
  c.strokeStyle = ink.accent;
  c.lineWidth = 2;
  c.beginPath();
  c.roundRect(x - 1.5, y - 1.5, size + 4, size + 4, 3);
  c.stroke();
}

const TICK = 3;
const STEP = 5;

/**
 * On a small tile: a tick each, solid or hollow, as many as there is room for.
 * @param {Pen} c @param {Scene} scene @param {Item} item @param {number} x @param {number} y
 * @param {number} w @param {number} h @param {string} colour
 */
export function drawTicks(c, scene, { node }, x, y, w, h, colour) {
  const pods = scene.fold?.on(node);
  if (!pods) return;
  const columns = Math.max(1, Math.floor((w + 2) / STEP));
  const most = columns * Math.max(1, Math.floor((h + 2) / STEP));
  c.fillStyle = colour;
  for (let i = 0; i < pods.length && i < most; i++) {
    const px = x + (i % columns) * STEP;
    const py = y + Math.floor(i / columns) * STEP;
    if (scene.pods.counted(pods[i], node) || !scene.pods.counting) c.fillRect(px, py, TICK, TICK);
    else c.fillRect(px, py + TICK - 1, TICK, 1);
  }
}
