// Draws the part of the map that is in sight: domains, then tiles in as much detail as their size allows.

import { drawCard } from "./card.js";
import { drawHeading, drawLabel } from "./heading.js";
import { levelInk } from "./ink.js";
import { rectOf } from "./layout.js";
import { isTainted } from "./marks.js";
import { GLYPHS, box, drawGlyph, line } from "./pen.js";
import { drawShares, sharesOf } from "./shares.js";
import { drawTicks } from "./podmarks.js";

/** @import { Item } from "./folding.js" */
/** @import { Ink } from "./ink.js" */
/** @import { Box, Layout } from "./layout.js" */
/** @import { Glyph, Pen } from "./pen.js" */
/** @import { Scene } from "./scene.js" */

/**
 * @param {Pen} c scaled to CSS pixels, its origin at the map's
 * @param {Ink} ink @param {Scene} scene @param {number} top @param {number} bottom
 */
export function draw(c, ink, scene, top, bottom) {
  const { boxes, tile } = scene.layout;
  const tiles = { card: drawCards, block: drawBlocks, dot: drawDots }[tile.look];
  for (const rectangle of boxes) {
    if (rectangle.y >= bottom || rectangle.y + rectangle.h <= top) continue;
    drawDomain(c, ink, scene, rectangle, top, bottom);
    if (rectangle.items.length) tiles(c, ink, scene, rectangle, top, bottom);
  }
}

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Box} area @param {number} top
 * @param {number} bottom
 */
function drawDomain(c, ink, scene, area, top, bottom) {
  const { domain } = area;
  if (!domain.key) return;
  if (domain.depth === 0) {
    if (domain.index) line(c, ink.line, 0, area.y + 0.5, scene.layout.width);
    if (area.y + area.head + 12 > top && area.y < bottom) drawHeading(c, ink, scene.note(domain), area);
    return;
  }
  box(c, area.x + 0.5, area.y + 0.5, area.w - 1, area.h - 1, 4, null, ink.line2);
  if (area.head && area.y + 24 > top) drawLabel(c, ink, scene.note(domain), area);
}

/**
 * The first and the last tile of a box that are in sight.
 * @param {Layout} layout @param {Box} box @param {number} top @param {number} bottom
 */
function rowsInSight({ tile }, { ty, columns, items }, top, bottom) {
  const step = tile.h + tile.gap;
  const from = Math.max(0, Math.floor((top - ty) / step)) * columns;
  return [from, Math.min(items.length, (Math.floor((bottom - ty) / step) + 1) * columns)];
}

const rect = { x: 0, y: 0, w: 0, h: 0 };

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Box} rectangle @param {number} top
 * @param {number} bottom
 */
function drawCards(c, ink, scene, rectangle, top, bottom) {
  const [from, to] = rowsInSight(scene.layout, rectangle, top, bottom);
  for (let i = from; i < to; i++)
    drawCard(c, ink, scene, rectangle.items[i], rectOf(scene.layout, rectangle, i, rect));
}

const BLOCK_GLYPH = 10; // pixels

/** @param {Scene} scene @param {Item} item */
const faded = ({ matchingNodes: matching }, { node, members }) =>
  matching !== null && !(members ? members.some((member) => matching.has(member)) : matching.has(node));
const FADE = 0.28;

/**
 * A square with its verdict or score as fill, glyph and ticks for the pods.
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Box} area @param {number} top
 * @param {number} bottom
 */
function drawBlocks(c, ink, scene, area, top, bottom) {
  const [from, to] = rowsInSight(scene.layout, area, top, bottom);
  const { marks, layout } = scene;
  const side = layout.tile.w;
  for (let i = from; i < to; i++) {
    const item = area.items[i];
    const { x, y, w, h } = rectOf(layout, area, i, rect);
    const shares = item.members && scene.strips ? sharesOf(marks, item.members) : [];
    const isMixed = shares.length > 1;
    const glyph = isMixed ? null : marks.glyph(item.node);
    const level = isMixed ? NaN : marks.level(item.node);
    c.globalAlpha = faded(scene, item) ? FADE : 1;
    if (item.members && side >= 16) box(c, x + 2.5, y + 2.5, w - 1, h - 1, 3, null, ink.line2);
    c.fillStyle = Number.isNaN(level)
      ? glyph
        ? softOf(ink, glyph)
        : marks.out(item.node) || isClosed(scene, item.node)
          ? ink.sunken
          : ink.surface
      : levelInk(ink, level);
    c.fillRect(x, y, w, h);
    c.strokeStyle = glyph ? ink[GLYPHS[glyph].colour] : ink.line2;
    c.lineWidth = 1;
    c.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
    if (isMixed) drawShares(c, ink, shares, x + 2, y + h / 2, w - 4, h / 2 - 2);
    if (glyph) drawGlyph(c, ink, glyph, x + 2, y + 2, Math.min(BLOCK_GLYPH, side - 4));
    if (item.members) drawMany(c, ink, item, x + w - 2, y + 8, w - 4 - (glyph ? BLOCK_GLYPH : 0));
    if (side >= 22 && !isMixed)
      drawTicks(
        c,
        scene,
        item,
        x + 3,
        y + 14,
        w - 6,
        h - 16,
        Number.isNaN(level) ? ink.ink : level > 0.6 ? ink.surface : ink.ink,
      );
  }
  c.globalAlpha = 1;
}

/**
 * How many nodes a block stands for, where that can be read.
 * @param {Pen} c @param {Ink} ink @param {Item} item @param {number} right @param {number} y @param {number}
 * room
 */
function drawMany(c, ink, item, right, y, room) {
  const text = `×${item.members?.length}`;
  c.font = `600 12px ${ink.ui}`;
  if (c.measureText(text).width > room) return;
  c.textAlign = "end";
  c.textBaseline = "middle";
  c.fillStyle = ink.ink;
  c.fillText(text, right, y);
  c.textAlign = "start";
}

/** Whether a cordon or a taint keeps pods away. @param {Scene} scene @param {number} node */
const isClosed = ({ cluster }, node) => cluster.nodes[node].unschedulable || isTainted(cluster.nodes[node]);

/** @param {Ink} ink @param {Glyph} glyph */
const softOf = (ink, glyph) =>
  glyph === "pass"
    ? ink.passSoft
    : glyph === "rejected"
      ? ink.rejectSoft
      : glyph === "unresolvable"
        ? ink.unresSoft
        : ink.surface;

/**
 * The fill of a dot shows its verdict: full passes, the lower half is rejected, the frame alone cannot be
 * resolved.
 * @type {Record<Glyph, number>}
 */
const LOOKS = { pass: 0, error: 0, rejected: 1, unresolvable: 2, outside: 2, unevaluated: 2 };
let bucketOf = new Uint8Array(1024);

/**
 * @param {Pen} c @param {Ink} ink @param {Scene} scene @param {Box} rectangle @param {number} top
 * @param {number} bottom
 */
function drawDots(c, ink, scene, rectangle, top, bottom) {
  const [from, to] = rowsInSight(scene.layout, rectangle, top, bottom);
  const { styles, assign } = bucketsOf(ink, scene);
  if (bucketOf.length < rectangle.items.length) bucketOf = new Uint8Array(rectangle.items.length * 2);
  /** @type {Set<number>} */
  const used = new Set();
  for (let i = from; i < to; i++) used.add((bucketOf[i] = assign(rectangle.items[i].node)));
  const { w } = scene.layout.tile;
  for (const bucket of used) {
    c.fillStyle = styles[bucket].colour;
    const { look } = styles[bucket];
    for (let i = from; i < to; i++) {
      if (bucketOf[i] !== bucket) continue;
      if (scene.matchingNodes) c.globalAlpha = faded(scene, rectangle.items[i]) ? FADE : 1;
      const { x, y } = rectOf(scene.layout, rectangle, i, rect);
      if (look === 0 || w < 4) c.fillRect(x, y, w, w);
      else if (look === 1) c.fillRect(x, y + Math.floor(w / 2), w, Math.ceil(w / 2));
      else frame(c, x, y, w);
    }
  }
  c.globalAlpha = 1;
}

/** @param {Pen} c @param {number} x @param {number} y @param {number} w */
function frame(c, x, y, w) {
  c.fillRect(x, y, w, 1);
  c.fillRect(x, y + w - 1, w, 1);
  c.fillRect(x, y + 1, 1, w - 2);
  c.fillRect(x + w - 1, y + 1, 1, w - 2);
}

/**
 * Each colour is set once for all its dots: 0–5 the levels, then the verdicts, then dots with neither.
 * @param {Ink} ink @param {Scene} scene
 */
function bucketsOf(ink, scene) {
  const { marks } = scene;
  const glyphs = /** @type {Glyph[]} */ (Object.keys(LOOKS));
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1];
  const styles = [
    ...steps.map((level) => ({ colour: levelInk(ink, level), look: 0 })),
    ...glyphs.map((glyph) => ({ colour: ink[GLYPHS[glyph].colour], look: LOOKS[glyph] })),
    { colour: ink.line3, look: 2 },
    { colour: ink.line3, look: 0 },
  ];
  /** @param {number} node @returns {number} the place of its style */
  const assign = (node) => {
    const level = marks.level(node);
    if (!Number.isNaN(level)) return Math.round(level * 5);
    const glyph = marks.glyph(node);
    return glyph
      ? steps.length + glyphs.indexOf(glyph)
      : styles.length - (marks.out(node) || isClosed(scene, node) ? 2 : 1);
  };
  return { styles, assign };
}
