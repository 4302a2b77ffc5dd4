// Where an element is scrolled to, as it said itself: asking it in the middle of a change would lay the page out.

const known = new WeakMap();

/** @param {HTMLElement} element @returns {number} its `scrollTop`; listens from the first question on */
export function scrolledTo(element) {
  if (!known.has(element)) {
    known.set(element, element.scrollTop);
    element.addEventListener("scroll", () => known.set(element, element.scrollTop), { passive: true });
  }
  return known.get(element);
}
