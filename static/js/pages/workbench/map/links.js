// Highlights on the map what is hovered or picked in the panels, and vice versa: domains, pods,
// affinity terms.

import { effect } from "../../../lib/atoms.js";
import { $$, around } from "../../../lib/dom.js";
import { hovered, hoveredDomain, hoveredPod, linked, pointer } from "../core/state.js";
import { PLUGIN_FACTS } from "../../../plugins/registry.js";
import { currentView } from "./scene.js";

/** @import { Link } from "../../../plugins/descriptor.js" */

/** The term that was picked, when none is under the mouse. @type {(Link & {where: string}) | null} */
let pinned = null;

/** @param {HTMLElement[]} panes */
export function linkPanes(panes) {
  for (const pane of panes) {
    pane.addEventListener("pointerover", (event) => follow(event.target));
    pane.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) follow(target);
    });
    pane.addEventListener("pointerleave", () => follow(null));
    pane.addEventListener("click", (event) => pick(around(event, "[data-term]")));
  }
  effect(() => {
    const at = pointer.get();
    const here = `${at?.cycle}/${at?.plugin}`;
    if (pinned && pinned.where !== here) pinned = null;
    linked.set(pinned);
  });
  effect(() => {
    const domain = hoveredDomain.get();
    const pod = hoveredPod.get();
    const link = linked.get();
    panes.forEach((pane) => light(pane, domain, pod, link));
  });
}

/** @param {EventTarget | null} target */
function follow(target) {
  /** @param {string} selector */
  const at = (selector) => {
    const element = target instanceof Element ? target.closest(selector) : null;
    return element instanceof HTMLElement ? element.dataset : undefined;
  };
  const fact = (at("[data-why]")?.why ?? "").split(":");
  const domain = domainOf(at("[data-domain-key]"), fact);
  const before = hoveredDomain.get();
  if (domain?.key !== before?.key || domain?.value !== before?.value) hoveredDomain.set(domain);
  hoveredPod.set(at("[data-pod]")?.pod ?? (fact[0] === "pod" ? fact[1] : null));
  if (fact[0] === "node") hovered.set(fact[1]);
  const term = at("[data-term]");
  const link = term ? linkTo(term) : pinned;
  if (link?.term !== linked.get()?.term || link?.row !== linked.get()?.row) linked.set(link);
}

/**
 * Some numbers are about a domain: "domain:filter:0:zone-a".
 * @param {DOMStringMap | undefined} data @param {string[]} pair
 */
function domainOf(data, [kind, ...args]) {
  if (data) return { key: data.domainKey ?? "", value: data.domainValue ?? null };
  return PLUGIN_FACTS[kind]?.domain?.(args, currentView()) ?? null;
}

/** @param {DOMStringMap} data @returns {Link} */
const linkTo = ({ term, row }) => ({
  term: Number(term),
  row: row === undefined ? null : Number(row),
  pinned: false,
});

/** @param {HTMLElement | null} element */
function pick(element) {
  if (!element) return;
  const link = linkTo(element.dataset);
  const same = pinned && pinned.term === link.term && pinned.row === link.row;
  const at = pointer.get();
  pinned = same ? null : { ...link, pinned: true, where: `${at?.cycle}/${at?.plugin}` };
  linked.set(pinned);
}

/**
 * @param {HTMLElement} pane @param {{key: string, value: string | null} | null} domain
 * @param {string | null} pod @param {Link | null} link
 */
function light(pane, domain, pod, link) {
  for (const element of $$("[data-domain-key]", pane))
    element.classList.toggle(
      "lit",
      element.dataset.domainKey === domain?.key && element.dataset.domainValue === (domain?.value ?? ""),
    );
  for (const element of $$("[data-pod], [data-why^='pod:']", pane))
    element.classList.toggle(
      "lit",
      pod !== null && (element.dataset.pod ?? element.dataset.why?.slice(4)) === pod,
    );
  for (const element of $$("[data-term]", pane))
    element.classList.toggle(
      "lit",
      link !== null &&
        Number(element.dataset.term) === link.term &&
        (element.dataset.row === undefined || link.row === null || Number(element.dataset.row) === link.row),
    );
}
