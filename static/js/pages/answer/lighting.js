// What is pointed at in the causes lights its nodes in the map; a name leads there.

import { $$ } from "../../lib/dom.js";

/** @import { Cause, NodePart } from "../../types/engine.js" */

/**
 * Elements of the text say which nodes they are about: a name by its title, a reason by `data-nodes`, places
 * in `names` with spaces between.
 * @param {HTMLElement} text @param {HTMLElement} map @param {string[]} names
 */
export function lightFrom(text, map, names) {
  /** @param {Event} event */
  const light = ({ target }) => lightOnly(map, target instanceof Element ? nodesOf(target, names) : null);
  for (const kind of ["pointerover", "focusin"]) text.addEventListener(kind, light);
  for (const kind of ["pointerleave", "focusout"]) text.addEventListener(kind, () => lightOnly(map, null));
  text.addEventListener("click", ({ target }) => {
    const name = target instanceof Element ? target.closest(".name")?.getAttribute("title") : null;
    if (!name || (target instanceof Element && target.closest("a, button, summary"))) return;
    const gauge = $$("[data-node]", map).find(({ dataset }) => dataset.node === name);
    gauge?.scrollIntoView({ block: "center", behavior: "smooth" });
    gauge?.focus();
  });
}

/**
 * What says that an element is about these nodes of the cluster; nothing in a cluster too large to list them.
 * @param {NodePart[]} parts
 */
export const about = (parts) =>
  parts.every(({ rows }) => rows) ? { nodes: parts.flatMap(({ rows }) => rows ?? []).join(" ") } : {};

/** The nodes that a cause is about: those that the pod may use or, without any, all. @param {Cause} cause */
export function aboutCause({ workloads: [{ parts }] }) {
  const open = parts.filter((part) => part.open);
  return about(open.length ? open : parts);
}

/** The names that an element is about; null for none. @param {Element} element @param {string[]} names */
export function nodesOf(element, names) {
  const name = element.closest(".name")?.getAttribute("title");
  if (name) return new Set([name]);
  const places = element.closest("[data-nodes]")?.getAttribute("data-nodes");
  return places ? new Set(places.split(" ").map((place) => names[Number(place)])) : null;
}

/** @param {HTMLElement} map @param {Set<string> | null} lit */
function lightOnly(map, lit) {
  map.classList.toggle("lit", lit !== null);
  for (const gauge of $$("[data-node]", map))
    gauge.classList.toggle("on", lit?.has(gauge.dataset.node ?? "") ?? false);
}
