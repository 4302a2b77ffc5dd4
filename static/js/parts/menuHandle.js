// "…": the menu of a node, a domain or a pod as a button, beside what it is about. The page opens it
// (pages/workbench/editing/menu.js).

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";

/** @typedef {{node?: string, pod?: string, domainKey?: string, domainValue?: string}} Subject */

/** @type {WeakMap<Element, Subject>} by handle */
const subjects = new WeakMap();

/** What a handle is about. @param {Element} handle */
export const subjectOf = (handle) => subjects.get(handle) ?? {};

const SIZE = 24; // as in menu-handle.css

export const menuHandle = () =>
  h("button.menu-handle", { "aria-haspopup": "menu", "aria-expanded": "false", hidden: true }, icon("more"));

/** Says whose menu it is. @param {HTMLElement} handle @param {Subject} subject */
export function aim(handle, { node, pod, domainKey, domainValue }) {
  const name = node ?? pod ?? (domainValue || t("no label"));
  subjects.set(handle, { node, pod, domainKey, domainValue });
  handle.setAttribute("aria-label", t("Actions on {name}", { name }));
  handle.hidden = false;
}

/**
 * Puts it at the end of an element, halfway down.
 * @param {HTMLElement} handle within its host already @param {Element} target
 */
export function placeAt(handle, target) {
  const host = handle.offsetParent ?? document.body;
  const origin = host.getBoundingClientRect();
  const { right, top, height } = target.getBoundingClientRect();
  handle.style.left = `${right - origin.left - host.clientLeft + host.scrollLeft - SIZE - 2}px`;
  handle.style.top = `${top - origin.top - host.clientTop + host.scrollTop + (height - SIZE) / 2}px`;
}
