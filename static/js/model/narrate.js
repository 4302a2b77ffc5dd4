// One sentence per step, from counts alone: for the stepper and, politely, for screen readers.

import { decimal, inARow, integer, labelled } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { talliesOf } from "./log.js";
import { matrixOf } from "./matrix.js";
import { pointOf } from "./points.js";
import { scoresOf } from "./scores.js";
import { nameOfStep } from "./steps.js";

/** @import { CycleFinished, PrePointFinished } from "../types/engine.js" */
/** @import { CycleView } from "./cycleview.js" */
/** @import { Cycle, RunLog } from "./log.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { PointId } from "./points.js" */
/** @import { Scores } from "./scores.js" */

/**
 * @param {Pointer} pointer
 * @param {Cycle} cycle
 * @param {CycleView | null} data the cycle's view or null
 * @param {RunLog} log
 * @param {string | null} counted what the plugin has counted at PreFilter
 * @param {Scores | null} [tried] the scores while other weights are tried
 */
export function narrate(pointer, cycle, data, log, counted, tried = null) {
  const head = [pointOf(pointer.point).label, nameOfStep(pointer.plugin, cycle)].filter(Boolean).join(", ");
  if (pointer.point === "Run") return labelled(head, wholeRun(log));
  if (tried && (pointer.point === "Total" || pointer.point === "Result"))
    return labelled(head, wouldWin(tried));
  const sentence =
    pointer.point === "PreFilter"
      ? (counted ?? ranAndSkipped(cycle.points.PreFilter))
      : SAY[pointer.point]?.(pointer, cycle, data);
  return sentence ? labelled(head, sentence) : head;
}

/** @type {Partial<Record<PointId, (pointer: Pointer, cycle: Cycle, data: CycleView | null) => string>>} */
const SAY = {
  Kueue: ({ plugin }, { kueue }) => kueue?.steps[plugin ?? ""]?.heading ?? "",
  Queue(_, { started: { queue } }) {
    if (!queue?.from) return "";
    const { active, backoff, unschedulable } = queue;
    return t("from {queue}, priority {priority}, {pods} waiting", {
      queue: queue.from === "backoff" ? "backoffQ" : "activeQ",
      priority: integer(queue.priority),
      pods: tn("{n} pod", "{n} pods", active + backoff + unschedulable),
    });
  },
  Filter({ plugin, node }, _cycle, data) {
    if (!data) return "";
    const matrix = matrixOf(data);
    if (!plugin)
      return t("{left} of {nodes} left", {
        left: matrix.feasibleCount,
        nodes: tn("{n} node", "{n} nodes", matrix.visited.length),
      });
    if (node) return `${node} ${WORDS[matrix.cell(data.indexOf(node), plugin).state]}`;
    const rejected = matrix.rejectedBy.get(plugin) ?? 0;
    return t("{rejected} of {nodes} rejected", {
      rejected,
      nodes: tn("{n} node", "{n} nodes", (matrix.left.get(plugin) ?? 0) + rejected),
    });
  },
  PostFilter(_, { points }) {
    const { candidates, victims } = points.PostFilter?.counts ?? { candidates: 0, victims: 0 };
    return [tn("{n} candidate", "{n} candidates", candidates), tn("{n} victim", "{n} victims", victims)].join(
      ", ",
    );
  },
  PreScore: (_, { points }) => ranAndSkipped(points.PreScore),
  Score({ plugin }, { points }, data) {
    if (!data || !plugin) return tn("{n} node", "{n} nodes", points.Score?.counts.nodes ?? 0);
    const { min, max } = scoresOf(data).range(plugin);
    return t("raw {min} to {max}", { min: decimal(min), max: decimal(max) });
  },
  NormalizeScore({ plugin }, _, data) {
    if (!data || !plugin) return "";
    const scores = scoresOf(data);
    const [from, to] = [scores.range(plugin), scores.normalizedRange(plugin)];
    return t("{a} to {b} becomes {c} to {d}", {
      a: decimal(from.min),
      b: decimal(from.max),
      c: decimal(to.min),
      d: decimal(to.max),
    });
  },
  Total(_, { points }) {
    if (!points.NormalizeScore) return "";
    const { total_min: low, total_max: high, best } = points.NormalizeScore.counts;
    const winners = tn("one node is best", "{n} nodes are equally good", best);
    return inARow(t("{low} to {high}", { low, high }), winners);
  },
  Result: (_, { finished }) => outcome(finished),
};

/** The result of a trial. @param {Scores} scores */
const wouldWin = ({ nodes, best, winner, name, total }) =>
  best.length > 1
    ? tn("{n} node would lead with {total}", "{n} nodes would tie with {total}", best.length, {
        total: total(winner),
      })
    : t("{low} to {high}, {node} would lead by {gap}", {
        low: total(nodes[nodes.length - 1]),
        high: total(winner),
        node: name(winner),
        gap: nodes.length > 1 ? total(winner) - total(nodes[1]) : 0,
      });

/** @type {Record<import("./matrix.js").CellState, string>} */
const WORDS = {
  pass: t("passes"),
  rejected: t("is rejected"),
  unresolvable: t("is rejected, and preemption cannot help"),
  skipped: t("is not checked: the plugin skipped"),
  unreached: t("was not reached"),
  outside: t("is outside PreFilter's nodes"),
  unevaluated: t("was not evaluated"),
  error: t("ended in an error"),
};

/** @param {PrePointFinished | undefined} event */
const ranAndSkipped = (event) =>
  event ? t("{ran} ran, {skipped} skipped", { ran: event.counts.ran, skipped: event.counts.skipped }) : "";

/** How many pods found a node. @param {RunLog} log */
export function wholeRun(log) {
  const { placed, waiting } = talliesOf(log);
  return t("{placed} placed, {waiting} pending", { placed: tn("{n} pod", "{n} pods", placed), waiting });
}

/** The outcome of a pod, in a few words. @param {CycleFinished | null} finished */
export function outcome(finished) {
  if (!finished) return t("running");
  if (finished.skipped) return t("no cycle: {reason}", { reason: finished.skipped });
  if (finished.node) return t("placed on {node}", { node: finished.node });
  return finished.nominated_node
    ? t("pending, nominated to {node}", { node: finished.nominated_node })
    : t("pending");
}
