// All pods: how the run went, in numbers.

import { clock, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { mostRejecting, talliesOf } from "../../../model/log.js";
import { labelOf } from "../../../plugins/registry.js";

/** @import { Cycle, RunLog } from "../../../model/log.js" */
/** @import { Story, StoryLine } from "../../../model/story.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

const LISTED = 6;

/** @param {Pick<Context, "log">} now @returns {Story} */
export function runStory({ log }) {
  const { placed, waiting, victims } = talliesOf(log);
  const last = lastAttempts(log);
  return {
    heading: heading(log, placed, waiting),
    text: [...decided(last), ...preempted(victims), ...ended(log)],
    title: t("Why pods are pending"),
    lines: pendingLines(last),
  };
}

/** @param {RunLog} log @param {number} placed @param {number} waiting */
function heading(log, placed, waiting) {
  if (log.failed) return t("The run failed");
  if (!log.finished && !log.cancelled)
    return t("{placed} placed so far, still running", { placed: integer(placed) });
  if (!waiting) return tn("The only pod was placed", "All {n} pods were placed", placed);
  if (!placed) return tn("The only pod stays pending", "All {n} pods stay pending", waiting);
  return tn("{n} of {all} pods stays pending", "{n} of {all} pods stay pending", waiting, {
    all: integer(placed + waiting),
  });
}

/** The last attempt of each pod, without those that were preempted. @param {RunLog} log */
function lastAttempts(log) {
  /** @type {Map<string, Cycle>} */
  const last = new Map();
  for (const cycle of log.cycles) if (cycle.finished) last.set(cycle.pod, cycle);
  for (const { finished } of log.cycles) for (const victim of finished?.victims ?? []) last.delete(victim);
  return [...last.values()];
}

/** How the placed pods got their nodes. @param {Cycle[]} last */
function decided(last) {
  const placed = last.filter(({ finished }) => finished?.node);
  const scored = placed.filter(({ points }) => points.NormalizeScore);
  const equal = scored.filter(({ finished }) => (finished?.ties ?? 1) > 1);
  const drawn = equal.filter(({ finished }) => !finished?.likely).length;
  const likely = equal.length - drawn;
  const alone = placed.length - scored.length;
  const won = scored.length - equal.length;
  return [
    won ? tn("{n} was placed by the highest score.", "{n} were placed by the highest score.", won) : "",
    drawn ? tn("{n} was placed by a random tie-break.", "{n} were placed by a random tie-break.", drawn) : "",
    likely
      ? tn(
          "{n} had tied nodes, between which the search order decides.",
          "{n} had tied nodes, between which the search order decides.",
          likely,
        )
      : "",
    alone ? tn("{n} had only one feasible node.", "{n} had only one feasible node.", alone) : "",
  ].filter(Boolean);
}

/** @param {number} victims */
const preempted = (victims) =>
  victims ? [tn("{n} pod was preempted.", "{n} pods were preempted.", victims)] : [];

/** @param {RunLog} log */
function ended({ finished, cancelled }) {
  if (cancelled) return [t("The run was cancelled.")];
  return finished?.at ? [t("The scheduler's clock is at {time}.", { time: clock(finished.at) })] : [];
}

/** The pending pods by what keeps them waiting, most first. @param {Cycle[]} last @returns {StoryLine[]} */
function pendingLines(last) {
  /** @type {Map<string, number>} */
  const causes = new Map();
  for (const cycle of last) {
    if (cycle.finished?.node) continue;
    const cause = causeOf(cycle);
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  return [...causes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, LISTED)
    .map(([cause, n]) => ({ label: cause, value: tn("{n} pod", "{n} pods", n) }));
}

/** What keeps a pod waiting, in a few words. @param {Cycle} cycle */
function causeOf(cycle) {
  const { finished, points } = cycle;
  if (finished?.skipped) return t("no cycle: {reason}", { reason: finished.skipped });
  if (finished?.nominated_node) return t("waits for its victims to terminate");
  const plugin = mostRejecting(cycle);
  if (plugin) return t("{plugin} rejected most nodes", { plugin: labelOf(plugin) });
  const early = points.PreFilter?.plugins.find(({ code }) => code !== "Success" && code !== "Skip");
  return early ? t("{plugin} rejected it", { plugin: labelOf(early.plugin) }) : t("no node");
}
