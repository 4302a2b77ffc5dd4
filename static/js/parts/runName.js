// A run of a draft goes by what its input changed; the first changes are there in full on hover.

import { h, island } from "../lib/view.js";

/** @import { ChangeOut } from "../types/api.js" */

/** @param {{change: ChangeOut | null, title: string}} props the scenario's title, where no change is known */
export const RunName = ({ change, title }) =>
  h("span.cut", { title: change?.details.join("\n") || null }, change?.name ?? title);

/** The same within elements of lib/dom.js. @param {ChangeOut | null} change @param {string} title */
export const runName = (change, title) => island(RunName, { change, title });
