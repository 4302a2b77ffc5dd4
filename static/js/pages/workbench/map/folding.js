// Identical nodes as one: same domain, same verdict, same scores, same pods by kind. A node's results in
// a cycle do not change from step to step, so that nothing moves while stepping.

import { matrixOf } from "../../../model/matrix.js";

/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Cluster } from "../../../model/cluster.js" */
/** @import { Fold } from "../../../model/fold.js" */
/** @import { Matrix } from "../../../model/matrix.js" */
/** @import { Scores } from "../../../model/scores.js" */

/**
 * @typedef {{node: number, members: number[] | null}} Item a tile: one node, or the nodes that are like it,
 *   itself the first
 */

/** Above this many nodes, folding is on unless switched off. */
export const FOLDS_ABOVE = 60;

/** Above this many, all nodes of a pool in a domain are one tile, which opens. */
export const STRIPS_ABOVE = 240;

/**
 * @param {import("../../../model/tree.js").Domain} domain
 * @param {((node: number) => string) | null} likeness null: nothing is folded
 * @param {Set<string>} unfolded names of nodes that stand for themselves
 * @param {import("../../../model/cluster.js").Cluster} cluster
 * @returns {Item[]}
 */
export function itemsOf(domain, likeness, unfolded, cluster) {
  if (!likeness) return domain.nodes.map((node) => ({ node, members: null }));
  /** @type {Item[]} */
  const items = [];
  /** @type {Map<string, Item>} */
  const byLikeness = new Map();
  for (const node of domain.nodes) {
    const own = unfolded.size && unfolded.has(cluster.nodes[node].name);
    const key = own ? null : likeness(node);
    const equal = key === null ? undefined : byLikeness.get(key);
    if (equal) (equal.members ??= [equal.node]).push(node);
    else {
      /** @type {Item} */
      const item = { node, members: null };
      items.push(item);
      if (key !== null) byLikeness.set(key, item);
    }
  }
  return items;
}

/**
 * What nodes must have in common. Pods count by kind, verdicts and scores as the cycle has them.
 * @param {import("../../../model/cluster.js").Cluster} cluster
 * @param {import("../../../model/fold.js").Fold} fold
 * @param {Uint16Array} kinds of the pods, by class
 * @param {CycleView | null} data the cycle's view
 * @param {(data: CycleView) => Scores} scoresOf
 * @returns {(node: number) => string}
 */
export function likenessOf(cluster, fold, kinds, data, scoresOf) {
  const words = data ? answersOf(data, scoresOf(data)) : null;
  return (node) =>
    `${cluster.nodes[node].unschedulable}|${podsOf(cluster, fold, kinds, node)}|${words ? words[node] : ""}`;
}

/**
 * Per node, its pods by kind: made again only when they changed.
 * @type {WeakMap<Uint16Array, {texts: string[], versions: Uint32Array}>}
 */
const signatures = new WeakMap();
/** @param {Cluster} cluster @param {Fold} fold @param {Uint16Array} kinds @param {number} node */
function podsOf(cluster, fold, kinds, node) {
  let signature = signatures.get(kinds);
  if (!signature)
    signatures.set(
      kinds,
      (signature = {
        texts: new Array(cluster.nodes.length),
        versions: new Uint32Array(cluster.nodes.length),
      }),
    );
  const version = fold.versionOf(node);
  if (signature.texts[node] === undefined || signature.versions[node] !== version) {
    signature.texts[node] = fold
      .on(node)
      .map((pod) => kinds[cluster.podClasses[pod]])
      .sort((a, b) => a - b)
      .join();
    signature.versions[node] = version;
  }
  return signature.texts[node];
}

/** @type {WeakMap<Scores, string[]>} */
const answersByScores = new WeakMap();
/** @param {CycleView} data @param {Scores} scores */
function answersOf(data, scores) {
  const cached = answersByScores.get(scores);
  if (cached) return cached;
  const matrix = matrixOf(data);
  const raw = scores.plugins.map(scores.rawOf);
  const texts = data.names.map((_, node) => answerOf(node, matrix, scores, raw));
  answersByScores.set(scores, texts);
  return texts;
}

/**
 * @param {number} node @param {Matrix} matrix @param {Scores} scores @param {Float64Array[]} raw by plugin
 */
function answerOf(node, matrix, scores, raw) {
  const first = matrix.first(node);
  if (first) return `${first}/${matrix.cell(node, first).state}`;
  if (!scores.has(node)) return matrix.isFeasible(node) ? "fits" : "none";
  return raw.map((points) => points[node]).join() + (scores.winner === node ? "!" : "");
}
