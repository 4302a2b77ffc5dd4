// Drawing the mouse or a pen over the rail moves through the steps beneath it. A finger scrolls the rail
// instead.

import { $$ } from "../../../lib/dom.js";
import { current, go, viewData } from "../core/actions.js";
import { level, pointer } from "../core/state.js";
import { STOPS } from "../../../model/points.js";
import { stepsOf } from "../../../model/steps.js";
import { COUNTING } from "../../../plugins/registry.js";

/** @import { Step } from "../../../model/steps.js" */

const DRAG_PX = 4; // less is a click

/** @typedef {{left: number, right: number, list: Step[]}} Segment of the rail, with the steps beneath it */

/**
 * @typedef {object} Drag
 * @property {number} from
 * @property {number} id of the pointer
 * @property {string} name of the level
 * @property {Segment[] | null} steps null: it may still be a click
 * @property {number} x
 * @property {number | null} frame
 */

/** @type {Step} */
const WHOLE_RUN = { point: "Run", plugin: null, node: null };

/** @param {HTMLElement} rail */
export function scrubbing(rail) {
  /** @type {Drag | null} */
  let drag = null;
  rail.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.pointerType !== "touch" && pointer.get())
      drag = { from: event.clientX, id: event.pointerId, name: level.get(), steps: null, x: 0, frame: null };
  });
  rail.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.steps && Math.abs(event.clientX - drag.from) < DRAG_PX) return;
    if (!drag.steps) begin(drag);
    drag.x = event.clientX;
    const mine = drag;
    drag.frame ??= requestAnimationFrame(() => move(mine));
  });
  const end = () => {
    if (drag?.steps) rail.addEventListener("click", swallow, { capture: true, once: true });
    if (drag?.steps) setTimeout(() => rail.removeEventListener("click", swallow, { capture: true }));
    drag = null;
  };
  rail.addEventListener("pointerup", end);
  rail.addEventListener("pointercancel", end);

  /** @param {Drag} begun */
  function begin(begun) {
    rail.setPointerCapture(begun.id);
    const name = level.get() === "Pod" ? "Plugin" : level.get();
    const cycle = current();
    const all = cycle ? stepsOf(cycle, viewData(), name, COUNTING) : [];
    begun.name = name;
    begun.steps = $$(".pt.done", rail).map((segment) => {
      const { left, right } = segment.getBoundingClientRect();
      const stop = STOPS.find(({ id }) => id === segment.dataset.point);
      return {
        left,
        right,
        list: stop?.id === "Run" ? [WHOLE_RUN] : all.filter((step) => stop?.points.includes(step.point)),
      };
    });
  }
}

/** Ignores the click that ends a drag. @param {Event} event */
function swallow(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {Drag} drag */
function move(drag) {
  drag.frame = null;
  const segments = drag.steps ?? [];
  const reached = segments.filter(({ left }) => left <= drag.x).at(-1) ?? segments[0];
  if (!reached) return;
  const share = Math.min(0.999, Math.max(0, (drag.x - reached.left) / (reached.right - reached.left)));
  const step = reached.list[Math.floor(share * reached.list.length)];
  if (step) go(drag.name === "Node" ? step : { point: step.point, plugin: step.plugin }, { push: false });
}
