// Where "continue" stops: at a plugin, at the outcome of a node, at the first rejection of a pod, at a tie.
// Stored per run in this browser.

import { atom } from "../../../lib/atoms.js";
import { t } from "../../../lib/i18n.js";
import { store, storedJson } from "../../../lib/stored.js";
import { rejectedIn } from "../../../model/log.js";
import { matrixOf } from "../../../model/matrix.js";
import { run } from "./state.js";
import { pluginsAt } from "../../../model/steps.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { ExtensionPoint } from "../../../model/points.js" */
/** @import { Step } from "../../../model/steps.js" */

/** @typedef {{kind: "plugin" | "node" | "rejection" | "tie", name?: string}} Breakpoint */

export const breakpoints = atom(/** @type {Breakpoint[]} */ ([]));

const STORED = "workbench.breakpoints.";

/** Starts storing the breakpoints of the current run. */
export function keepBreakpoints() {
  const load = () => breakpoints.set(storedJson(STORED + run.get()?.snapshot) ?? []);
  run.subscribe(load);
  breakpoints.subscribe((list) => keep(run.get()?.snapshot, list));
  load();
}

/** @param {string | undefined} id of the snapshot @param {Breakpoint[]} list */
function keep(id, list) {
  if (id) store(STORED + id, list.length ? JSON.stringify(list) : null);
}

/** @param {Breakpoint} a @param {Breakpoint} b */
const isEqual = (a, b) => a.kind === b.kind && a.name === b.name;

/** @param {Breakpoint} one */
export const isSet = (one) => breakpoints.get().some((breakpoint) => isEqual(breakpoint, one));

/** @param {Breakpoint} one */
export const toggleBreakpoint = (one) =>
  breakpoints.update((list) =>
    isSet(one) ? list.filter((breakpoint) => !isEqual(breakpoint, one)) : [...list, one],
  );

/** @param {Breakpoint} one */
export function nameOf({ kind, name }) {
  if (kind === "rejection") return t("First rejection of a pod");
  if (kind === "tie") return t("Tie");
  return /** @type {string} */ (name);
}

/** Whether a cycle may have a stop, from the log alone. @param {Cycle} cycle */
export function mayStop(cycle) {
  return breakpoints.get().some(({ kind, name }) => {
    if (kind === "rejection") return rejectedIn(cycle) > 0;
    if (kind === "tie") return isTie(cycle);
    if (kind === "plugin")
      return Boolean(cycle.points.Filter) || pointsOf(name ?? "", cycle, null).length > 0;
    return Boolean(cycle.finished && !cycle.finished.skipped);
  });
}

/** Whether a cycle certainly has a stop, from the log alone. @param {Cycle} cycle */
export const hasStop = (cycle) =>
  breakpoints
    .get()
    .some(({ kind }) => (kind === "rejection" && rejectedIn(cycle) > 0) || (kind === "tie" && isTie(cycle)));

/**
 * The steps of a cycle at which to stop.
 * @param {Cycle} cycle @param {CycleView | null} data its view @returns {Step[]}
 */
export const stopsIn = (cycle, data) =>
  breakpoints.get().flatMap((breakpoint) => STOPS[breakpoint.kind](cycle, data, breakpoint.name ?? ""));

/** @type {Record<Breakpoint["kind"], (cycle: Cycle, data: CycleView | null, name: string) => Step[]>} */
const STOPS = {
  rejection(_cycle, data) {
    const [first] = data ? rejections(data) : [];
    return first ? [first] : [];
  },
  tie: (cycle) => (isTie(cycle) ? [{ point: "Total", plugin: null, node: null }] : []),
  plugin: (cycle, data, name) =>
    pointsOf(name, cycle, data).map((point) => ({ point, plugin: name, node: null })),
  node: (cycle, data, name) => fateOf(name, cycle, data),
};

/** @param {Cycle} cycle */
const isTie = (cycle) => (cycle.finished?.ties ?? 1) > 1 && Boolean(cycle.points.NormalizeScore);

/** @param {string} plugin @param {Cycle} cycle @param {CycleView | null} data */
const pointsOf = (plugin, cycle, data) =>
  STEPPED.filter((point) => cycle.points[point] && pluginsAt(point, cycle, data).includes(plugin));

/** @type {ExtensionPoint[]} */
export const STEPPED = ["PreFilter", "Filter", "PostFilter", "PreScore", "Score", "NormalizeScore"];

/**
 * The one step with the outcome of a node: its rejection, its total, or that it was chosen.
 * @param {string} node @param {Cycle} cycle @param {CycleView | null} data @returns {Step[]}
 */
function fateOf(node, cycle, data) {
  const matrix = data && matrixOf(data);
  const place = data ? data.indexOf(node) : -1;
  const plugin = matrix?.first(place) ?? null;
  if (plugin) return [{ point: "Filter", plugin, node }];
  if (cycle.points.NormalizeScore && matrix?.isFeasible(place))
    return [{ point: "Total", plugin: null, node }];
  return cycle.finished?.node === node ? [{ point: "Result", plugin: null, node }] : [];
}

/**
 * All rejections of a cycle in stepping order: by plugin, then by node.
 * @param {CycleView} data @returns {Step[]}
 */
export function rejections(data) {
  if (!data.rejects) return [];
  const matrix = matrixOf(data);
  /** @type {Map<string, Step[]>} */
  const byPlugin = new Map(matrix.plugins.map((plugin) => [plugin, []]));
  for (const node of matrix.visited) {
    const plugin = matrix.first(node);
    if (plugin) byPlugin.get(plugin)?.push({ point: "Filter", plugin, node: data.names[node] });
  }
  return [...byPlugin.values()].flat();
}
