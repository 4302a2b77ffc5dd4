// Short confirmations, spoken politely; one may carry an action (Undo).

import { $, h } from "./dom.js";

const SHOWN_MS = 5000;
const SHOWN_WITH_ACTION_MS = 10000;

/**
 * @param {string} message
 * @param {{action?: string, onAction?: () => void, onGone?: () => void}} [options] `onGone` runs when it went
 *   without the action
 */
export function toast(message, { action, onAction, onGone } = {}) {
  const element = h("div.toast", h("span.grow", message));
  let timer = 0;
  /** @param {boolean} acted */
  const leave = (acted) => {
    clearTimeout(timer);
    element.remove();
    if (acted) onAction?.();
    else onGone?.();
  };
  const wait = () => (timer = setTimeout(() => leave(false), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS));
  if (action) element.append(h("button.btn", { onclick: () => leave(true) }, action));
  // hovering or focusing the toast keeps it open
  element.addEventListener("pointerenter", () => clearTimeout(timer));
  element.addEventListener("pointerleave", wait);
  element.addEventListener("focusin", () => clearTimeout(timer));
  element.addEventListener("focusout", wait);
  $("#toasts").append(element);
  wait();
}
