// Icons live once, as symbols in the page's sprite (templates/icons.svg).

import { svg } from "./dom.js";
import { GLYPHS } from "./glyphs.js";

/** @type {Map<string, SVGElement>} by name */
const drawings = new Map();

/**
 * @param {string} name of the symbol, without its "i-"
 * @param {string} [className] "ic" (16 px), "ic ic-12", or a verdict glyph: "g g-pass", "g g-rej" …
 * @returns {SVGElement}
 */
export function icon(name, className = "ic") {
  const copy = /** @type {SVGElement} */ (drawingOf(name).cloneNode(true));
  copy.setAttribute("class", className);
  return copy;
}

/**
 * A copy of the symbol's shapes: a table of thousands of <use> elements, each with a tree of its own, is slow
 * to style.
 * @param {string} name
 */
function drawingOf(name) {
  const cached = drawings.get(name);
  if (cached) return cached;
  const symbol = document.getElementById(`i-${name}`);
  const drawing = svg("svg", {
    viewBox: symbol?.getAttribute("viewBox"),
    "aria-hidden": "true",
    focusable: "false",
  });
  drawing.append(...(symbol?.cloneNode(true).childNodes ?? []));
  drawings.set(name, drawing);
  return drawing;
}

/** @param {keyof typeof GLYPHS} state */
export const glyph = (state) => icon(GLYPHS[state].icon, GLYPHS[state].class);
