// Drawing again whatever is still on the page.

import { effect } from "./atoms.js";

/**
 * An effect that ends when its element has left the page.
 * @param {HTMLElement} element @param {Pick<import("./atoms.js").Atom<any>, "get" | "subscribe">[]} sources @param {(...values: any[]) => void} draw
 */
export function redrawWhileMounted(element, sources, draw) {
  let first = true;
  const stop = effect(sources, (...values) => {
    if (first || element.isConnected) draw(...values);
    else stop();
    first = false;
  });
}
