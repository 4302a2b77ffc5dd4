// Everything that moves the pointer. Deliberate jumps push a history entry, stepping and scrubbing
// replace it.

import { clause, level, log, MOST_PINS, phone, pins, pointer, url, view } from "./state.js";
import { openingPlugin, paramsOf, tellingStep } from "../../../model/pointer.js";
import { indexOf, stepsOf, USUAL_LEVEL } from "../../../model/steps.js";
import { matrixOf } from "../../../model/matrix.js";
import { stateOf } from "../../../model/points.js";
import { COUNTING } from "../../../plugins/registry.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Step } from "../../../model/steps.js" */

/** @param {Partial<Pointer>} patch */
export function go(patch, { push = true } = {}) {
  const at = pointer.get();
  if (!at) return;
  const next = { ...at, ...patch };
  if (next.cycle !== at.cycle || next.point !== at.point) clause.set(-1);
  url.write({ ...paramsOf(next, log.get()), why: null }, { push });
}

/** @param {PointId} point */
export function goPoint(point) {
  const cycle = current();
  const at = pointer.get();
  if (!cycle || !at) return;
  go({ point, plugin: at.point === point ? at.plugin : openingPlugin(cycle, point, COUNTING) });
}

/** Another pod, at the same point where it has one, else at its most telling step. @param {number} index */
export function goCycle(index) {
  const cycle = log.get().cycles[index];
  const at = pointer.get();
  if (!cycle || !at) return;
  const { point } = at;
  const pointDone = point !== "Run" && stateOf(point, cycle) === "done";
  go({
    cycle: index,
    ...(pointDone ? { point, plugin: openingPlugin(cycle, point, COUNTING) } : tellingStep(cycle)),
    node: null,
  });
}

// A walk from pod to pod keeps the point, plugin and node at which it began, though not every pod on the way
// has such a step.
/** @type {Pointer | null} */
let walkStart = null;
/** @type {Pointer | null} */
let arrived = null;

/**
 * The pod after or before this one, at the same point, plugin and node where it has them.
 * @param {1 | -1} direction
 */
export function stepPod(direction) {
  const at = pointer.get();
  const cycle = at && log.get().cycles[at.cycle + direction];
  if (!cycle) return;
  if (at !== arrived || !walkStart) walkStart = at;
  const { point, plugin, node } = walkStart;
  const pointDone = stateOf(point, cycle) === "done";
  const step = pointDone
    ? { point, plugin: plugin ?? openingPlugin(cycle, point, COUNTING) }
    : tellingStep(cycle);
  go({ cycle: cycle.index, ...step, node }, { push: false });
  arrived = pointer.get();
}

/** Switches between the whole run and the pod. */
export function goRun() {
  const cycle = current();
  if (!cycle) return;
  if (pointer.get()?.point === "Run") go({ ...tellingStep(cycle), node: null });
  else go({ point: "Run", plugin: null, node: null });
}

/** Selects a node; the same node again clears the selection. @param {string | null} node */
export function goNode(node, plugin = pointer.get()?.plugin ?? null) {
  const at = pointer.get();
  if (!at) return;
  const cleared = at.node === node && at.plugin === plugin && !phone.get();
  go({ node: cleared ? null : node, plugin: node && !cleared ? pluginFor(node, plugin) : plugin });
}

/**
 * At Filter the arithmetic is that of a plugin that judged the node: the given one, else the one that
 * rejected it.
 * @param {string} node @param {string | null} plugin
 */
function pluginFor(node, plugin) {
  const { data } = view.get();
  if (pointer.get()?.point !== "Filter" || !data) return plugin;
  const matrix = matrixOf(data);
  const place = data.indexOf(node);
  const state = plugin ? matrix.cell(place, plugin).state : "unreached";
  return state === "unreached" || state === "skipped"
    ? (matrix.first(place) ?? plugin ?? matrix.ran[0])
    : plugin;
}

export const clearNode = () => pointer.get()?.node && go({ node: null });

export function current() {
  const at = pointer.get();
  return at ? log.get().cycles[at.cycle] : null;
}

/**
 * The steps at the current level, and the index of the current one; −1 before the first.
 * @returns {{steps: Step[], index: number}}
 */
export function position() {
  const at = pointer.get();
  const cycle = current();
  if (!at || !cycle) return { steps: [], index: 0 };
  const steps = stepsNow(cycle, viewData(), level.get());
  if (positionNow.at !== at || positionNow.steps !== steps)
    positionNow = { at, steps, index: indexOf(steps, at) };
  return positionNow;
}

/** @type {{at: Pointer | null, steps: Step[], index: number}} */
let positionNow = { at: null, steps: [], index: 0 };
/** @type {{key: unknown[], steps: Step[]}} */
let cachedSteps = { key: [], steps: [] };

/**
 * The list is long at 5,000 nodes and the same for all steps of a cycle.
 * @param {Cycle} cycle @param {CycleView | null} data @param {string} name of the level
 */
function stepsNow(cycle, data, name) {
  const key = [cycle, data, name, Object.keys(cycle.points).length, cycle.finished, cycle.kueue];
  if (key.some((part, i) => part !== cachedSteps.key[i]))
    cachedSteps = { key, steps: stepsOf(cycle, data, name, COUNTING) };
  return cachedSteps.steps;
}

/** The view of the current cycle, or null. */
export function viewData() {
  const viewed = view.get();
  return viewed.status === "ready" && viewed.cycle === pointer.get()?.cycle ? viewed.data : null;
}

/** @param {1 | -1} direction */
export function stepBy(direction) {
  const at = pointer.get();
  if (!at) return;
  if (level.get() === "Pod") return stepPod(direction);
  const { steps, index } = position();
  const next = steps[index + direction];
  if (next)
    return go(level.get() === "Node" ? next : { point: next.point, plugin: next.plugin }, { push: false });
  const cycle = log.get().cycles[at.cycle + direction];
  if (!cycle || at.point === "Run") return;
  const edge = stepsOf(cycle, null, level.get(), COUNTING).at(direction > 0 ? 0 : -1);
  if (!edge) return;
  go(
    {
      cycle: cycle.index,
      point: edge.point,
      plugin: edge.plugin,
      node: level.get() === "Node" ? null : at.node,
    },
    { push: false },
  );
}

/** Whether there is a step in that direction. @param {1 | -1} direction */
export function canStep(direction) {
  const at = pointer.get();
  if (!at) return false;
  if (at.point === "Run" && level.get() !== "Pod") return direction > 0;
  const { steps, index } = position();
  const within = level.get() !== "Pod" && steps[index + direction];
  return Boolean(within || log.get().cycles[at.cycle + direction]);
}

/** @param {1 | -1} direction */
export function stepPoint(direction) {
  const cycle = current();
  const at = pointer.get();
  if (!cycle || !at) return;
  const points = stepsOf(cycle, null, "Point", COUNTING);
  const next = points[indexOf(points, { ...at, plugin: null, node: null }) + direction];
  if (next) go({ point: next.point, plugin: next.plugin }, { push: false });
}

/**
 * The first or the last step of the pod; at the level of pods the first or the last pod.
 * @param {1 | -1} direction
 */
export function stepToEdge(direction) {
  if (level.get() === "Pod") return goCycle(direction < 0 ? 0 : log.get().cycles.length - 1);
  const edge = position().steps.at(direction < 0 ? 0 : -1);
  if (edge) go(level.get() === "Node" ? edge : { point: edge.point, plugin: edge.plugin });
}

/** @param {string} name of LEVELS */
export const setLevel = (name) => url.write({ level: name === USUAL_LEVEL ? null : name });

/**
 * Pins a node to the top of the tables, or unpins it.
 * @param {string} node @returns {boolean} whether there was room
 */
export function togglePin(node) {
  const now = pins.get();
  const next = now.includes(node) ? now.filter((pin) => pin !== node) : [...now, node];
  if (next.length > MOST_PINS) return false;
  url.write({ pin: next.join(",") });
  return true;
}

/** @param {string[]} keys */
export const groupBy = (keys) => url.write({ group: keys.length ? keys.join(",") : "none" }, { push: false });
