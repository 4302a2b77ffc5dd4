// What the panels of plugins need from the page.

import { ask } from "../core/data.js";
import { figure } from "../core/figures.js";
import { linked, theRun } from "../core/state.js";
import { pluginOf, PLUGINS } from "../../plugins/registry.js";

/** @import { Page, Point, Viewed } from "../../plugins/descriptor.js" */

/** @type {Page} */
export const page = {
  figure,
  linked,
  fact: (cycle, name) => ask(`/runs/${theRun().id}/cycles/${cycle.index}/facts?of=${name}`),
};

/**
 * The panels of plugins at a point, in the order of the registry.
 * @param {Point} point @param {Viewed} now
 * @param {Point} point
 * @param {Viewed} now
 */
export const panelsAt = (point, now) =>
  PLUGINS.flatMap(({ panels }) => panels?.[point]?.(now, page) ?? []).filter(Boolean);

/**
 * The panel of one plugin at a point, or nothing.
 * @param {string | null} plugin @param {Point} point @param {Viewed} now
 * @param {string | null} plugin
 * @param {Point} point
 * @param {Viewed} now
 */
export const panelOf = (plugin, point, now) => pluginOf(plugin).panels?.[point]?.(now, page) ?? null;
