// What is hovered or picked in the panels lights up on the map, and the other way round: domains, pods, affinity terms.

import { effect } from "../../lib/atoms.js";
import { $$ } from "../../lib/dom.js";
import { hovered, hoveredDomain, hoveredPod, linked, pointer } from "../core/state.js";
import { PLUGIN_FACTS } from "../../plugins/registry.js";
import { currentView } from "./scene.js";

let pinned = null; // the term that was picked, when none is under the mouse

/** @param {HTMLElement[]} panes */
export function linkPanes(panes) {
  for (const pane of panes) {
    pane.addEventListener("pointerover", (event) => follow(event.target));
    pane.addEventListener(
      "focusin",
      (event) => event.target.matches?.(":focus-visible") && follow(event.target),
    );
    pane.addEventListener("pointerleave", () => follow(null));
    pane.addEventListener("click", (event) => pick(event.target.closest?.("[data-term]")));
  }
  effect([pointer], (at) => {
    const here = `${at?.cycle}/${at?.plugin}`;
    if (pinned && pinned.where !== here) pinned = null;
    linked.set(pinned);
  });
  effect([hoveredDomain, hoveredPod, linked], (domain, pod, link) =>
    panes.forEach((pane) => light(pane, domain, pod, link)),
  );
}

function follow(target) {
  const at = (selector) => target?.closest?.(selector)?.dataset;
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

// Some numbers are about a domain: "domain:filter:0:zone-a".
function domainOf(data, [kind, ...args]) {
  if (data) return { key: data.domainKey, value: data.domainValue };
  return PLUGIN_FACTS[kind]?.domain?.(args, currentView()) ?? null;
}

const linkTo = ({ term, row }) => ({
  term: Number(term),
  row: row === undefined ? null : Number(row),
  pinned: false,
});

function pick(element) {
  if (!element) return;
  const link = linkTo(element.dataset);
  const same = pinned && pinned.term === link.term && pinned.row === link.row;
  const at = pointer.get();
  pinned = same ? null : { ...link, pinned: true, where: `${at?.cycle}/${at?.plugin}` };
  linked.set(pinned);
}

function light(pane, domain, pod, link) {
  for (const element of $$("[data-domain-key]", pane))
    element.classList.toggle(
      "lit",
      element.dataset.domainKey === domain?.key && element.dataset.domainValue === (domain?.value ?? ""),
    );
  for (const element of $$("[data-pod], [data-why^='pod:']", pane))
    element.classList.toggle(
      "lit",
      pod !== null && (element.dataset.pod ?? element.dataset.why.slice(4)) === pod,
    );
  for (const element of $$("[data-term]", pane))
    element.classList.toggle(
      "lit",
      link !== null &&
        Number(element.dataset.term) === link.term &&
        (element.dataset.row === undefined || link.row === null || Number(element.dataset.row) === link.row),
    );
}
