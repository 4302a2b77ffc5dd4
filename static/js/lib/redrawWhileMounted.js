// Redrawing elements for as long as they are on the page.

import { effect } from "./atoms.js";

/**
 * An effect that ends when its element has left the page.
 * @param {Element} element @param {() => void} draw
 */
export function redrawWhileMounted(element, draw) {
  let first = true;
  const stop = effect(() => {
    if (first || element.isConnected) draw();
    else stop();
    first = false;
  });
}
