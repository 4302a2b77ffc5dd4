// Icons live once, as symbols in the page's sprite (templates/icons.svg). Each is drawn by copies of its
// shapes: a table of thousands of <use> elements, each with a tree of its own, is slow to style.

import { GLYPHS } from "./glyphs.js";
import { svg } from "./view.js";

/** @import { VNode } from "../../vendor/preact/preact.mjs" */

/** @typedef {{box: string | null, shapes: VNode[]}} Drawing */

/** @type {Map<string, Drawing>} by name */
const drawings = new Map();

/**
 * @param {string} name of the symbol, without its "i-"
 * @param {string} [kind] classes: "ic" (16 px), "ic ic-12", or a verdict glyph: "g g-pass", "g g-rej" …
 */
export function icon(name, kind = "ic") {
  const { box, shapes } = drawings.get(name) ?? made(name);
  return svg("svg", { class: kind, viewBox: box, "aria-hidden": "true", focusable: "false" }, shapes);
}

/** @param {keyof typeof GLYPHS} state */
export const glyph = (state) => icon(GLYPHS[state].icon, GLYPHS[state].class);

/** @param {string} name */
function made(name) {
  const symbol = document.getElementById(`i-${name}`);
  const drawing = { box: symbol?.getAttribute("viewBox") ?? null, shapes: symbol ? shapesOf(symbol) : [] };
  drawings.set(name, drawing);
  return drawing;
}

/** @param {Element} element @returns {VNode[]} */
const shapesOf = ({ children }) =>
  [...children].map((shape) =>
    svg(
      /** @type {"path"} */ (shape.localName),
      Object.fromEntries([...shape.attributes].map(({ name, value }) => [name, value])),
      shapesOf(shape),
    ),
  );
