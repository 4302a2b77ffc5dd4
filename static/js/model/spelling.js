// Names within texts: sentences, cells and ticks hold them whole.

import { shortOf } from "./names.js";

/** @import { Names, Pieces } from "./names.js" */

/** @typedef {string | {name: string, pieces: Pieces}} Spelled a part of a text: what is no name, or a name */

const LONG = 14; // characters; names up to this length are shown whole
const WORDS = /[a-z0-9][a-z0-9./-]{13,}/g;
const MADE = /-new(-?\d+)?$/; // what a repair adds to the name of the node that its new one is like

/**
 * The parts of a text, in their order; those without a name that can be shorter are texts.
 * @param {string} text @param {() => Names[]} known what shortens names @returns {Spelled[]}
 */
export function spell(text, known) {
  if (text.length <= LONG) return [text];
  /** @type {Spelled[]} */
  const parts = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const name = word.replace(/[./-]+$/, "");
    const pieces = piecesOf(name, known());
    if (!pieces || pieces.every(({ visible }) => visible)) continue;
    parts.push(text.slice(from, index), { name, pieces });
    from = index + name.length;
  }
  return [...parts, text.slice(from)].filter(Boolean);
}

/** @param {string} name @param {Names[]} known @returns {Pieces | undefined} */
function piecesOf(name, known) {
  const end = known.some((names) => names.has(name)) ? -1 : name.search(MADE);
  const own = end < 0 ? name : name.slice(0, end);
  const pieces = known.find((names) => names.has(own))?.pieces(own);
  return end < 0 ? pieces : pieces && [...pieces, { text: name.slice(end), visible: true }];
}

/** @param {Spelled[]} parts */
export const textOf = (parts) =>
  parts.map((part) => (typeof part === "string" ? part : shortOf(part.pieces))).join("");
