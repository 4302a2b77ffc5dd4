// Drawing again a place that somebody uses, for parts that are no views yet.

import { replace } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * Replaces the content; a control with a `data-key` keeps the focus, unless it is gone.
 * @param {Element} element @param {...Child} content
 */
export function redraw(element, ...content) {
  const key = element.contains(document.activeElement) && document.activeElement?.getAttribute("data-key");
  replace(element, ...content);
  const again = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
