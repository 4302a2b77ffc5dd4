// What is to be seen as values: `h("p.crumb", …)` describes an element, a component is a function that
// returns such values, and Preact changes the page where they differ from before, so that focus, scroll
// positions and live regions stay. A component that reads an atom is drawn again when that changes.

import { createElement, isValidElement, render } from "../../vendor/preact/preact.mjs";
import * as hooks from "../../vendor/preact/hooks.mjs";
// That it is imported makes components follow the atoms that they read.
import { useSignalEffect } from "../../vendor/preact-signals/signals.mjs";

/** @import { VNode } from "../../vendor/preact/preact.mjs" */
/** @import { Handlers, HTMLOf, SVGOf } from "./dom.js" */

/**
 * True, false and what is not there are left out.
 * @typedef {import("../../vendor/preact/preact.mjs").Child} Child
 */

/**
 * The attributes of an element. Lists that change have a `key` by which an element is known from one drawing
 * to the next; `ref` is told of the element, and null when it is gone.
 * @template {Element} E
 * @typedef {Handlers<E> & {key?: string | number, ref?: ((element: E | null) => void) | {current: E | null},
 *   class?: string | false | null, dataset?: Record<string, unknown>, style?: Record<string, unknown>,
 *   draggable?: boolean, spellcheck?: boolean} & Record<string, unknown>} Attributes
 */

/**
 * `h("button.btn", {onclick: run, dataset: {id: 1}, style: {width: 0}}, "Run")`, `h(Card, {node}, …children)`
 * The selector is a tag with classes behind dots. Attributes may be left out; classes are added to those of
 * the selector. A null or undefined attribute is left out, and so are those of `aria-` and `data-` that are
 * false. A button submits nothing unless its type says so.
 * @type {{
 *   <S extends keyof HTMLElementTagNameMap | `${keyof HTMLElementTagNameMap}.${string}`>(
 *     selector: S, attrs?: NoInfer<Attributes<HTMLOf<S>>> | Child, ...children: Child[]): VNode,
 *   <P extends object>(component: (props: P) => Child,
 *     props: NoInfer<Omit<P, "children">> & {key?: string | number}, ...children: Child[]): VNode,
 * }}
 */
export const h = (
  /** @type {string | ((props: any) => Child)} */ kind,
  /** @type {any} */ attrs,
  /** @type {Child[]} */ ...children
) => (typeof kind === "function" ? createElement(kind, attrs, ...children) : element(kind, attrs, children));

/**
 * The same for SVG elements.
 * @template {keyof SVGElementTagNameMap | `${keyof SVGElementTagNameMap}.${string}`} S
 * @param {S} selector
 * @param {NoInfer<Attributes<SVGOf<S>>> | Child} [attrs]
 * @param {...Child} children
 */
export const svg = (selector, attrs, ...children) => element(selector, attrs, children);

/** A value that lasts as long as the component; setting `current` draws nothing. */
export const useRef = hooks.useRef;

/** A value of the component alone, and a function that sets it and draws the component again. */
export const useState = hooks.useState;

/** Runs once the component is drawn, and again when one of the values has changed. */
export const useLayoutEffect = hooks.useLayoutEffect;

/**
 * For the `ref` of an element, unless it is given: its first button gets the focus when what had it there is
 * gone, or the page's main part where it has none.
 * @param {HTMLElement | null} [within] @returns {{current: any}}
 */
export function useFocusInside(within = null) {
  const place = useRef(within);
  const hadFocus = place.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (!hadFocus || place.current?.contains(document.activeElement)) return;
    /** @type {HTMLElement | null | undefined} */
    const next = place.current?.querySelector("button") ?? place.current?.closest("main");
    next?.focus({ preventScroll: true });
  });
  return place;
}

/** Runs once the component is on screen, and after every change of an atom that it reads. */
export const useAtomEffect = useSignalEffect;

/** Those of the classes that hold. @param {...(string | number | boolean | null | undefined)} names */
export const classes = (...names) => names.filter(Boolean).join(" ");

/**
 * Shows a component in an element, in place of what is there.
 * @param {Element} place @param {() => Child} Component @returns {() => void} takes it down
 */
export function mount(place, Component) {
  place.replaceChildren();
  render(createElement(Component, null), place);
  return () => render(null, place);
}

/** @param {string} selector @param {unknown} first attributes, or a child @param {Child[]} children */
function element(selector, first, children) {
  const [tag, ...names] = selector.split(".");
  const hasAttributes = first instanceof Object && !Array.isArray(first) && !isValidElement(first);
  const props = hasAttributes ? attributesOf(first) : {};
  if (tag === "button") props.type ??= "button";
  // Preact leaves out a value that is the text of its option, and a selector would not find that.
  if (tag === "option" && "value" in props) [props.VALUE, props.value] = [props.value, undefined];
  const kind = classes(...names, props.class);
  if (kind) props.class = kind;
  if (hasAttributes || first === undefined) return createElement(tag, props, ...children);
  return createElement(tag, props, /** @type {Child} */ (first), ...children);
}

/** As Preact takes them. @param {object} given @returns {Record<string, any>} */
function attributesOf({ ...given }) {
  /** @type {Record<string, any>} */
  const props = {};
  for (const [name, value] of Object.entries(given))
    if (name === "dataset")
      for (const [key, datum] of Object.entries(value))
        put(props, `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, datum);
    else put(props, name, value);
  return props;
}

/** @param {Record<string, any>} props @param {string} name @param {unknown} value */
function put(props, name, value) {
  if (value === null || value === undefined || (value === false && name.includes("-"))) return;
  props[name] = value;
}

/** A component within what lib/dom.js makes; it is taken down when its place leaves the page. */
class Island extends HTMLElement {
  /** @type {Child} */
  content = null;

  connectedCallback() {
    render(this.content, this);
  }

  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || render(null, this)); // it may only have moved
  }
}

customElements.define("view-island", Island);

/**
 * What lib/dom.js has made within a view: for parts that are not views yet.
 * @param {{element: Element}} props
 */
export const Held = ({ element: held }) =>
  createElement("view-held", {
    ref: (/** @type {Element | null} */ place) => place?.firstChild !== held && place?.replaceChildren(held),
  });

/**
 * An element of lib/dom.js that shows a component: for pages that are not views yet.
 * @template {object} P
 * @param {(props: P) => Child} Component @param {P} props @returns {HTMLElement}
 */
export function island(Component, props) {
  const place = /** @type {Island} */ (document.createElement("view-island"));
  place.content = createElement(Component, props);
  return place;
}
