// The steps of a cycle at a level of detail: a list of (point, plugin, node), from which the arrows take the
// next. A pure function of the cycle's events and view; "Pod" steps from cycle to cycle.

import { matrixOf } from "./matrix.js";
import { openingPlugin } from "./pointer.js";
import { POINTS, pointOf, stateOf } from "./points.js";
import { scoresOf } from "./scores.js";

export const LEVELS = ["Pod", "Point", "Plugin", "Node"];
export const USUAL_LEVEL = "Plugin";

/** @import { CycleView } from "./cycleview.js" */
/** @import { Cycle } from "./log.js" */
/** @import { PointId } from "./points.js" */

/** @typedef {{point: PointId, plugin: string | null, node: string | null}} Step */

/**
 * @param {Cycle} cycle
 * @param {CycleView | null} data the cycle's view, or null while it is on its way
 * @param {string} level
 * @param {string[]} counting the plugins that show what they count at PreFilter
 * @returns {Step[]}
 */
export function stepsOf(cycle, data, level, counting) {
  const points = POINTS.map((point) => point.id).filter(
    (id) => id !== "Run" && stateOf(id, cycle) === "done",
  );
  if (level === "Pod" || level === "Point")
    return points.map((point) => stepAt(point, openingPlugin(cycle, point, counting)));
  const plugins = points.flatMap((point) =>
    orNothing(pluginsAt(point, cycle, data)).map((plugin) => stepAt(point, plugin)),
  );
  if (level === "Plugin" || !data) return plugins;
  return plugins.flatMap((plugin) => [plugin, ...nodesAt(plugin, data).map((node) => ({ ...plugin, node }))]);
}

/** @param {PointId} point @param {string | null} [plugin] @returns {Step} */
const stepAt = (point, plugin = null) => ({ point, plugin, node: null });

/** @param {string[]} list @returns {(string | null)[]} */
const orNothing = (list) => (list.length ? list : [null]);

/**
 * The plugins that did something at a point, in execution order.
 * @param {PointId} point @param {Cycle} cycle @param {CycleView | null} data
 */
export function pluginsAt(point, cycle, data) {
  if (point === "Filter" && data) return matrixOf(data).ran;
  if (point === "Kueue") return Object.keys(cycle.kueue?.steps ?? {});
  if (point === "Run" || point === "Queue" || point === "Group" || point === "Total" || point === "Result")
    return [];
  const listed = cycle.points[point]?.plugins ?? [];
  return listed
    .filter((plugin) => !("code" in plugin) || plugin.code !== "Skip")
    .map((plugin) => plugin.plugin);
}

/**
 * The nodes that a plugin judged at a point, in visiting order, or by total.
 * @param {Step} step @param {CycleView} data
 */
const nodesAt = (step, data) => placesAt(step, data).map((node) => data.names[node]);

/** @param {Step} step @param {CycleView} data @returns {number[]} */
function placesAt({ point, plugin }, data) {
  if (point === "Filter" && plugin) {
    const matrix = matrixOf(data);
    return matrix.visited.filter(
      (node) => !["unreached", "skipped", "outside"].includes(matrix.cell(node, plugin).state),
    );
  }
  if (point === "Score" || point === "NormalizeScore" || point === "Total") return scoresOf(data).nodes;
  return [];
}

/**
 * Where a pointer stands in the list: its own step, else the last one that is not after it; −1 before
 * the first.
 * @param {Step[]} steps @param {Step} pointer
 */
export function indexOf(steps, pointer) {
  const at = steps.findIndex(
    (step) => step.point === pointer.point && step.plugin === pointer.plugin && step.node === pointer.node,
  );
  if (at >= 0) return at;
  const plugin = steps.findIndex((step) => step.point === pointer.point && step.plugin === pointer.plugin);
  if (plugin >= 0) return plugin;
  const point = steps.findIndex((step) => step.point === pointer.point);
  return point >= 0 ? point : steps.findLastIndex((step) => placeOf(step.point) < placeOf(pointer.point));
}

/** What a plugin, or a step of Kueue, is called. @param {string | null} plugin @param {Cycle} cycle */
export const nameOfStep = (plugin, { kueue }) => kueue?.steps[plugin ?? ""]?.title ?? plugin;

/** @param {PointId} id */
const placeOf = (id) => pointOf(id).index;

/**
 * Compares two steps of a cycle by their order.
 * @param {Cycle} cycle @param {CycleView | null} data
 * @returns {(a: Step, b: Step) => number} negative when `a` is earlier
 */
export function inOrder(cycle, data) {
  /** @type {PlacesByKey} */
  const plugins = new Map();
  /** @type {PlacesByKey} */
  const nodes = new Map();
  /** @param {Step} step */
  const pluginPlace = ({ point, plugin }) =>
    place(
      once(plugins, point, () => pluginsAt(point, cycle, data)),
      plugin,
    );
  /** @param {Step} step */
  const nodePlace = (step) =>
    step.node && data
      ? place(
          once(nodes, `${step.point}/${step.plugin}`, () => nodesAt(step, data)),
          step.node,
        )
      : -1;
  return (a, b) =>
    placeOf(a.point) - placeOf(b.point) || pluginPlace(a) - pluginPlace(b) || nodePlace(a) - nodePlace(b);
}

/** @typedef {Map<string, number>} Places by name */
/** @typedef {Map<string, Places>} PlacesByKey */

/** @param {PlacesByKey} placesByKey @param {string} key @param {() => string[]} make @returns {Places} */
function once(placesByKey, key, make) {
  const cached = placesByKey.get(key);
  if (cached) return cached;
  const places = new Map(make().map((name, index) => [name, index]));
  placesByKey.set(key, places);
  return places;
}

/** @param {Places} places @param {string | null} name */
const place = (places, name) => (name === null ? -1 : (places.get(name) ?? -1));
