(wholes) => {
  const faults = [];
  /** @type {Map<string, Set<string>>} by what is to be seen, the whole names */
  const shown = new Map();
  const add = (text, whole) => shown.set(text, (shown.get(text) ?? new Set()).add(whole.split("/").at(-1)));

  // The nearest element that hides something of a rectangle; one that scrolls does not hide it.
  const clippedBy = (rect, element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const { overflowX, position } = getComputedStyle(at);
      if (overflowX === "auto" || overflowX === "scroll" || position === "fixed") return null;
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible" && (rect.right > box.right + 1 || rect.left < box.left - 1)) return at;
    }
    return null;
  };
  const check = (text, whole, rect, element) => {
    const by = clippedBy(rect, element);
    const box = by?.getBoundingClientRect();
    if (box && (rect.left >= box.right || rect.right <= box.left)) return; // nothing of it is to be seen
    add(text, whole);
    if (by && !by.title.includes(whole)) faults.push(`${text} is clipped by ${by.localName}.${by.getAttribute("class")}`);
  };
  const isVisible = (element) =>
    element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest("script, style, .vh, option");

  // What is to be seen of a name: its end, and of the parts before and behind it as much as has room.
  const lookOf = (part) => {
    if (part instanceof Text) return part.data;
    const { scrollWidth, clientWidth, textContent } = part;
    if (scrollWidth <= clientWidth) return textContent;
    return clientWidth ? `${textContent.slice(0, (textContent.length * clientWidth) / scrollWidth - 1)}…` : "";
  };
  for (const name of document.querySelectorAll(".name[title]")) {
    const rect = name.getBoundingClientRect();
    if (!isVisible(name) || rect.width < 2) continue;
    if (name.textContent !== name.title) faults.push(`${name.title} is written as ${name.textContent}`);
    const end = document.createRange();
    end.selectNode([...name.childNodes].find((part) => part instanceof Text));
    check([...name.childNodes].map(lookOf).join(""), name.title, end.getBoundingClientRect(), name);
  }

  // Names within texts, and names that a program cut at their end.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!isVisible(element) || element.closest(".name")) continue;
    for (const whole of wholes) {
      const at = node.data.indexOf(whole);
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + whole.length);
      check(whole, whole, range.getBoundingClientRect(), element);
    }
    const [cut] = /[a-z0-9]+-[a-z0-9.-]*…/.exec(node.data) ?? [];
    if (cut && wholes.some((whole) => whole.startsWith(cut.slice(0, -1)))) faults.push(`${cut} was cut`);
  }
  for (const [text, names] of shown) if (names.size > 1) faults.push(`${text} is ${[...names].join(" and ")}`);
  return { faults, shown: [...shown.values()].flatMap((names) => [...names]) };
}
