// Where an element is scrolled to, as it said itself: asking it in the middle of a change would lay the page
// out.

/** @type {WeakMap<Element, number>} */
const known = new WeakMap();

/** @param {HTMLElement} element @returns {number} its `scrollTop`; listens from the first question on */
export function scrolledTo(element) {
  const before = known.get(element);
  if (before !== undefined) return before;
  const remember = () => known.set(element, element.scrollTop);
  remember();
  element.addEventListener("scroll", remember, { passive: true });
  return element.scrollTop;
}
