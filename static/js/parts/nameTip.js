// The whole name beside a short one that has the keyboard's focus; on hover the browser shows it, and screen
// readers read it anyway.

import { h } from "../lib/dom.js";

const GAP = 4; // pixels

/** From now on what has the focus shows the whole name that is in it. */
export function showWholeNames() {
  const tip = h("div.name-tip.mono", { "aria-hidden": "true", hidden: true });
  document.body.append(tip);
  document.addEventListener("focusin", ({ target, relatedTarget }) => {
    // what gets the focus back after it was drawn again comes from nowhere
    const moved = relatedTarget && target instanceof Element && target.matches(":focus-visible");
    const name = moved ? shortName(target) : null;
    tip.hidden = !name;
    if (!name) return;
    tip.textContent = name.title;
    const { left, bottom } = name.getBoundingClientRect();
    const most = innerWidth - tip.offsetWidth - GAP;
    Object.assign(tip.style, { left: `${Math.max(GAP, Math.min(left, most))}px`, top: `${bottom + GAP}px` });
  });
  for (const event of ["focusout", "wheel"])
    document.addEventListener(event, () => (tip.hidden = true), { capture: true, passive: true });
}

/** @param {Element} element @returns {HTMLElement | null} the first name in it that leaves something out */
const shortName = (element) => element.querySelector(".name:has(> .name-out)");
