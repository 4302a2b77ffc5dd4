// What stands above a domain's nodes: letter, name, a chip and two facts. The facts open; where they stand is
// computed when the pointer is there, so that drawing and hit test measure alike.

import { t } from "../../../lib/i18n.js";
import { PATTERNS, box, cut, drawGlyph, within } from "./pen.js";

/** @import { Domain } from "../../../model/tree.js" */
/** @import { Colour, Ink } from "./ink.js" */
/** @import { Box } from "./layout.js" */
/** @import { Chip, Note } from "./notes.js" */
/** @import { Glyph, Pen, Rect } from "./pen.js" */

/** @typedef {{fill: Colour, ink: Colour, glyph?: Glyph, line?: Colour}} Look */
/** @typedef {Rect & {text: string, fact?: string | null}} Part of a heading */

/** @type {Record<string, Look>} */
const CHIPS = {
  pass: { fill: "passSoft", ink: "passInk", glyph: "pass" },
  reject: { fill: "rejectSoft", ink: "rejectInk", glyph: "rejected" },
  unres: { fill: "unresSoft", ink: "unresInk", glyph: "unresolvable" },
  accent: { fill: "accentSoft", ink: "accentInk" },
  "": { fill: "sunken", ink: "ink2", line: "line" },
};

/** The name of a domain. @param {Pen} c @param {Domain} domain @param {number} room */
const nameOf = (c, { value }, room) => (value === null ? t("no label") : cut(c, value, room));

/** An outermost domain: two lines. @param {Pen} c @param {Ink} ink @param {Note} note @param {Box} at */
export function drawHeading(c, ink, note, at) {
  const { domain, x, y } = at;
  const { chip, left, right } = headingParts(c, ink, note, at);
  if (chip && note.chip) drawChip(c, ink, note.chip, chip);
  drawLetter(c, ink, domain, x, y + 12);
  c.textBaseline = "middle";
  c.fillStyle = ink.ink;
  c.font = `600 13px ${ink.ui}`;
  c.fillText(nameOf(c, domain, (chip ? chip.x : x + at.w) - x - 36), x + 28, y + 22.5);
  drawFact(c, ink, left);
  drawFact(c, ink, right);
}

/**
 * A domain within another: its name and the shortest fact, in one line.
 * @param {Pen} c @param {Ink} ink @param {Note} note @param {Box} at
 */
export function drawLabel(c, ink, note, at) {
  const { domain, x, y, w } = at;
  const { short } = labelParts(c, ink, note, at);
  c.textBaseline = "middle";
  if (short) drawFact(c, ink, short);
  c.font = `600 13px ${ink.ui}`;
  c.fillStyle = domain.value === null ? ink.ink3 : ink.ink2;
  c.fillText(nameOf(c, domain, (short ? short.x - 6 : x + w - 6) - x - 6), x + 6, y + 12.5);
}

/**
 * The fact of a heading that opens at a point, or null.
 * @param {Pen} c @param {Ink} ink @param {Note} note @param {Box} at @param {number} px @param {number} py
 */
export function factAt(c, ink, note, at, px, py) {
  /** @type {(Rect & {fact?: string | null} | null)[]} */
  const parts = Object.values(
    at.domain.depth ? labelParts(c, ink, note, at) : headingParts(c, ink, note, at),
  );
  return (
    parts.find(
      (part) => part?.fact && px >= part.x && px < part.x + part.w && py >= part.y && py < part.y + part.h,
    )?.fact ?? null
  );
}

/** @param {Pen} c @param {Ink} ink @param {Note} note @param {Box} box */
function headingParts(c, ink, note, { x, y, w }) {
  const { facts } = note;
  const chip = note.chip ? { fact: facts.chip, ...chipBox(c, ink, note.chip, x + w, y + 12) } : null;
  const right = factBox(c, ink, cut(use(c, ink), note.right, w / 2), facts.right, x + w, y + 36, true);
  return {
    chip,
    right,
    left: factBox(c, ink, cut(c, note.left, w - right.w - 8), facts.left, x, y + 36, false),
  };
}

/** @param {Pen} c @param {Ink} ink @param {Note} note @param {Box} box */
function labelParts(c, ink, note, { x, y, w, head }) {
  const short = head ? factBox(c, ink, note.short, note.facts.short, x + w - 6, y + 4, true) : null;
  return { short: short && short.w < w / 2 - 12 ? short : null };
}

/** @param {Pen} c @param {Ink} ink */
function use(c, ink) {
  c.font = `400 13px ${ink.ui}`;
  return c;
}

/**
 * @param {Pen} c @param {Ink} ink @param {string} text @param {string | null | undefined} fact
 * @param {number} x @param {number} y @param {boolean} atEnd @returns {Part}
 */
function factBox(c, ink, text, fact, x, y, atEnd) {
  const w = use(c, ink).measureText(text).width;
  return { text, fact, x: atEnd ? x - w : x, y, w, h: 16 };
}

/** Draws a text of the heading, underlined if it opens. @param {Pen} c @param {Ink} ink @param {Part} part */
function drawFact(c, ink, { text, fact, x, y, w }) {
  use(c, ink);
  c.fillStyle = ink.ink3;
  c.fillText(text, x, y + 8);
  if (!fact) return;
  c.fillStyle = ink.line3;
  c.fillRect(x, y + 15, w, 1);
}

/** @param {Pen} c @param {Ink} ink @param {Chip} chip @param {number} right @param {number} y */
function chipBox(c, ink, chip, right, y) {
  c.font = `500 13px ${ink.ui}`;
  const w = c.measureText(chip.text).width + 12 + (lookOf(chip).glyph ? 18 : 0);
  return { x: right - w, y, w, h: 20 };
}

/** @param {Chip} chip */
const lookOf = ({ kind }) => CHIPS[kind] ?? CHIPS[""];

/** @param {Pen} c @param {Ink} ink @param {Chip} chip @param {Rect} rect */
function drawChip(c, ink, chip, { x, y, w, h }) {
  const look = lookOf(chip);
  box(c, x, y, w, h, 3, ink[look.fill], look.line ? ink[look.line] : null);
  if (look.glyph) drawGlyph(c, ink, look.glyph, x + 5, y + 3, 14);
  c.font = `500 13px ${ink.ui}`;
  c.fillStyle = ink[look.ink];
  c.textBaseline = "middle";
  c.textAlign = "end";
  c.fillText(chip.text, x + w - 6, y + 10.5);
  c.textAlign = "start";
}

/** @param {Pen} c @param {Ink} ink @param {Domain} domain @param {number} x @param {number} y */
function drawLetter(c, ink, domain, x, y) {
  box(c, x, y, 20, 20, 3, ink.sunken, ink.line2);
  within(c, x, y, 20, 20, 3, () => PATTERNS[domain.index % PATTERNS.length](c, ink.hatch, x, y, 20, 20));
  c.fillStyle = ink.ink2;
  c.font = `600 13px ${ink.ui}`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.fillText(domain.letter, x + 10, y + 10.5);
  c.textAlign = "start";
}
