// What a step changed, compared with the previous step at the same level: nodes that fell out, counts that
// moved, the lead in the sum. One short line, and the set of nodes for "changed only".

import { decimal, labelled, signed } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { matrixOf } from "./matrix.js";
import { scoresOf } from "./scores.js";
import { outcome } from "./narrate.js";

/** @import { CycleView } from "./cycleview.js" */
/** @import { Cycle, RunLog } from "./log.js" */
/** @import { Matrix } from "./matrix.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { PointId } from "./points.js" */
/** @import { Scores } from "./scores.js" */
/** @import { Step } from "./steps.js" */

/**
 * @typedef {{text: string, nodes: number[] | null}} Delta `nodes` null: none changed, or it is unknown which
 *   of nodes
 */

const NAMED = 4;

/**
 * @param {Pointer} at
 * @param {RunLog} log
 * @param {CycleView | null} data the cycle's view or null
 * @param {string} level
 * @param {Step | undefined} before the step before, in this cycle
 * @param {Scores | null} [tried] the scores while other weights are tried
 * @returns {Delta | null}
 */
export function deltaOf(at, log, data, level, before, tried = null) {
  const cycle = log.cycles[at.cycle];
  if (at.point === "Run") return null;
  if (level === "Pod" || at.point === "Queue") return earlierPod(log.cycles[at.cycle - 1], data);
  if (level === "Node" && at.node && before?.node && data)
    return besides(at, at.node, before.node, data, tried ?? scoresOf(data));
  if (at.point === "Result") return ofResult(cycle, data);
  return data ? (DELTAS[at.point]?.(at, cycle, data, tried ?? scoresOf(data)) ?? null) : null;
}

/** @param {Cycle | undefined} earlier @param {CycleView | null} data @returns {Delta | null} */
function earlierPod(earlier, data) {
  if (!earlier?.finished)
    return earlier ? null : { text: t("the first pod: the cluster is in its initial state"), nodes: null };
  const { pod, finished } = earlier;
  const victims = finished.victims?.length
    ? `, ${tn("{n} victim", "{n} victims", finished.victims.length)}`
    : "";
  return {
    text: `${pod.split("/")[1]} ${outcome(finished)}${victims}`,
    nodes: finished.node ? data && [data.indexOf(finished.node)] : null,
  };
}

/** @param {Cycle} cycle @param {CycleView | null} data @returns {Delta} */
function ofResult({ finished }, data) {
  return finished?.node
    ? {
        text: t("{node} has one more pod", { node: finished.node }),
        nodes: data && [data.indexOf(finished.node)],
      }
    : { text: t("nothing in the cluster changes"), nodes: [] };
}

/** @typedef {(at: Pointer, cycle: Cycle, data: CycleView, scores: Scores) => Delta | null} DeltaAt */

/** @type {Partial<Record<PointId, DeltaAt>>} */
const DELTAS = {
  PreFilter({ plugin }, _, data) {
    const names = plugin && data.trace.preFilter?.[plugin]?.nodeNames;
    return names
      ? {
          text: tn("only {n} node is left to check", "only {n} nodes are left to check", names.length),
          nodes: null,
        }
      : { text: t("no nodes changed: plugins only prepare data here"), nodes: [] };
  },
  Filter({ plugin }, _, data) {
    const matrix = matrixOf(data);
    if (!plugin)
      return fellOut(
        matrix,
        matrix.visited.filter((node) => matrix.first(node)),
        matrix.visited.length,
      );
    const fallen = matrix.visited.filter((node) => matrix.first(node) === plugin);
    return fellOut(matrix, fallen, (matrix.left.get(plugin) ?? 0) + fallen.length);
  },
  PostFilter(_, { points }) {
    const victims = points.PostFilter?.counts.victims ?? 0;
    return {
      text: victims
        ? tn("{n} pod would be evicted", "{n} pods would be evicted", victims)
        : t("nothing: no pod would be evicted"),
      nodes: [],
    };
  },
  PreScore: () => ({ text: t("no nodes changed: plugins only prepare data here"), nodes: [] }),
  Score({ plugin }, _, __, scores) {
    if (!plugin) return separates(scores);
    const { min, max } = scores.range(plugin);
    return min === max
      ? { text: t("the same for all nodes: it does not affect the ranking"), nodes: [] }
      : { text: t("nodes differ by up to {points}", { points: decimal(max - min) }), nodes: null };
  },
  NormalizeScore: ({ plugin }, _, __, scores) => (plugin ? lead(plugin, scores) : separates(scores)),
  Total(_, __, ___, scores) {
    const { best, winner, runnerUp, name, total } = scores;
    if (best.length > 1)
      return {
        text: t("{n} nodes are tied for the lead with {points}", {
          n: best.length,
          points: decimal(total(best[0])),
        }),
        nodes: null,
      };
    return winner >= 0 && runnerUp >= 0
      ? {
          text: t("{winner} is {points} ahead of {runnerUp}", {
            winner: name(winner),
            points: decimal(total(winner) - total(runnerUp)),
            runnerUp: name(runnerUp),
          }),
          nodes: null,
        }
      : null;
  },
};

/** @param {Matrix} matrix @param {number[]} nodes @param {number} of how many @returns {Delta} */
function fellOut(matrix, nodes, of) {
  if (!nodes.length) return { text: t("no node was ruled out"), nodes };
  const dropped = tn("{n} node was ruled out", "{n} nodes were ruled out", nodes.length);
  const left = t("{before} → {after} left", { before: of, after: of - nodes.length });
  // Of more than a few nodes the matrix lists the names.
  const what = nodes.length > NAMED ? dropped : labelled(dropped, nodes.map(matrix.name).join(", "));
  return { text: `${what} · ${left}`, nodes };
}

/** @param {number[]} nodes @param {(node: number) => string} name */
function named(nodes, name) {
  const first = nodes.slice(0, NAMED).map(name).join(", ");
  return nodes.length > NAMED ? t("{nodes} and {n} more", { nodes: first, n: nodes.length - NAMED }) : first;
}

/** The plugin that can move the total most. @param {Scores} scores @returns {Delta | null} */
function separates(scores) {
  if (scores.nodes.length < 2) return null;
  /** @param {string} plugin */
  const moves = (plugin) =>
    (scores.normalizedRange(plugin).max - scores.normalizedRange(plugin).min) * scores.weight(plugin);
  const [most] = [...scores.plugins].sort((a, b) => moves(b) - moves(a));
  return {
    text:
      most && moves(most)
        ? t("{plugin} makes the greatest difference: up to {points}", {
            plugin: most,
            points: decimal(moves(most)),
          })
        : t("the same for all nodes: it does not affect the ranking"),
    nodes: null,
  };
}

/**
 * Who leads in the sum of the plugins up to this one.
 * @param {string} plugin @param {Scores} scores @returns {Delta | null}
 */
function lead(plugin, scores) {
  const upTo = scores.plugins.indexOf(plugin);
  if (upTo < 0 || !scores.nodes.length) return null;
  /** @param {number} count of plugins */
  const best = (count) => {
    const sums = sumOf(scores, scores.plugins.slice(0, count));
    const top = sums.reduce((most, sum) => Math.max(most, sum), -Infinity);
    return { top, nodes: scores.nodes.filter((_, i) => sums[i] === top) };
  };
  const [was, is] = [best(upTo), best(upTo + 1)];
  const gained = signed(is.top - was.top);
  if (is.nodes.length > 1)
    return {
      text: t("{nodes} lead with {points} ({gained})", {
        nodes: named(is.nodes, scores.name),
        points: decimal(is.top),
        gained,
      }),
      nodes: null,
    };
  const took = upTo > 0 && !(was.nodes.length === 1 && was.nodes[0] === is.nodes[0]);
  const leader = scores.name(is.nodes[0]);
  return {
    text: took
      ? t("{node} takes the lead with {points} ({gained})", { node: leader, points: decimal(is.top), gained })
      : t("{node} leads with {points} ({gained})", { node: leader, points: decimal(is.top), gained }),
    nodes: null,
  };
}

/** The points of some plugins for each scored node. @param {Scores} scores @param {string[]} plugins */
function sumOf(scores, plugins) {
  const sums = new Float64Array(scores.nodes.length);
  for (const plugin of plugins) {
    const [points, weight] = [scores.normalizedOf(plugin), scores.weight(plugin)];
    scores.nodes.forEach((node, i) => (sums[i] += points[node] * weight));
  }
  return sums;
}

/**
 * A node compared with the one before it in the list.
 * @param {Pointer} at @param {string} name @param {string} other @param {CycleView} data
 * @param {Scores} scores @returns {Delta}
 */
function besides({ point, plugin }, name, other, data, scores) {
  const [node, before] = [data.indexOf(name), data.indexOf(other)];
  if (point === "Filter" && plugin) {
    const matrix = matrixOf(data);
    const [cell, cellBefore] = [matrix.cell(node, plugin), matrix.cell(before, plugin)];
    return {
      text:
        cell.state === cellBefore.state
          ? t("same as {node}", { node: other })
          : t("unlike {node}", { node: other }),
      nodes: null,
    };
  }
  const value = point === "Score" ? scores.raw : point === "NormalizeScore" ? scores.normalized : null;
  const difference =
    value && plugin ? value(plugin, node) - value(plugin, before) : scores.total(node) - scores.total(before);
  return {
    text: difference
      ? t("{difference} compared with {node}", { difference: signed(difference), node: other })
      : t("same as {node}", { node: other }),
    nodes: null,
  };
}
