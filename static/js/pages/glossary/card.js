// The card of a word: shown on hover, on focus and on a tap, beside the word and never over it. Escape
// closes it.

import { around, h, replace } from "../../lib/dom.js";
import { termOf } from "../../model/glossary.js";
import { termLinks } from "../../parts/termLinks.js";

const SHOW_MS = 350;
const HIDE_MS = 200;
const GAP = 6;
const SILENT = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Enter", " "]);

const card = h("div.term-card", { popover: "manual", role: "group" });
/** @type {HTMLElement | null} */
let word = null;
/** @type {Element | null} pressed, so that it is quiet until the mouse leaves it */
let quiet = null;
let pinned = false;
let timer = 0;

/** @param {Event} event */
const wordAt = (event) => around(event, "[data-term]");

/** @param {HTMLElement} element @param {boolean} stays until it is closed */
function show(element, stays) {
  const id = element.dataset.term ?? "";
  const term = termOf(id);
  if (!term) return;
  if (word !== element) hide();
  clearTimeout(timer);
  pinned = stays;
  word = element;
  card.setAttribute("aria-label", term.name);
  replace(
    card,
    h("b", term.name),
    h("p", { id: "term-text" }, term.text),
    termLinks(id, document.documentElement.dataset.release),
  );
  (element.closest("dialog, header, main, aside, footer") ?? document.body).append(card);
  card.showPopover();
  describe(element, true);
  place(element);
}

/** @param {HTMLElement} element @param {boolean} on */
function describe(element, on) {
  const others = (element.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .filter((id) => id && id !== "term-text");
  const ids = on ? [...others, "term-text"] : others;
  if (ids.length) element.setAttribute("aria-describedby", ids.join(" "));
  else element.removeAttribute("aria-describedby");
  if (element.hasAttribute("aria-expanded") && element.classList.contains("term"))
    element.setAttribute("aria-expanded", String(on));
}

function hide() {
  clearTimeout(timer);
  if (!word) return;
  describe(word, false);
  word = null;
  pinned = false;
  card.remove();
}

/** Below the word, or above it where there is more room. @param {HTMLElement} element */
function place(element) {
  const at = element.getBoundingClientRect();
  const below = innerHeight - at.bottom - GAP;
  const above = at.top - GAP;
  const isBelow = card.offsetHeight <= below || below >= above;
  card.style.maxHeight = `${Math.max(80, (isBelow ? below : above) - 8)}px`;
  card.style.left = `${Math.max(8, Math.min(at.left, innerWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${isBelow ? at.bottom + GAP : at.top - GAP - card.offsetHeight}px`;
}

/** @param {() => void} act @param {number} delay */
function soon(act, delay) {
  clearTimeout(timer);
  timer = setTimeout(act, delay);
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType === "touch" || event.buttons) return;
  const over = wordAt(event);
  if (over !== quiet) quiet = null;
  if (over && over === word) clearTimeout(timer);
  else if (over && over !== quiet && !pinned) soon(() => over.isConnected && show(over, false), SHOW_MS);
  else if (event.target instanceof Node && card.contains(event.target)) clearTimeout(timer);
  else if (word && !pinned) soon(hide, HIDE_MS);
  else if (!word) clearTimeout(timer);
});

document.addEventListener(
  "click",
  (event) => {
    if (event.target instanceof Node && card.contains(event.target)) return;
    const pressed = wordAt(event);
    const closes = pinned && pressed === word;
    hide();
    if (pressed?.classList.contains("term") && !closes) show(pressed, true);
    else quiet = pressed;
  },
  true,
);

document.addEventListener("focusin", (event) => {
  if (event.target instanceof Node && card.contains(event.target)) return;
  const focused = wordAt(event);
  if (focused === word) return;
  hide();
  if (focused?.matches(":focus-visible") && focused !== quiet) show(focused, false);
});

document.addEventListener(
  "keydown",
  (event) => {
    if (!word) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      leave();
    } else if (event.key === "Tab" && pinned) tab(event);
    else if (!SILENT.has(event.key) && !card.contains(document.activeElement)) hide();
  },
  true,
);

/** Closes the card; the focus that was in it goes back to the word. */
function leave() {
  if (card.contains(document.activeElement)) wordNow()?.focus();
  hide();
}

/**
 * The word of the card; what was drawn anew meanwhile has another element for it.
 * @returns {HTMLElement | null | undefined}
 */
const wordNow = () =>
  word?.isConnected ? word : card.parentElement?.querySelector(`button[data-term="${word?.dataset.term}"]`);

/** Tab goes from the word into the links of an opened card, and on. @param {KeyboardEvent} event */
function tab(event) {
  const links = [...card.querySelectorAll("a")];
  const at = links.findIndex((candidate) => candidate === document.activeElement);
  if (at < 0 && event.shiftKey) return;
  const next = at + (event.shiftKey ? -1 : 1);
  if (next >= 0 && next < links.length) {
    event.preventDefault();
    links[next].focus();
  } else if (next < 0) {
    event.preventDefault();
    wordNow()?.focus();
  } else leave();
}

addEventListener("scroll", () => word && (word.isConnected ? place(word) : hide()), {
  capture: true,
  passive: true,
});
addEventListener("resize", hide);
