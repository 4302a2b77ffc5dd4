// The current node, plugin and cell, wherever they are shown.

import { $$ } from "../../lib/dom.js";

/** @param {ParentNode} root @param {import("../pointer.js").Pointer} at */
export function mark(root, at) {
  for (const element of $$("[data-node], [data-plugin]", root)) {
    const { node, plugin, pick } = element.dataset;
    const here = (node === undefined || node === at.node) && (plugin === undefined || plugin === at.plugin);
    element.classList.toggle("cur", here && (pick !== "cell" || Boolean(at.node)));
    if (element.matches("button")) element.setAttribute("aria-pressed", String(here));
    if (element.matches('[role="row"]')) element.setAttribute("aria-selected", String(here));
  }
  markColumn(root, at);
}

/** The column of the current plugin. */
export function markColumn(root, at) {
  for (const cell of $$("[data-col]", root)) cell.classList.toggle("curcol", cell.dataset.col === at?.plugin);
}
