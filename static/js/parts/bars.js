// Bars to one scale: how far a value fills the room of the largest.

import { h } from "../lib/view.js";

/** Returns a value as a percentage of the longest bar. @param {number} value @param {number} most */
const share = (value, most) => `${most > 0 ? 100 * Math.max(0, Math.min(1, value / most)) : 0}%`;

/** What fills a bar. @param {number} value @param {number} most of the longest bar @param {string} [kind] */
export const fill = (value, most, kind = "") => h("i", { class: kind, style: { width: share(value, most) } });
