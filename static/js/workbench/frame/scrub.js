// Drawing the mouse or a pen over the rail moves through the steps beneath it. A finger scrolls the rail instead.

import { $$ } from "../../lib/dom.js";
import { current, go, viewData } from "../core/actions.js";
import { level, pointer } from "../core/state.js";
import { stepsOf } from "../../model/steps.js";
import { COUNTING } from "../../plugins/registry.js";

const DRAG_PX = 4; // less is a click

/** @param {HTMLElement} rail */
export function scrubbing(rail) {
  let drag = null;
  rail.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.pointerType !== "touch" && pointer.get())
      drag = { from: event.clientX, id: event.pointerId, steps: null, x: 0 };
  });
  rail.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.steps && Math.abs(event.clientX - drag.from) < DRAG_PX) return;
    if (!drag.steps) begin(drag);
    drag.x = event.clientX;
    drag.frame ??= requestAnimationFrame(() => move(drag));
  });
  const end = () => {
    if (drag?.steps) rail.addEventListener("click", swallow, { capture: true, once: true });
    if (drag?.steps) setTimeout(() => rail.removeEventListener("click", swallow, { capture: true }));
    drag = null;
  };
  rail.addEventListener("pointerup", end);
  rail.addEventListener("pointercancel", end);

  function begin(drag) {
    rail.setPointerCapture(drag.id);
    const name = level.get() === "Pod" ? "Plugin" : level.get();
    const all = stepsOf(current(), viewData(), name, COUNTING);
    drag.name = name;
    drag.steps = $$(".pt.done", rail).map((segment) => {
      const { left, right } = segment.getBoundingClientRect();
      const id = segment.dataset.point;
      return {
        left,
        right,
        list:
          id === "Run" ? [{ point: id, plugin: null, node: null }] : all.filter((step) => step.point === id),
      };
    });
  }
}

// The click that ends a drag is none.
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

function move(drag) {
  drag.frame = null;
  const reached = drag.steps.filter(({ left }) => left <= drag.x).at(-1) ?? drag.steps[0];
  const share = Math.min(0.999, Math.max(0, (drag.x - reached.left) / (reached.right - reached.left)));
  const step = reached.list[Math.floor(share * reached.list.length)];
  if (step) go(drag.name === "Node" ? step : { point: step.point, plugin: step.plugin }, { push: false });
}
