// Many nodes as one tile: how many of them have which verdict, or how high they stand on the scale.

import { integer } from "../../../lib/format.js";
import { GLYPHS as WORDS } from "../../../lib/glyphs.js";
import { levelInk } from "./ink.js";
import { box, GLYPHS } from "./pen.js";

/** @import { Ink } from "./ink.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Glyph, Pen } from "./pen.js" */

const STEPS = 5; // of the scale

/** @typedef {{glyph: Glyph | null, level: number, count: number}} Share nodes that look alike */

/**
 * Those that pass come first, and the lower on the scale before the higher.
 * @param {Marks} marks @param {number[]} members @returns {Share[]}
 */
export function sharesOf(marks, members) {
  /** @type {Map<string, Share>} */
  const shares = new Map();
  for (const node of members) {
    const glyph = marks.glyph(node);
    const level = Math.min(STEPS - 1, Math.floor(marks.level(node) * STEPS)) / (STEPS - 1);
    const key = `${level}|${glyph}`;
    const share = shares.get(key);
    if (share) share.count += 1;
    else shares.set(key, { glyph, level, count: 1 });
  }
  /** @param {Share} share */
  const rank = ({ glyph, level }) => (Number.isNaN(level) ? ORDER.indexOf(glyph ?? "pass") : level);
  return [...shares.values()].sort((a, b) => rank(a) - rank(b));
}

/** @type {Glyph[]} */
const ORDER = ["pass", "unevaluated", "outside", "rejected", "unresolvable", "error"];

/**
 * As one bar whose parts add up to all of them.
 * @param {Pen} c @param {Ink} ink @param {Share[]} shares @param {number} x @param {number} y
 * @param {number} w @param {number} h
 */
export function drawShares(c, ink, shares, x, y, w, h) {
  const all = shares.reduce((sum, { count }) => sum + count, 0);
  let left = x;
  for (const { glyph, level, count } of shares) {
    const width = (w * count) / all;
    const colour = Number.isNaN(level)
      ? glyph
        ? ink[GLYPHS[glyph].colour]
        : ink.line3
      : levelInk(ink, level);
    box(c, left, y, Math.max(1, width - (left + width < x + w - 1 ? 1 : 0)), h, 1, colour, null);
    left += width;
  }
}

/** "120 rejected, 67 pass", "" without verdicts. @param {Share[]} shares */
export const sharesText = (shares) =>
  shares.flatMap(({ glyph, count }) => (glyph ? `${integer(count)} ${WORDS[glyph].word}` : [])).join(", ");
