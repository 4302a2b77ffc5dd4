// What a person would call broken about the layout of the open page, as sentences. Evaluated in the page.

async () => {
  const LEAST_TEXT = 13;
  const LEAST_TARGET = 24;
  const LEAST_CUT = 32; // a shortened text still shows some letters
  const LEAST_SCROLLER = { x: 96, y: 64 }; // what scrolls inside less cannot be read
  const TOUCHING = 4; // hit areas in neighbouring lines of text
  const CONTROLS = `a[href], button, input, select, textarea, summary, [tabindex="0"],
    [role="button"], [role="tab"], [role="switch"], [role="separator"][tabindex]`;
  const NOT_OURS = ".ace_editor, .js-plotly-plot, .modebar, .vh, .skip:not(:focus)";

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();

  const faults = new Set();
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) styles.set(element, getComputedStyle(element));
    return styles.get(element);
  };
  const top = [...document.querySelectorAll("dialog:modal, :popover-open")].at(-1) ?? document.body;

  const round = ({ left, top: y, right, bottom }) =>
    `${Math.round(right - left)}×${Math.round(bottom - y)} at ${Math.round(left)},${Math.round(y)}`;
  const nameOf = (element) => {
    const text = (element.getAttribute("aria-label") || element.textContent || element.title || "").trim();
    const classes = [...element.classList].slice(0, 3).join(".");
    const id = element.id ? `#${element.id}` : classes ? `.${classes}` : "";
    return `${element.localName}${id} "${text.replace(/\s+/g, " ").slice(0, 32)}"`;
  };
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(NOT_OURS);

  const holdsAbsolute = (element) => {
    const { position, transform, contain, containerType } = style(element);
    const holds = /layout|paint|strict|content/.test(contain) || !/^(normal|)$/.test(containerType ?? "");
    return position !== "static" || transform !== "none" || holds;
  };

  // Walks up from an element: what of its box can be seen or scrolled to, and what hides it for good.
  const reach = (element, box) => {
    let seen = { ...box };
    let wanted = { ...box };
    let hidden = "";
    let layer = null;
    let position = style(element).position;
    if (position === "fixed" || position === "sticky") layer = element;
    let each = element;
    while (position !== "fixed" && (each = each.parentElement) && each !== document.body.parentElement) {
      if (position === "absolute" && !holdsAbsolute(each)) continue;
      const now = style(each);
      position = now.position;
      if (!layer && (position === "fixed" || position === "sticky")) layer = each;
      if (each === document.body || (now.overflowX === "visible" && now.overflowY === "visible")) continue;
      const outer = each.getBoundingClientRect();
      for (const [low, high, axis, scrolls] of [
        ["left", "right", "x", each.scrollWidth > each.clientWidth],
        ["top", "bottom", "y", each.scrollHeight > each.clientHeight],
      ]) {
        const overflow = axis === "x" ? now.overflowX : now.overflowY;
        if (overflow === "visible") continue;
        seen = { ...seen, [low]: Math.max(seen[low], outer[low]), [high]: Math.min(seen[high], outer[high]) };
        if ((overflow === "auto" || overflow === "scroll") && scrolls) {
          wanted = { ...wanted, [low]: outer[low], [high]: outer[high] };
        } else if (wanted[low] < outer[low] - 1.5 || wanted[high] > outer[high] + 1.5) {
          hidden ||= `cut off by ${nameOf(each).split(' "')[0]}`;
        }
      }
    }
    const stuck =
      position === "fixed" || style(document.body).overflowY === "hidden" || top !== document.body;
    if (wanted.left < -1.5 || wanted.right > innerWidth + 1.5) hidden ||= "outside the window";
    else if (stuck && (wanted.top < -1.5 || wanted.bottom > innerHeight + 1.5))
      hidden ||= "outside the window, without a scroller";
    seen = {
      left: Math.max(seen.left, 0),
      top: seen.top,
      right: Math.min(seen.right, innerWidth),
      bottom: seen.bottom,
    };
    return { seen, hidden, layer };
  };
  const isOf = (a, b) => a === b || a.contains(b) || b.contains(a);
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > TOUCHING &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > TOUCHING;

  // What an element and those around it let be seen of its contents, and the layer that it moves with.
  const WINDOW = { left: 0, top: -Infinity, right: innerWidth, bottom: Infinity, layer: null };
  const clips = new Map();
  const clipOf = (element) => {
    if (!element) return WINDOW;
    if (!clips.has(element)) clips.set(element, clippedBy(element));
    return clips.get(element);
  };
  const clippedBy = (element) => {
    const now = style(element);
    let outer = element.parentElement;
    if (now.position === "fixed") outer = null;
    if (now.position === "absolute") while (outer && !holdsAbsolute(outer)) outer = outer.parentElement;
    const around = clipOf(outer);
    const layer = /fixed|sticky/.test(now.position) ? element : around.layer;
    if (element === document.body || (now.overflowX === "visible" && now.overflowY === "visible"))
      return { ...around, layer };
    const box = element.getBoundingClientRect();
    return {
      left: Math.max(around.left, box.left),
      top: Math.max(around.top, box.top),
      right: Math.min(around.right, box.right),
      bottom: Math.min(around.bottom, box.bottom),
      layer,
    };
  };

  if (document.scrollingElement.scrollWidth > innerWidth)
    faults.add(`the page scrolls sideways: ${document.scrollingElement.scrollWidth} of ${innerWidth}`);

  // ---- controls
  const controls = [];
  for (const element of top.querySelectorAll(CONTROLS)) {
    if (!isShown(element) || element.matches("input[type=hidden]")) continue;
    const label = element.matches("input[type=checkbox], input[type=radio], input[type=file]")
      ? element.closest("label")
      : null;
    const body = label ?? element;
    const box = body.getBoundingClientRect();
    if (box.width < 2 && box.height < 2) continue;
    const { seen, hidden, layer } = reach(body, box);
    const isArea = element.matches("[tabindex]:not([role='button'], button, a)"); // a scroller or a grid
    if (hidden && !isArea) faults.add(`${nameOf(element)} is ${hidden} (${round(box)})`);
    const inSentence =
      element.localName === "a" &&
      style(element).display === "inline" &&
      [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!inSentence && !isArea && (box.width < LEAST_TARGET - 0.5 || box.height < LEAST_TARGET - 0.5))
      faults.add(`${nameOf(element)} is a small target: ${round(box)}`);
    if (!isArea && !inSentence) controls.push({ element: body, seen, layer });
  }
  for (const [i, one] of controls.entries())
    for (const other of controls.slice(i + 1)) {
      if (one.layer === other.layer && overlap(one.seen, other.seen) && !isOf(one.element, other.element))
        faults.add(
          `${nameOf(one.element)} overlaps ${nameOf(other.element)} (${round(one.seen)}; ${round(other.seen)})`,
        );
    }

  // ---- text
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, option, noscript, title") || !isShown(element))
      continue;
    const size = parseFloat(style(element).fontSize);
    if (size === 0) continue;
    const scale = element.ownerSVGElement
      ? Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b)
      : 1;
    if (size * scale < LEAST_TEXT - 0.1)
      faults.add(`text of ${(size * scale).toFixed(1)} px: ${nameOf(element)}`);
    if (element.ownerSVGElement) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2) continue;
      const clip = clipOf(element);
      const seen = {
        left: Math.max(box.left, clip.left),
        top: Math.max(box.top, clip.top),
        right: Math.min(box.right, clip.right),
        bottom: Math.min(box.bottom, clip.bottom),
      };
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      for (const control of controls) {
        if (control.layer !== clip.layer || !overlap(seen, control.seen)) continue;
        if (!isOf(control.element, element) && !element.closest("label")?.contains(control.element))
          faults.add(
            `the text ${nameOf(element)} runs into ${nameOf(control.element)} (${round(seen)}; ${round(control.seen)})`,
          );
      }
    }
  }

  // ---- shortened texts and scrollers
  for (const element of top.querySelectorAll("*")) {
    const now = style(element);
    if (now.overflowX === "visible" || !isShown(element) || element.closest("svg")) continue;
    const box = element.getBoundingClientRect();
    const whole = element.matches(".name > span") ? element.parentElement : element; // its end is always there
    if (
      now.textOverflow === "ellipsis" &&
      element.scrollWidth > element.clientWidth + 1 &&
      whole.clientWidth < LEAST_CUT &&
      element.textContent.trim()
    )
      faults.add(`${nameOf(element)} is shortened to ${element.clientWidth} px`);
    if (!element.childElementCount || !element.textContent.trim()) continue;
    const scrollsDown =
      /auto|scroll/.test(now.overflowY) && element.scrollHeight > element.clientHeight + TOUCHING;
    if (scrollsDown && box.height < LEAST_SCROLLER.y)
      faults.add(`${nameOf(element)} scrolls within ${Math.round(box.height)} px`);
    const scrollsAcross = /auto|scroll/.test(now.overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (scrollsAcross && box.width < LEAST_SCROLLER.x)
      faults.add(`${nameOf(element)} scrolls sideways within ${Math.round(box.width)} px`);
  }
  return [...faults];
};
