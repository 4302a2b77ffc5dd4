// A lane is dragged onto an action: its form opens for the lane's nodes. Keys and clicks reach the same by
// the form.

import { readTarget } from "./fields.js";
import { openForm } from "./forms.js";
import { laneKey, timeline } from "./state.js";
import { STEPS } from "./steps.js";

/** @import { StepKind } from "../../types/engine.js" */

const TYPE = "application/x-schedscope-nodes";

/** The attributes of a lane's head that can be dragged. @param {string} name of the lane */
export const dragged = (name) => ({
  draggable: true,
  ondragstart: (/** @type {DragEvent} */ { dataTransfer }) => dataTransfer?.setData(TYPE, targetOf(name)),
});

/** @param {string} name of a lane */
function targetOf(name) {
  const isNode = timeline.get()?.nodes.some((node) => node.name === name);
  return isNode ? name : `${laneKey.get()}=${name}`;
}

/**
 * The attributes of a button that takes a lane.
 * @param {(target: Record<string, unknown> | string | string[]) => void} take
 */
export const receiving = (take) => ({
  ondragover: (/** @type {DragEvent} */ event) => {
    if (event.dataTransfer?.types.includes(TYPE)) event.preventDefault();
  },
  ondrop: (/** @type {DragEvent} */ event) => {
    const text = event.dataTransfer?.getData(TYPE);
    if (!text) return;
    event.preventDefault();
    take(readTarget(text));
  },
});

/** Take a lane for one action. @param {StepKind} kind */
export const receivingFor = (kind) =>
  STEPS[kind].about === "nodes" ? receiving((target) => openForm(kind, null, { [kind]: target })) : {};
