// Redrawing elements for as long as they are on the page.

import { effect } from "./atoms.js";

/**
 * An effect that ends when its element has left the page.
 * @template {readonly import("./atoms.js").Source<any>[]} const S
 * @param {Element} element
 * @param {S} sources
 * @param {(...values: import("./atoms.js").Values<S>) => void} draw
 */
export function redrawWhileMounted(element, sources, draw) {
  let first = true;
  const stop = effect(sources, (...values) => {
    if (first || element.isConnected) draw(...values);
    else stop();
    first = false;
  });
}
