// Building DOM without markup strings: text is always text, so no input can become HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * What `h` takes as a child; nested lists are flattened; null, undefined and false are left out.
 * @typedef {Node | string | number | false | null | undefined | Child[]} Child
 */

/**
 * The attributes of an element: handlers, data, styles, and whatever else as text.
 * @template {Element} E
 * @typedef {Handlers<E> & Record<string, unknown>} Attributes
 */

/**
 * @template {Element} E
 * @typedef {{[K in keyof GlobalEventHandlersEventMap as `on${K}`]?:
 *   ((event: GlobalEventHandlersEventMap[K] & {currentTarget: E}) => void) | null | false}} Handlers
 */

/**
 * The element of a selector: `"p.hint"` makes a paragraph.
 * @template {string} S
 * @typedef {S extends `${infer K extends keyof HTMLElementTagNameMap}.${string}` ? HTMLElementTagNameMap[K] :
 *   S extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[S] : never} HTMLOf
 */

/**
 * @template {string} S
 * @typedef {S extends `${infer K extends keyof SVGElementTagNameMap}.${string}` ? SVGElementTagNameMap[K] :
 *   S extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[S] : never} SVGOf
 */

/**
 * `h("button.btn", {onclick: run, title: "Run", dataset: {id: 1}, style: {width: 0}}, "Run")`
 * Attributes may be left out. A null, undefined or false attribute is left out, true is an empty one.
 * `style` goes through the CSSOM, which a strict Content-Security-Policy allows. A button submits nothing
 * unless its type says so.
 * @template {keyof HTMLElementTagNameMap | `${keyof HTMLElementTagNameMap}.${string}`} S
 * @param {S} selector the tag, and classes behind dots
 * @param {NoInfer<Attributes<HTMLOf<S>>> | Child} [attrs] attributes, or the first child
 * @param {...Child} children
 * @returns {HTMLOf<S>}
 */
export function h(selector, attrs, ...children) {
  const [tag, ...names] = selector.split(".");
  const element = document.createElement(tag);
  if (element instanceof HTMLButtonElement) element.type = "button";
  return /** @type {HTMLOf<S>} */ (fill(element, names, attrs, children));
}

/** Those of the classes that hold, as an attribute. @param {...(string | number | boolean)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * The same for SVG elements.
 * @template {keyof SVGElementTagNameMap | `${keyof SVGElementTagNameMap}.${string}`} S
 * @param {S} selector
 * @param {NoInfer<Attributes<SVGOf<S>>> | Child} [attrs]
 * @param {...Child} children
 * @returns {SVGOf<S>}
 */
export function svg(selector, attrs, ...children) {
  const [tag, ...names] = selector.split(".");
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  return /** @type {SVGOf<S>} */ (fill(element, names, attrs, children));
}

/**
 * @template {HTMLElement | SVGElement} E
 * @param {E} element
 * @param {string[]} names its classes
 * @param {object | Child} first attributes, or a child
 * @param {Child[]} children
 * @returns {E}
 */
function fill(element, names, first, children) {
  if (names.length) element.setAttribute("class", names.join(" "));
  if (isChild(first)) append(element, first);
  else for (const [name, value] of Object.entries(first)) setAttribute(element, name, value);
  append(element, children);
  return element;
}

/** @param {object | Child} value @returns {value is Child} */
const isChild = (value) => !(value instanceof Object) || Array.isArray(value) || value instanceof Node;

/** @param {HTMLElement | SVGElement} element @param {string} name @param {unknown} value */
function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on") && typeof value === "function")
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") setStyle(element.style, value);
  else if (name === "value" && "value" in element) element.value = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * @param {CSSStyleDeclaration} style @param {object} values by property, as in scripts or as in style sheets
 */
function setStyle(style, values) {
  for (const [property, value] of Object.entries(values)) {
    if (property.includes("-")) style.setProperty(property, String(value));
    else Reflect.set(style, property, value);
  }
}

/**
 * Appends children as `h` does.
 * @template {Element} E @param {E} element @param {Child} children @returns {E}
 */
export function append(element, children) {
  if (Array.isArray(children)) for (const child of children) append(element, child);
  else if (children instanceof Node) element.append(children);
  else if (isRendered(children)) element.append(String(children));
  return element;
}

/** @param {Child} child @returns {child is Node | string | number} */
const isRendered = (child) => child !== null && child !== undefined && child !== false;

/** The nodes of children, texts as nodes too. @param {Child} children @returns {ChildNode[]} */
function nodesOf(children) {
  if (Array.isArray(children)) return children.flatMap(nodesOf);
  if (!isRendered(children)) return [];
  return [
    /** @type {ChildNode} */ (
      children instanceof Node ? children : document.createTextNode(String(children))
    ),
  ];
}

/** Replaces all children. @template {Element} E @param {E} element @param {...Child} children @returns {E} */
export function replace(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/**
 * The same, but children that are already there are not touched: they keep their layout and focus.
 * @template {Element} E @param {E} element @param {...Child} children @returns {E}
 */
export function arrange(element, ...children) {
  const nodes = nodesOf(children);
  const stays = new Set(nodes);
  for (const child of [...element.childNodes]) if (!stays.has(child)) child.remove();
  let next = element.firstChild;
  for (const child of nodes) {
    if (child === next) next = next.nextSibling;
    else element.insertBefore(child, next);
  }
  return element;
}

/**
 * Sets the text only if it differs, because that costs a layout.
 * @param {Element} element @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text || element.childElementCount) element.replaceChildren(text);
}

/**
 * The first element that a selector finds, which must be there and of this kind.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @param {abstract new () => E} [kind]
 * @returns {E}
 */
export function $(selector, root = document, kind) {
  const element = root.querySelector(selector);
  if (element instanceof (kind ?? HTMLElement)) return /** @type {E} */ (element);
  throw new TypeError(`${selector} finds ${element ? `<${element.localName}>` : "nothing"}`);
}

/** @template {Element} [E=HTMLElement] @param {string} selector @param {ParentNode} [root] @returns {E[]} */
export const $$ = (selector, root = document) => [
  .../** @type {NodeListOf<E>} */ (root.querySelectorAll(selector)),
];

/** The page's boot data (`<script type="application/json" id="boot">`), or null. @returns {unknown} */
export function bootData() {
  const element = document.getElementById("boot");
  return element ? JSON.parse(element.textContent || "null") : null;
}

// A checkbox takes no letters; one in a menu that has just closed may still have the focus.
const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable], .ace_editor, dialog[open]';

/**
 * True when a single-letter key belongs to what has the focus, not to the page.
 * @param {EventTarget | null} target
 */
export function typingIn(target) {
  return target instanceof Element && Boolean(target.closest(TYPED));
}

/** Whether a click is one of a mouse or a finger, not of a key. @param {MouseEvent} event */
export const isByPointer = (event) => event.detail > 0;

/**
 * The nearest element that fits, from where an event happened outwards.
 * @template {Element} [E=HTMLElement] @param {Event} event @param {string} selector @returns {E | null}
 */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);
