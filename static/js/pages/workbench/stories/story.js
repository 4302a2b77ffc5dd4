// What each step answers while no node is selected. No step tells a later one.

import { t } from "../../../lib/i18n.js";
import { pointOf } from "../../../model/points.js";
import { pluginOf } from "../../../plugins/registry.js";
import { filterStory } from "./filter.js";
import { groupStory } from "./group.js";
import { preFilterStory, preScoreStory } from "./gathered.js";
import { queueStory } from "./queue.js";
import { resultStory } from "./result.js";
import { runStory } from "./run.js";
import { normalizeStory, scoreStory } from "./scores.js";
import { totalStory } from "./total.js";

/** @import { PointId } from "../../../model/points.js" */
/** @import { Story } from "../../../model/story.js" */
/** @import { Context, Sources, Viewed } from "../../../plugins/descriptor.js" */

/**
 * The story of a step; null while what it needs is on its way.
 * @param {Context} now @param {Sources} sources @returns {Story | null}
 */
export function storyOf(now, sources) {
  const { point } = now.pointer;
  if (point === "Run") return runStory(now);
  if (point === "Kueue") return kueueStory(now);
  if (point === "Queue") return queueStory(now);
  if (point === "Group") return groupStory(now);
  if (point === "Result") return resultStory(now);
  if (!isViewed(now)) return null;
  return now.data.endsBefore(point) ? notReached(point) : VIEWED[point](now, sources);
}

/**
 * The step of Kueue's cycle that is shown; a link may name none.
 *
 * @param {Context} now
 * @returns {Story | null}
 */
function kueueStory({ cycle: { kueue }, pointer }) {
  if (kueue === null) return { heading: t("This pod has no known Kueue workload.") };
  const steps = kueue?.steps ?? {};
  return steps[pointer.plugin ?? ""] ?? Object.values(steps)[0] ?? null;
}

/** @param {Context} now @returns {now is Viewed} */
const isViewed = (now) => now.data !== null;

/** @param {PointId} point @returns {Story} */
const notReached = (point) => ({
  heading: t("{point} was not reached", { point: pointOf(point).label }),
  text: [t("No node was left to score.")],
});

/** @typedef {(now: Viewed, sources: Sources) => Story} Telling */

/** @type {Record<Exclude<PointId, "Run" | "Kueue" | "Queue" | "Group" | "Result">, Telling>} */
const VIEWED = {
  PreFilter: preFilterStory,
  Filter: filterStory,
  PostFilter: postFilterStory,
  PreScore: preScoreStory,
  Score: scoreStory,
  NormalizeScore: normalizeStory,
  Total: totalStory,
};

/** @param {Viewed} now @param {Sources} sources @returns {Story} */
function postFilterStory(now, sources) {
  const [plugin] = now.cycle.points.PostFilter?.plugins ?? [];
  return pluginOf(plugin?.plugin).stories?.PostFilter?.(now, sources) ?? { heading: plugin?.plugin ?? "" };
}
