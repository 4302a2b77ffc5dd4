// As much of a document as building elements takes, so that what a page says can be read under Node. Import
// it before the modules of the page. Layout, events and selectors are for a browser: tests/browser.

class Parent {
  /** @type {(Parent | string)[]} */
  childNodes = [];
  /** @type {Parent | null} */
  parentNode = null;

  /** @param {...(Parent | string)} children */
  append(...children) {
    for (const child of children) if (child instanceof Parent) child.parentNode = this;
    this.childNodes.push(...children);
  }

  /** @param {...(Parent | string)} children */
  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }

  /** @param {Parent} child @param {Parent | null} before */
  insertBefore(child, before) {
    child.remove();
    child.parentNode = this;
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
  }

  remove() {
    if (this.parentNode)
      this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this);
    this.parentNode = null;
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  /** @returns {string} */
  get textContent() {
    return this.childNodes.map((child) => (typeof child === "string" ? child : child.textContent)).join("");
  }
}

class FakeText extends Parent {
  nodeType = 3;

  /** @param {string} data */
  constructor(data) {
    super();
    this.data = data;
  }

  get textContent() {
    return String(this.data);
  }
}

export class FakeElement extends Parent {
  nodeType = 1;
  /** @type {Record<string, string>} */
  dataset = {};
  /** @type {Record<string, any>} */
  style = {
    /** @param {string} property @param {string} value */
    setProperty(property, value) {
      Reflect.set(this, property, value);
    },
  };
  /** @type {Record<string, string>} */
  attributes = {};

  /** @param {string} localName */
  constructor(localName) {
    super();
    this.localName = localName;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes[name] ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return name in this.attributes;
  }

  /** @param {string} name */
  removeAttribute(name) {
    delete this.attributes[name];
  }

  addEventListener() {}

  /** @param {string} selector of a class */
  matches(selector) {
    return (this.attributes.class ?? "").split(" ").includes(selector.slice(1));
  }

  /** Nothing is found. */
  querySelectorAll() {
    return [];
  }

  querySelector() {
    return null;
  }

  /** @param {boolean} deep */
  cloneNode(deep) {
    const copy = new FakeElement(this.localName);
    copy.attributes = { ...this.attributes };
    if (deep) copy.append(...this.childNodes);
    return copy;
  }
}

Object.assign(globalThis, {
  Node: Parent,
  Element: FakeElement,
  HTMLElement: FakeElement,
  HTMLButtonElement: class {},
  customElements: { define() {} },
  location: new URL("http://localhost/"),
  addEventListener: () => {},
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  document: {
    documentElement: { lang: "en", dataset: {} },
    createTextNode: (/** @type {string} */ text) => new FakeText(text),
    createElement: (/** @type {string} */ name) => new FakeElement(name),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new FakeElement(name),
    getElementById: () => null,
  },
});

/**
 * The element that a view describes, with all its components drawn.
 * @param {import("../../static/js/lib/view.js").Child} view @returns {Promise<FakeElement>}
 */
export async function drawn(view) {
  const { render } = await import("../../static/vendor/preact/preact.mjs");
  const place = new FakeElement("div");
  render(view, /** @type {any} */ (place));
  return place;
}

/** What children of an element say. @param {unknown} children @returns {string} */
export function textOf(children) {
  if (Array.isArray(children)) return children.map(textOf).join("");
  if (children instanceof Parent) return children.textContent;
  return children === null || children === undefined || children === false ? "" : String(children);
}

/**
 * The elements of a tag or class, in the order of the document.
 * @param {unknown} children @param {string} kind @returns {FakeElement[]}
 */
export function all(children, kind) {
  if (Array.isArray(children)) return children.flatMap((child) => all(child, kind));
  if (!(children instanceof Parent)) return [];
  const classes = children instanceof FakeElement ? (children.attributes.class ?? "").split(" ") : [];
  const isKind = children instanceof FakeElement && (children.localName === kind || classes.includes(kind));
  return [...(isKind ? [children] : []), ...all(children.childNodes, kind)];
}
