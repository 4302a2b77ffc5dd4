// What a row that is drawn again has the focus by.

/** @param {Element | null} element */
export function keyOf(element) {
  return element?.getAttribute("data-key") ?? element?.getAttribute("data-try");
}
