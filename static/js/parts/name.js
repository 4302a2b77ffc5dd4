// A name as short as it may be: what is left out takes no room, but is there for screen readers, for copying,
// and on focus and hover.

import { h, spellBy } from "../lib/dom.js";
import { bothEnds, gapAt } from "../model/names.js";
import { spell, textOf } from "../model/spelling.js";
import { showWholeNames } from "./nameTip.js";

/** @import { Names, Pieces } from "../model/names.js" */
/** @import { Spelled } from "../model/spelling.js" */

/**
 * @param {string} name @param {Names} names
 * @param {{focusable?: boolean}} [options] not within a link or a button, which has the focus itself
 */
export const nameElement = (name, names, { focusable = false } = {}) =>
  piecesElement(name, names.pieces(name), { class: "name mono", tabindex: focusable ? "0" : null });

/**
 * The same of any pieces.
 * @param {string} name @param {Pieces} pieces @param {{class: string, tabindex?: string | null}} attrs
 */
export const piecesElement = (name, pieces, attrs) =>
  h("span", { title: name, ...attrs }, pieces.map(pieceElement));

/**
 * What names begin or end with, which may be 253 characters long.
 * @param {string} text @param {number} width in characters
 */
export function endElement(text, width) {
  const pieces = bothEnds(text, width);
  if (pieces.length === 1) return h("code", text);
  return h("code", { tabindex: "0" }, piecesElement(text, pieces, { class: "name" }));
}

/** @param {Pieces[number]} piece @param {number} i @param {Pieces} pieces */
function pieceElement({ text, visible }, i, pieces) {
  const written = document.createTextNode(text);
  if (visible) return written;
  const gap = gapAt(pieces, i);
  // what is shown instead is no text, so that the whole name is copied
  return [h("span.name-out", written), gap !== "" && h("span", { dataset: { gap } })];
}

/** Elements that hold what somebody wrote or types. */
const VERBATIM = new Set(["code", "pre", "textarea", "script", "style", "title"]);
/** Elements that hold nothing but text. */
const TEXT_ONLY = new Set(["option", "text", "tspan"]);

/**
 * From now on every text of the page shows names short: sentences hold them too, and tables that know nothing
 * of nodes.
 * @param {() => Names[]} known what shortens names, as far as it is here
 */
export function spellNames(known) {
  spellBy((text, { localName }) => {
    if (VERBATIM.has(localName)) return text;
    const spelled = spell(text, known);
    if (spelled.every((part) => typeof part === "string")) return text;
    if (TEXT_ONLY.has(localName)) return textOf(spelled);
    const nodes = spelled.map(nodeOf);
    // one child, as the text would have been: gaps between children must not part it
    return nodes.length > 1 ? [h("bdi", nodes)] : nodes;
  });
  showWholeNames();
}

/** @param {Spelled} part */
const nodeOf = (part) =>
  typeof part === "string"
    ? document.createTextNode(part)
    : piecesElement(part.name, part.pieces, { class: "name" });
