// The panels of plugins on the stage.

import { page } from "../core/page.js";
import { pluginOf, PLUGINS } from "../../../plugins/registry.js";

/** @import { Context, Point, Viewed } from "../../../plugins/descriptor.js" */

/**
 * The panels of plugins at a point, in the order of the registry.
 * @param {Exclude<Point, "Queue">} point @param {Viewed} now
 */
export const panelsAt = (point, now) =>
  PLUGINS.flatMap(({ panels }) => panels?.[point]?.(now, page) ?? []).filter(Boolean);

/** Those at Queue, which need no view. @param {Context} now */
export const panelsAtQueue = (now) =>
  PLUGINS.flatMap(({ panels }) => panels?.Queue?.(now, page) ?? []).filter(Boolean);

/**
 * The panel of one plugin at a point, or nothing.
 * @param {string | null} plugin @param {Exclude<Point, "Queue">} point @param {Viewed} now
 */
export const panelOf = (plugin, point, now) => pluginOf(plugin).panels?.[point]?.(now, page) ?? null;
