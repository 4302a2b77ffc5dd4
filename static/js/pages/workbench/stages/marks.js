// Marks of the current node, plugin and cell, wherever they appear.

import { $$ } from "../../../lib/dom.js";
import { pointer } from "../core/state.js";

/** @import { Pointer } from "../../../model/pointer.js" */

/**
 * Marks all of it, or what a step from `before` changes.
 * @param {HTMLElement} root @param {Pointer} at @param {Pointer | null} [before]
 */
export function mark(root, at, before = null) {
  for (const element of within(root, before ? touched(before, at) : "[data-node], [data-plugin]")) {
    const { node, plugin, pick } = element.dataset;
    const here = (node === undefined || node === at.node) && (plugin === undefined || plugin === at.plugin);
    element.classList.toggle("cur", here && (pick !== "cell" || Boolean(at.node)));
    if (element.matches("button")) element.setAttribute("aria-pressed", String(here));
    if (element.matches('[role="row"]')) element.setAttribute("aria-selected", String(here));
  }
  for (const cell of within(root, before ? named("col", before.plugin, at.plugin) : "[data-col]"))
    cell.classList.toggle("curcol", cell.dataset.col === at.plugin);
}

/** Marks everything that is added to an element. @param {HTMLElement} element */
export function markAdded(element) {
  new MutationObserver((changes) => {
    const at = pointer.get();
    if (!at) return;
    for (const { target, addedNodes } of changes) {
      if (target instanceof SVGElement) continue; // a chart has none
      for (const node of addedNodes) if (node instanceof HTMLElement && node.isConnected) mark(node, at);
    }
  }).observe(element, { childList: true, subtree: true });
}

/** @param {HTMLElement} root @param {string} selector */
const within = (root, selector) =>
  root.matches(selector) ? [root, ...$$(selector, root)] : $$(selector, root);
/** @param {Pointer} a @param {Pointer} b */
const touched = (a, b) => `${named("node", a.node, b.node)}, ${named("plugin", a.plugin, b.plugin)}`;
/** @param {"node" | "plugin" | "col"} kind @param {...string | null} names */
const named = (kind, ...names) =>
  names.map((name) => `[data-${kind}="${CSS.escape(name ?? "")}"]`).join(", ");
