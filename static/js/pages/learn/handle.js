// A word in a sentence that can be turned: dragged, with the arrow keys, or by a press, which takes the next
// value.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";

const PIXELS = 28; // of a drag that are one value

/**
 * @typedef {object} Handle
 * @property {string} name
 * @property {string} label
 * @property {string[]} values
 * @property {() => number} at the number of its value now
 * @property {(number: number) => void} set
 */

/** @param {Handle} handle */
export function handleOf({ name, label, values, at, set }) {
  const word = h("span");
  const button = h(
    "button.hd",
    {
      role: "slider",
      "aria-label": label,
      "aria-valuemin": 0,
      "aria-valuemax": values.length - 1,
      dataset: { handle: name },
      onkeydown: (event) => {
        const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        turn(at() + step);
      },
    },
    word,
  );
  const turn = (/** @type {number} */ number) => set(Math.max(0, Math.min(values.length - 1, number)));
  letDrag(button, at, turn, () => set((at() + 1) % values.length));
  return {
    button,
    show() {
      word.textContent = written(values[at()]);
      button.setAttribute("aria-valuenow", String(at()));
      button.setAttribute("aria-valuetext", values[at()]);
    },
  };
}

/** @param {string} value */
const written = (value) => (/^\d+$/.test(value) ? integer(Number(value)) : value);

/**
 * @param {HTMLButtonElement} button @param {() => number} at @param {(number: number) => void} turn
 * @param {() => void} press
 */
function letDrag(button, at, turn, press) {
  let x = 0;
  let from = 0;
  let isHeld = false;
  let hasMoved = false;
  button.addEventListener("pointerdown", (event) => {
    [x, from, isHeld, hasMoved] = [event.clientX, at(), true, false];
    button.setPointerCapture(event.pointerId);
  });
  button.addEventListener("pointermove", (event) => {
    const number = from + Math.round((event.clientX - x) / PIXELS);
    if (!isHeld || number === at()) return;
    hasMoved = true;
    turn(number);
  });
  button.addEventListener("pointerup", () => (isHeld = false));
  button.addEventListener("pointercancel", () => (isHeld = false));
  button.addEventListener("click", () => {
    if (!hasMoved) press();
    hasMoved = false;
  });
}
