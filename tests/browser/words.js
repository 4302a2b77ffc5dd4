// How many words are in sight on the open page, without scrolling or opening anything. Evaluated in the page.

() => {
  const isInSight = (element, { left, top, right, bottom }) => {
    if (right - left < 2 || bottom - top < 2) return false;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    if (element.closest(".vh, .skip, [popover]:not(:popover-open), option, noscript, script")) return false;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.parentElement.matches(".name > span")) continue; // a name is one word: its end is counted
    for (const match of text.data.matchAll(/\S+/g)) {
      if (!/\p{L}/u.test(match[0])) continue; // numbers and signs are no words
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      if (isInSight(text.parentElement, range.getBoundingClientRect())) words += 1;
    }
  }
  return words;
};
