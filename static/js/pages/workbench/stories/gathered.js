// PreFilter and PreScore: what plugins gathered, and which of them have nothing to do.

import { t, tn } from "../../../lib/i18n.js";
import { podOf } from "../../../model/story.js";
import { pluginOf, shortName, skipReason } from "../../../plugins/registry.js";

/** @import { PreFilterEntry, StatusEntry } from "../../../types/engine.js" */
/** @import { Story } from "../../../model/story.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

const NAMED = 4;

/** @param {Viewed} now @returns {Story} */
export function preFilterStory(now) {
  const codes = now.data.trace.preFilter ?? {};
  const refusal = Object.entries(codes).find(([, { code }]) => code !== "Success" && code !== "Skip");
  const { plugin } = now.pointer;
  if (refusal && (!plugin || plugin === refusal[0])) return refused(now, ...refusal);
  return plugin ? ofPlugin("PreFilter", plugin, codes, now) : ofAll("PreFilter", codes, now);
}

/** @param {Viewed} now @returns {Story} */
export function preScoreStory(now) {
  const codes = now.data.trace.preScore ?? {};
  const { plugin } = now.pointer;
  return plugin ? ofPlugin("PreScore", plugin, codes, now) : ofAll("PreScore", codes, now);
}

/** @typedef {"PreFilter" | "PreScore"} Gathering */
/** @typedef {Record<string, StatusEntry & Partial<PreFilterEntry>>} Codes by plugin */

/** @param {Viewed} now @param {string} plugin @param {StatusEntry} status @returns {Story} */
function refused({ cycle }, plugin, { reasons }) {
  return {
    heading: t("{plugin} rejects {pod} before any node is checked", { plugin, pod: podOf(cycle) }),
    text: [...(reasons ?? []), t("The cycle ends here.")],
  };
}

/**
 * @param {Gathering} point @param {string} plugin @param {Codes} codes @param {Viewed} now
 * @returns {Story}
 */
function ofPlugin(point, plugin, codes, now) {
  const status = codes[plugin];
  if (!status) return { heading: t("{plugin} was not called", { plugin }) };
  if (status.code === "Skip")
    return {
      heading: t("{plugin} has nothing to do", { plugin }),
      text: [skipReason(point, plugin, now)],
    };
  const { stories, summaries } = pluginOf(plugin);
  const summary = summaries?.[point]?.(now);
  const own = stories?.[point]?.(now) ?? {
    heading: t("{plugin} is ready", { plugin }),
    text: summary ? [summary] : [],
  };
  return { ...own, text: [...(own.text ?? []), ...narrowed(status.nodeNames)] };
}

/** @param {string[] | undefined} nodes that PreFilter leaves */
const narrowed = (nodes) =>
  nodes ? [tn("Only {n} node will be checked.", "Only {n} nodes will be checked.", nodes.length)] : [];

/** @param {Gathering} point @param {Codes} codes @param {Viewed} now @returns {Story} */
function ofAll(point, codes, now) {
  const names = Object.keys(codes);
  const ran = names.filter((name) => codes[name].code === "Success");
  const skipped = names.filter((name) => codes[name].code === "Skip");
  return {
    heading: heading(point, ran),
    text: [
      ...ran.flatMap((name) => narrowed(codes[name].nodeNames)),
      ...(skipped.length
        ? [
            tn(
              "{n} plugin has nothing to do for this pod and is skipped.",
              "{n} plugins have nothing to do for this pod and are skipped.",
              skipped.length,
            ),
          ]
        : []),
      ...(point === "PreScore" && ran.length
        ? [t("These are preferences: they give points and reject no node.")]
        : []),
    ],
    lines: ran.map((name) => ({
      label: ofPlugin(point, name, codes, now).heading,
      value: shortName(name),
    })),
  };
}

/** @param {Gathering} point @param {string[]} ran */
function heading(point, ran) {
  if (!ran.length) return t("No plugin has anything to prepare");
  const names = ran.slice(0, NAMED).map(shortName).join(", ");
  if (ran.length > NAMED)
    return tn("{n} plugin prepares its data", "{n} plugins prepare their data", ran.length);
  return point === "PreFilter"
    ? t("Prepared for the filters: {plugins}", { plugins: names })
    : t("Prepared for the scores: {plugins}", { plugins: names });
}
