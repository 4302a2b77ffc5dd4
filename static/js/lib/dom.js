// Building DOM without markup strings: text is always text, so no input can become HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * `h("button", {class: "btn", onclick: run, "aria-label": "Run", dataset: {id: 1}, style: {width: "4px"}}, "Run")`
 * A null, undefined or false attribute is left out, true is an empty one. `style` goes through the CSSOM, which a strict
 * Content-Security-Policy allows.
 * @param {string} tag
 * @param {Record<string, any> | null} [attrs]
 * @param {...any} children nodes, strings, numbers, nested arrays; null, undefined and false are left out
 * @returns {any}
 */
export function h(tag, attrs, ...children) {
  return fill(document.createElement(tag), attrs, children);
}

/** The same for SVG elements. */
export function svg(tag, attrs, ...children) {
  return fill(document.createElementNS(SVG, tag), attrs, children);
}

function fill(element, attrs, children) {
  for (const [name, value] of Object.entries(attrs ?? {})) setAttribute(element, name, value);
  append(element, children);
  return element;
}

function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") setStyle(element, value);
  else if (name === "value" && "value" in element) element.value = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

function setStyle(element, style) {
  for (const [property, value] of Object.entries(style)) {
    if (property.startsWith("--") || property.includes("-")) element.style.setProperty(property, String(value));
    else element.style[property] = value;
  }
}

/** Appends children as `h` does. */
export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Replaces all children. */
export function replace(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** The same, but what is among the children already is not touched: it keeps its layout and its focus. */
export function arrange(element, ...children) {
  const wanted = [children].flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
  const stays = new Set(wanted);
  for (const child of [...element.childNodes]) if (!stays.has(child)) child.remove();
  let next = element.firstChild;
  for (const child of wanted) {
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
  }
  return element;
}

/** Sets the text, which costs a layout, only where it is another one. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} selector @param {ParentNode} [root] */
export const $ = (selector, root = document) => root.querySelector(selector);

/** @param {string} selector @param {ParentNode} [root] */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** The page's boot data (`<script type="application/json" id="boot">`), or null. */
export function bootData() {
  const element = document.getElementById("boot");
  return element ? JSON.parse(element.textContent || "null") : null;
}

/** True when a single-letter key belongs to what has the focus, not to the page. */
export function typingIn(target) {
  return target instanceof Element && Boolean(target.closest("input, textarea, select, [contenteditable], .ace_editor, dialog[open]"));
}
