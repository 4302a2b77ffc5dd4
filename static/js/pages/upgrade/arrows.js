// Arrow keys in the matrix.

import { around } from "../../lib/dom.js";

/**
 * Arrow keys go from bar to bar: sideways within a lane, up and down to the nearest one.
 * @param {KeyboardEvent} event
 */
export function arrows(event) {
  const here = around(event, "button.ug-bar");
  if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
  const next = neighbour(here, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** @param {HTMLElement} here @param {string} direction @returns {HTMLElement | null} */
function neighbour(here, direction) {
  const sideways = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[direction];
  if (sideways) {
    let at = /** @type {Element | null} */ (Reflect.get(here, sideways));
    while (at && at.localName !== "button") at = /** @type {Element | null} */ (Reflect.get(at, sideways));
    return at instanceof HTMLElement ? at : null;
  }
  const vertical = { ArrowUp: -1, ArrowDown: 1 }[direction];
  const lanes = [...(here.closest(".ug-grid")?.querySelectorAll(".ug-lane") ?? [])];
  if (!vertical) return null;
  const { left } = here.getBoundingClientRect();
  /** @param {Element} lane */
  const distance = (lane) => Math.abs(lane.getBoundingClientRect().left - left);
  for (let i = lanes.findIndex((lane) => lane.contains(here)) + vertical; lanes[i]; i += vertical) {
    const bars = [...lanes[i].querySelectorAll("button")].sort((a, b) => distance(a) - distance(b));
    if (bars[0]) return bars[0];
  }
  return null;
}
