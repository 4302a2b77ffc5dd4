// Filter: which nodes fell out, and by which plugin.

import { integer, labelled } from "../../../lib/format.js";
import { ended, t, tn } from "../../../lib/i18n.js";
import { clausesOf, matrixOf } from "../../../model/matrix.js";
import { Judged } from "../../../model/story.js";
import { pluginOf, skipReason } from "../../../plugins/registry.js";
import { named } from "../../../parts/factLink.js";
import { nodesText } from "./nodes.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Matrix } from "../../../model/matrix.js" */
/** @import { Story, StoryLine } from "../../../model/story.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

const TOLD = 3;

/** @param {Viewed} now @returns {Story} */
export function filterStory(now) {
  const matrix = matrixOf(now.data);
  const { plugin } = now.pointer;
  return plugin ? ofPlugin(now, matrix, plugin) : ofAll(now, matrix);
}

// ---- one plugin ----

/** @param {Viewed} now @param {Matrix} matrix @param {string} plugin @returns {Story} */
function ofPlugin(now, matrix, plugin) {
  if (matrix.skipped.has(plugin))
    return {
      heading: t("{plugin} has nothing to check", { plugin }),
      text: [skipReason("PreFilter", plugin, now)],
    };
  const judged = new Judged(matrix, plugin);
  if (!judged.asked) return { heading: t("No node is left for {plugin} to check", { plugin }) };
  const own = ownStory(now, judged);
  return {
    ...own,
    heading: own?.heading ?? verdict(judged),
    text: [...(own?.text ?? []), ...beyondHelp(judged)],
    lines: own?.lines ?? funnel(now, judged),
  };
}

/** @param {Viewed} now @param {Judged} judged */
const ownStory = (now, judged) => pluginOf(judged.plugin).stories?.Filter?.(now, judged);

/** @param {Judged} judged */
const verdict = ({ plugin, rejected, left }) =>
  rejected.length
    ? tn("{plugin} rejects {n} node", "{plugin} rejects {n} nodes", rejected.length, { plugin })
    : tn("The one node left passes {plugin}", "All {n} nodes left pass {plugin}", left, { plugin });

/** @param {Judged} judged */
function beyondHelp({ rejected, hopeless }) {
  if (!hopeless) return [];
  return [
    hopeless === rejected.length
      ? t("Preemption cannot help there.")
      : tn("On {n} of them, preemption cannot help.", "On {n} of them, preemption cannot help.", hopeless),
  ];
}

/** The nodes before and after, with the reasons between. @param {Viewed} now @param {Judged} judged */
function funnel(now, judged) {
  const { plugin, asked, left, byReason } = judged;
  /** @type {StoryLine[]} */
  const lines = [...byReason].map(([reason, nodes]) => ({
    op: "−",
    label: labelled(reason.replace(/^node\(s\) /, ""), nodesText(now, nodes)),
    value: integer(nodes.length),
    why: clauseFact(now.data, plugin, reason),
  }));
  return [
    { label: t("nodes remaining"), value: integer(asked) },
    ...lines,
    { op: "=", label: t("nodes left"), value: integer(left), result: true, why: named("left", plugin) },
  ];
}

/**
 * The fact that lists the nodes of a reason.
 * @param {CycleView} data @param {string} plugin @param {string} reason
 */
function clauseFact(data, plugin, reason) {
  const clauses = clausesOf(data);
  const same = clauses.filter((clause) => clause.plugin === plugin && clause.reason === reason);
  return same.length === 1 ? named("clause", clauses.indexOf(same[0])) : named("rejected", plugin);
}

// ---- all of them ----

/** @param {Viewed} now @param {Matrix} matrix @returns {Story} */
function ofAll(now, matrix) {
  const all = matrix.visited.length;
  const rejecting = matrix.ran
    .filter((plugin) => matrix.rejectedBy.get(plugin))
    .map((plugin) => new Judged(matrix, plugin));
  const unvisited = matrix.nodes.length - all;
  return {
    heading: outcome(all, matrix.feasibleCount, matrix.nodes.length),
    text: [
      ...rejecting.slice(0, TOLD).map((judged) => ended(ownStory(now, judged)?.heading ?? verdict(judged))),
      ...(unvisited && all ? [unlooked(now.data.trace, unvisited)] : []),
    ],
    lines: all ? allLines(now, matrix, rejecting) : [],
  };
}

/** Why nodes were not looked at. @param {Viewed["data"]["trace"]} trace @param {number} nodes */
function unlooked({ nominatedNodeTried: nominated, nodeHint: hint, preFilter = {} }, nodes) {
  if (nominated?.fits || hint)
    return tn(
      "{n} other node was not evaluated: this one is tried first, and it fits.",
      "{n} other nodes were not evaluated: this one is tried first, and it fits.",
      nodes,
    );
  return Object.values(preFilter).some(({ nodeNames }) => nodeNames)
    ? tn("PreFilter ruled out {n} other node.", "PreFilter ruled out {n} other nodes.", nodes)
    : tn(
        "{n} node was not evaluated: enough had passed.",
        "{n} nodes were not evaluated: enough had passed.",
        nodes,
      );
}

/** @param {number} all @param {number} left @param {number} nodes of the cluster */
function outcome(all, left, nodes) {
  if (!nodes) return t("The cluster has no node");
  if (!all) return t("No node was evaluated");
  const out = all - left;
  if (!out) return tn("The one node passes every filter", "All {n} nodes pass every filter", all);
  if (!left) return tn("The only node is ruled out", "All {n} nodes are ruled out", all);
  return tn("{n} of {all} nodes is ruled out", "{n} of {all} nodes are ruled out", out, {
    all: integer(all),
  });
}

/** @param {Viewed} now @param {Matrix} matrix @param {Judged[]} rejecting @returns {StoryLine[]} */
const allLines = (now, matrix, rejecting) => [
  { label: t("nodes evaluated"), value: integer(matrix.visited.length), why: "nodes" },
  ...rejecting.map(({ plugin, rejected }) => ({
    op: "−",
    label: labelled(plugin, nodesText(now, rejected)),
    value: integer(rejected.length),
    why: named("rejected", plugin),
  })),
  {
    op: "=",
    label: t("nodes left"),
    value: integer(matrix.feasibleCount),
    result: true,
    why: named("left", matrix.ran[matrix.ran.length - 1] ?? ""),
  },
];
