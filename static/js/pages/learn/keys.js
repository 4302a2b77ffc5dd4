// A lesson by keyboard: arrows and Enter go through it, digits press what they stand on.

import { $, $$, isByPointer, typingIn } from "../../lib/dom.js";
import { next } from "./foot.js";
import { canGoOn, goTo, moment, moments, number } from "./state.js";

const main = $("#main");

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => canGoOn() && number() < moments.length && goTo(number() + 1),
  ArrowLeft: () => goTo(number() - 1),
  Enter: () => {
    settle(); // the grip of a bar that had the focus goes
    if (canGoOn()) goTo(number() + 1);
  },
};

/** After a choice that no Tab led to, Enter goes on; it would choose again. */
function settle() {
  if (moment().kind === "guess" && canGoOn()) next.focus({ preventScroll: true });
}

/** A digit presses what it stands on; the grip of a bar it gives the focus. @param {string} digit */
function press(digit) {
  const button = $$(`[data-key="${digit}"]`, main)[0];
  button?.focus();
  if (!button || button.matches("[role=slider]")) return;
  button.click();
  settle();
}

export function listenToKeys() {
  main.addEventListener("click", (event) => isByPointer(event) && settle());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typingIn(event.target))
      return;
    const onControl =
      event.target instanceof Element &&
      event.target.closest("button:not(.grip), a, summary, [tabindex='0']");
    if (event.key === "Enter" && onControl) return;
    if (/^[1-9]$/.test(event.key)) return press(event.key);
    if (KEYS[event.key]) {
      event.preventDefault();
      KEYS[event.key]();
    }
  });
}
