// Other weights: totals, the leader, and how far each weight may move before another node leads. All from the
// normalized scores, which do not depend on weights.

import { differences } from "./scores.js";

/** @import { Scores } from "./scores.js" */

/** The highest weight that kube-scheduler accepts. */
export const HIGHEST_WEIGHT = 100;

/**
 * The scores as they would be under other weights; the same shape.
 * @param {Scores} scores @param {Map<string, number>} weights of the plugins that are tried
 * @returns {Scores}
 */
export function scoresWith(scores, weights) {
  if (!weights.size) return scores;
  /** @param {string} plugin */
  const weight = (plugin) => weights.get(plugin) ?? scores.weight(plugin);
  /** @param {string} plugin @param {number} node */
  const weighted = (plugin, node) => scores.normalized(plugin, node) * weight(plugin);
  const totals = scores.totals.slice();
  for (const node of scores.nodes)
    for (const plugin of weights.keys())
      totals[node] += weighted(plugin, node) - scores.weighted(plugin, node);
  const nodes = [...scores.nodes].sort((a, b) => totals[b] - totals[a]); // stable: ties keep their order
  const best = nodes.filter((node) => totals[node] === totals[nodes[0]]);
  const winner = best.includes(scores.winner) ? scores.winner : nodes[0];
  return {
    ...scores,
    tried: true,
    weight,
    weighted,
    difference: differences(scores.plugins, weighted),
    totals,
    total: (node) => totals[node],
    nodes,
    best,
    winner,
    runnerUp: nodes.find((node) => node !== winner) ?? -1,
  };
}

/**
 * The weights of a plugin for which the winner keeps the highest total, alone or tied, all others unchanged.
 * @param {Scores} scores @param {string} plugin
 * @returns {{low: number, high: number, below: number, above: number}} the nodes that lead beyond, −1: none
 *   does
 */
export function interval(scores, plugin) {
  const { winner } = scores;
  const limits = { low: 0, high: Infinity, below: -1, above: -1 };
  for (const node of scores.nodes) {
    const ahead = scores.total(winner) - scores.total(node);
    const slope = scores.normalized(plugin, winner) - scores.normalized(plugin, node);
    if (!slope) continue;
    const bound = scores.weight(plugin) - ahead / slope;
    if (slope > 0 && Math.ceil(bound) > limits.low)
      Object.assign(limits, { low: Math.ceil(bound), below: node });
    if (slope < 0 && Math.floor(bound) < limits.high)
      Object.assign(limits, { high: Math.floor(bound), above: node });
  }
  return limits;
}

/**
 * The changes of one weight that put a node before the winner, the smallest first, each computed again.
 * @param {Scores} scores @param {number} node
 * @returns {{plugin: string, weight: number, from: number, leaders: number[], totals: [number, number]}[]}
 */
export function flips(scores, node) {
  const { winner } = scores;
  const gap = scores.total(winner) - scores.total(node);
  return scores.plugins
    .flatMap((plugin) => {
      const gain = scores.normalized(plugin, node) - scores.normalized(plugin, winner);
      if (!gain) return [];
      const step = Math.floor(gap / Math.abs(gain)) + 1;
      const from = scores.weight(plugin);
      const weight = from + (gain > 0 ? step : -step);
      if (weight < 0) return [];
      const then = scoresWith(scores, new Map([[plugin, weight]]));
      return then.total(node) > then.total(winner)
        ? [
            {
              plugin,
              weight,
              from,
              leaders: then.best,
              totals: /** @type {[number, number]} */ ([then.total(node), then.total(winner)]),
            },
          ]
        : [];
    })
    .sort((a, b) => Math.abs(a.weight - a.from) - Math.abs(b.weight - b.from));
}

/**
 * The changes of one weight after which another node than the winner leads, the smallest first, each computed
 * again.
 * @param {Scores} scores
 * @returns {{plugin: string, weight: number, from: number, leader: number, totals: [number, number]}[]}
 *   `totals` of the new leader and of the winner
 */
export function upsets(scores) {
  const { winner } = scores;
  return scores.plugins
    .flatMap((plugin) => {
      const { low, high, below, above } = interval(scores, plugin);
      return [below >= 0 ? low - 1 : -1, above >= 0 ? high + 1 : -1].flatMap((weight) => {
        if (weight < 0 || weight > HIGHEST_WEIGHT) return [];
        const then = scoresWith(scores, new Map([[plugin, weight]]));
        const [leader] = then.best;
        return then.total(leader) > then.total(winner)
          ? [
              {
                plugin,
                weight,
                from: scores.weight(plugin),
                leader,
                totals: /** @type {[number, number]} */ ([then.total(leader), then.total(winner)]),
              },
            ]
          : [];
      });
    })
    .sort((a, b) => Math.abs(a.weight - a.from) - Math.abs(b.weight - b.from));
}

/**
 * A plugin's points for the winner minus those for the average node.
 * @param {Scores} scores @param {string} plugin
 */
export function influence(scores, plugin) {
  const sum = scores.nodes.reduce((all, node) => all + scores.weighted(plugin, node), 0);
  const winner = scores.winner < 0 ? scores.nodes[0] : scores.winner;
  return scores.weighted(plugin, winner) - sum / scores.nodes.length;
}
