// What the panels of plugins need of the page.

import { ask } from "../core/data.js";
import { figure } from "../core/figures.js";
import { linked, run } from "../core/state.js";
import { pluginOf, PLUGINS } from "../../plugins/registry.js";

/** @type {import("../../plugins/descriptor.js").Page} */
export const page = {
  figure,
  linked,
  fact: (cycle, name) => ask(`/runs/${run.get().id}/cycles/${cycle.index}/facts?of=${name}`),
};

/**
 * What the plugins show at a point, in the order of the registry.
 * @param {import("../../plugins/descriptor.js").Point} point @param {import("../core/context.js").Context} now
 */
export const panelsAt = (point, now) =>
  PLUGINS.flatMap(({ panels }) => panels?.[point]?.(now, page) ?? []).filter(Boolean);

/**
 * What one plugin shows at a point, or nothing.
 * @param {string | null} plugin @param {import("../../plugins/descriptor.js").Point} point
 * @param {import("../core/context.js").Context} now
 */
export const panelOf = (plugin, point, now) => pluginOf(plugin).panels?.[point]?.(now, page) ?? null;
