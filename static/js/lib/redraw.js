// Drawing anew what somebody uses.

import { replace } from "./dom.js";

/** @import { Child } from "./dom.js" */

const KEYS = ["data-key", "data-try", "data-act"]; // what a control goes by from one drawing to the next

/**
 * Replaces the content; what had the focus gets it again, unless it is gone.
 * @param {Element} element @param {...Child} content
 */
export function redraw(element, ...content) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = KEYS.find((name) => focused?.hasAttribute(name));
  const value = key && focused?.getAttribute(key);
  replace(element, ...content);
  const again = value && element.querySelector(`[${key}="${CSS.escape(value)}"]`);
  if (again instanceof HTMLElement || again instanceof SVGElement) again.focus({ preventScroll: true });
}
