// Bars to one scale, beside the number that they show.

import { h } from "../../../lib/view.js";
import { fill } from "../../../parts/bars.js";

/** @param {number} value @param {number} most the value of the longest bar @param {string} [name] its kind */
export const bar = (value, most, name = "") =>
  h("span", { class: `cap-bar ${name}`.trimEnd(), "aria-hidden": "true" }, fill(value, most));
