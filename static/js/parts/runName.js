// A run of a draft goes by what its input changed; the first changes are there in full on hover.

import { h } from "../lib/dom.js";

/** @import { ChangeOut } from "../types/api.js" */

/** @param {ChangeOut | null} change @param {string} title of the scenario, where the change is not known */
export const runName = (change, title) =>
  h("span.cut", { title: change?.details.join("\n") || null }, change?.name ?? title);
