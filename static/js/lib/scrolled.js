// Where an element is scrolled to, from its scroll events: reading scrollTop during a change forces a layout.

/** @type {WeakMap<Element, number>} */
const scrollTops = new WeakMap();

/** @param {HTMLElement} element @returns {number} its `scrollTop`; listens from the first call on */
export function scrolledTo(element) {
  const cached = scrollTops.get(element);
  if (cached !== undefined) return cached;
  const remember = () => scrollTops.set(element, element.scrollTop);
  remember();
  element.addEventListener("scroll", remember, { passive: true });
  return element.scrollTop;
}
