// Beside the question of a point: the fact that sums the point up, to open in Why.

import { t } from "../../../lib/i18n.js";
import { factLink, named } from "../../../parts/factLink.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { PointId } from "../../../model/points.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

/** @type {Partial<Record<PointId, (now: Context) => Child>>} */
const LINKS = {
  Queue: () => factLink(t("Sort key"), "key"),
  PreFilter: () => plugins("PreFilter"),
  Filter: () => factLink(t("All nodes"), "nodes"),
  PostFilter: ({ cycle: { finished } }) =>
    finished?.nominated_node && factLink(t("Chosen candidate"), named("candidate", finished.nominated_node)),
  PreScore: () => plugins("PreScore"),
  Score: () => plugins("Score"),
  NormalizeScore: () => plugins("NormalizeScore"),
  Total: ({ cycle: { finished } }) =>
    finished?.node && factLink(t("Winner's total"), named("total", finished.node)),
};

/** @param {PointId} point */
const plugins = (point) => factLink(t("All plugins"), named("plugins", point));

/** @param {Context} now @returns {Child} */
export const summaryLink = (now) => LINKS[now.pointer.point]?.(now);
