// The whole name beside a cut one that has the keyboard's focus; on hover the browser shows it, and screen
// readers read it anyway.

import { h } from "../lib/dom.js";

const GAP = 4; // pixels

/** @type {HTMLElement | null} */
let tip = null;

/** Shows the whole name that is cut in what has got the focus. @param {FocusEvent} event */
export function showsWholeName({ target, relatedTarget }) {
  // what gets the focus back after it was drawn again comes from nowhere
  const moved = relatedTarget && target instanceof Element && target.matches(":focus-visible");
  const name = moved ? cutName(target) : null;
  if (!name) return hide();
  tip ??= made();
  tip.hidden = false;
  tip.textContent = name.title;
  const { left, bottom } = name.getBoundingClientRect();
  const most = innerWidth - tip.offsetWidth - GAP;
  Object.assign(tip.style, { left: `${Math.max(GAP, Math.min(left, most))}px`, top: `${bottom + GAP}px` });
}

function hide() {
  if (tip) tip.hidden = true;
}

function made() {
  const element = h("div.name-tip.mono", { "aria-hidden": "true" });
  document.body.append(element);
  for (const event of ["focusout", "wheel"])
    document.addEventListener(event, hide, { capture: true, passive: true });
  return element;
}

/** The first cut name in an element, or the element. @param {Element} element */
function cutName(element) {
  const parts = element.querySelectorAll(".name > span");
  const cut = [...parts].find(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  return /** @type {HTMLElement | undefined} */ (cut?.parentElement) ?? null;
}
