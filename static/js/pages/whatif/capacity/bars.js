// Bars to one scale, beside the number that they show.

import { h } from "../../../lib/view.js";

/** @param {number} value @param {number} most the value of the longest bar @param {string} [name] its kind */
export const bar = (value, most, name = "") =>
  h(
    "span",
    { class: `cap-bar ${name}`.trimEnd(), "aria-hidden": "true" },
    h("i", { style: { width: `${(100 * Math.min(value, most)) / Math.max(most, 1)}%` } }),
  );
