// The steps of a cycle at a level of detail: a list of (point, plugin, node), from which the arrows take the next. A pure
// function of the cycle's events and view; "Pod" steps from cycle to cycle.

import { matrixOf } from "./matrix.js";
import { openingPlugin } from "./pointer.js";
import { POINTS, stateOf } from "./points.js";
import { scoresOf } from "./scores.js";

export const LEVELS = ["Pod", "Point", "Plugin", "Node"];
export const USUAL_LEVEL = "Plugin";

/** @typedef {{point: string, plugin: string | null, node: string | null}} Step */

/**
 * @param {import("./log.js").Cycle} cycle
 * @param {any} data the cycle's view, or null while it is on its way
 * @param {string} level
 * @returns {Step[]}
 */
export function stepsOf(cycle, data, level) {
  const points = POINTS.map((point) => point.id).filter(
    (id) => id !== "Run" && stateOf(id, cycle) === "done",
  );
  if (level === "Pod" || level === "Point")
    return points.map((point) => step(point, openingPlugin(cycle, point)));
  const plugins = points.flatMap((point) =>
    orNothing(pluginsAt(point, cycle, data)).map((plugin) => step(point, plugin)),
  );
  if (level === "Plugin" || !data) return plugins;
  return plugins.flatMap((each) => [each, ...nodesAt(each, data).map((node) => ({ ...each, node }))]);
}

const step = (point, plugin = null, node = null) => ({ point, plugin, node });
const orNothing = (list) => (list.length ? list : [null]);

/** The plugins that did something at a point, in execution order. */
export function pluginsAt(point, cycle, data) {
  if (point === "Filter" && data) return matrixOf(data).ran;
  if (["Queue", "Total", "Result"].includes(point)) return [];
  const listed = cycle.points[point]?.plugins ?? [];
  return listed.filter((each) => each.code !== "Skip").map((each) => each.plugin);
}

/** The nodes that a plugin decided about at a point, in visiting order, or by total. @param {{point: string, plugin: string | null}} step */
function nodesAt({ point, plugin }, data) {
  if (point === "Filter") {
    const matrix = matrixOf(data);
    return matrix.looked.filter(
      (node) => !["unreached", "skipped", "outside"].includes(matrix.cell(node, plugin).state),
    );
  }
  if (point === "Score" || point === "NormalizeScore" || point === "Total") return scoresOf(data).nodes;
  return [];
}

/** Where a pointer stands in the list: its own step, else the last one that is not behind it; before the first −1. @param {Step[]} steps */
export function indexOf(steps, pointer) {
  const at = steps.findIndex(
    (each) => each.point === pointer.point && each.plugin === pointer.plugin && each.node === pointer.node,
  );
  if (at >= 0) return at;
  const plugin = steps.findIndex((each) => each.point === pointer.point && each.plugin === pointer.plugin);
  if (plugin >= 0) return plugin;
  const point = steps.findIndex((each) => each.point === pointer.point);
  return point >= 0 ? point : steps.findLastIndex((each) => placeOf(each.point) < placeOf(pointer.point));
}

const PLACES = new Map(POINTS.map((point, index) => [point.id, index]));
const placeOf = (id) => PLACES.get(id);

/** Compares two steps of a cycle by their order. @returns {(a: Step, b: Step) => number} negative when `a` is earlier */
export function inOrder(cycle, data) {
  const plugins = new Map();
  const nodes = new Map();
  const pluginPlace = ({ point, plugin }) =>
    place(
      once(plugins, point, () => pluginsAt(point, cycle, data)),
      plugin,
    );
  const nodePlace = (each) =>
    each.node && data
      ? place(
          once(nodes, `${each.point}/${each.plugin}`, () => nodesAt(each, data)),
          each.node,
        )
      : -1;
  return (a, b) =>
    placeOf(a.point) - placeOf(b.point) || pluginPlace(a) - pluginPlace(b) || nodePlace(a) - nodePlace(b);
}

function once(kept, key, make) {
  if (!kept.has(key)) kept.set(key, new Map(make().map((name, index) => [name, index])));
  return kept.get(key);
}

const place = (places, name) => (name === null ? -1 : (places.get(name) ?? -1));
