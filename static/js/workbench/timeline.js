// The pods of the run in scheduling order, each with its outcome; a window around the current one.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { glyph } from "../lib/icons.js";
import { goCycle } from "./actions.js";
import { outcome } from "./narrate.js";
import { log, pointer } from "./state.js";

const WIDTH = 96;

/** @param {HTMLElement} element */
export function mountTimeline(element) {
  let width = element.clientWidth;
  const draw = () => {
    const at = pointer.get();
    const { cycles } = log.get();
    if (!at) return replace(element);
    const shown = Math.max(3, Math.floor(width / WIDTH));
    const from = Math.max(0, Math.min(at.cycle - Math.floor(shown / 2), cycles.length - shown));
    const focused = element.contains(document.activeElement);
    replace(element, cycles.slice(from, from + shown).map((cycle) => item(cycle, at.cycle)));
    if (focused) element.querySelector(".cur")?.focus({ preventScroll: true });
  };
  effect([pointer, log], draw);
  new ResizeObserver(([entry]) => {
    width = entry.contentRect.width;
    draw();
  }).observe(element);
}

function item(cycle, current) {
  const { finished } = cycle;
  const here = cycle.index === current;
  const pending = Boolean(finished && !finished.node && !finished.skipped);
  const [, name] = cycle.pod.split("/");
  return h(
    "button",
    {
      type: "button",
      class: `${pending ? "pend" : ""}${here ? " cur" : ""}${cycle.index > current ? " after" : ""}`,
      "aria-current": here ? "true" : null,
      "aria-label": `${cycle.pod}${cycle.attempt > 1 ? `, attempt ${cycle.attempt}` : ""}: ${outcome(cycle.pod, finished)}`,
      title: cycle.pod,
      onclick: () => goCycle(cycle.index),
    },
    h("b", null, cycle.attempt > 1 ? `${name} ×${cycle.attempt}` : name),
    h("span", null, short(finished)),
  );
}

function short(finished) {
  if (!finished) return "…";
  if (finished.node) return `→ ${finished.node}`;
  if (finished.skipped) return finished.skipped;
  return [glyph("rejected"), finished.nominated_node ? "nominated" : "pending"];
}
