// Everything that moves the pointer. Deliberate jumps are pushed to the history, stepping and scrubbing replace.

import { clause, level, log, phone, pointer, url, view } from "./state.js";
import { openingPlugin, paramsOf, tellingStep } from "./pointer.js";
import { indexOf, stepsOf } from "./steps.js";
import { matrixOf } from "./matrix.js";
import { stateOf } from "./points.js";

/** @param {Partial<import("./pointer.js").Pointer>} patch */
export function go(patch, { push = true } = {}) {
  const at = pointer.get();
  if (!at) return;
  const next = { ...at, ...patch };
  if (next.cycle !== at.cycle || next.point !== at.point) clause.set(-1);
  url.write(paramsOf(next, log.get()), { push });
}

export function goPoint(point) {
  const cycle = current();
  if (!cycle) return;
  const at = pointer.get();
  go({ point, plugin: at.point === point ? at.plugin : openingPlugin(cycle, point) });
}

/** Another pod, at the same point where it has one, else at its most telling step. */
export function goCycle(index, { push = true } = {}) {
  const cycle = log.get().cycles[index];
  if (!cycle) return;
  const { point } = pointer.get();
  const same = stateOf(point, cycle) === "done";
  go({ cycle: index, ...(same ? { point, plugin: openingPlugin(cycle, point) } : tellingStep(cycle)), node: null }, { push });
}

/** Selects a node; the same node again clears the selection. */
export function goNode(node, plugin = pointer.get()?.plugin ?? null) {
  const at = pointer.get();
  if (!at) return;
  const cleared = at.node === node && at.plugin === plugin && !phone.get();
  go({ node: cleared ? null : node, plugin: node && !cleared ? pluginFor(node, plugin) : plugin });
}

// At Filter the arithmetic is that of a plugin that looked at the node: the asked one, else the one that rejected it.
function pluginFor(node, plugin) {
  if (pointer.get().point !== "Filter" || view.get().status !== "ready") return plugin;
  const matrix = matrixOf(view.get().data);
  const state = plugin ? matrix.cell(node, plugin).state : "unreached";
  return state === "unreached" || state === "skipped" ? (matrix.first(node) ?? plugin ?? matrix.ran[0]) : plugin;
}

export const clearNode = () => pointer.get()?.node && go({ node: null });

export function current() {
  const at = pointer.get();
  return at ? log.get().cycles[at.cycle] : null;
}

/** The steps at the level in force, and where we are in them. */
export function position() {
  const at = pointer.get();
  const cycle = current();
  if (!at || !cycle) return { steps: [], index: 0 };
  const steps = stepsOf(cycle, viewData(), level.get());
  return { steps, index: indexOf(steps, at) };
}

/** The view of the current cycle, or null. */
export function viewData() {
  const seen = view.get();
  return seen.status === "ready" && seen.cycle === pointer.get()?.cycle ? seen.data : null;
}

/** @param {1 | -1} direction */
export function stepBy(direction) {
  const at = pointer.get();
  if (!at) return;
  if (level.get() === "Pod") return goCycle(at.cycle + direction, { push: false });
  const { steps, index } = position();
  const next = steps[index + direction];
  if (next) return go(level.get() === "Node" ? next : { point: next.point, plugin: next.plugin }, { push: false });
  const cycle = log.get().cycles[at.cycle + direction];
  if (!cycle) return;
  const edge = stepsOf(cycle, null, "Point").at(direction > 0 ? 0 : -1);
  go({ cycle: cycle.index, ...edge, node: null }, { push: false });
}

/** Whether there is a step in that direction. */
export function canStep(direction) {
  const at = pointer.get();
  if (!at) return false;
  const { steps, index } = position();
  const within = level.get() !== "Pod" && steps[index + direction];
  return Boolean(within || log.get().cycles[at.cycle + direction]);
}

export function stepPoint(direction) {
  const cycle = current();
  if (!cycle) return;
  const points = stepsOf(cycle, null, "Point");
  const next = points[points.findIndex((each) => each.point === pointer.get().point) + direction];
  if (next) go({ point: next.point, plugin: openingPlugin(cycle, next.point) }, { push: false });
}

export function stepToEdge(direction) {
  const { steps } = position();
  const edge = steps.at(direction < 0 ? 0 : -1);
  if (edge) go(edge, { push: true });
}

/** The next or previous rejected node, in visiting order, with the plugin that rejected it. */
export function nextRejected(direction) {
  const data = viewData();
  if (!data?.trace.filter) return;
  const matrix = matrixOf(data);
  const rejected = matrix.nodes.filter((node) => matrix.first(node));
  if (!rejected.length) return;
  const from = rejected.indexOf(pointer.get().node);
  const at = from < 0 ? (direction > 0 ? 0 : rejected.length - 1) : (from + direction + rejected.length) % rejected.length;
  go({ point: "Filter", plugin: matrix.first(rejected[at]), node: rejected[at] });
}

/** @param {string[]} keys */
export const groupBy = (keys) => url.write({ group: keys.length ? keys.join(",") : "none" }, { push: false });
