// The rows and columns of the score table: equal nodes as one row, and the plugins that tell nodes apart.

/** @import { Range, Scores } from "./scores.js" */

/** So many equal nodes are one row. */
const FOLDED_FROM = 3;

/**
 * One node, or equal ones with the first of them as `node`.
 * @typedef {{node: number, nodes: number[] | null, key: string}} ScoreRow
 */

/** @type {WeakMap<Scores["rawOf"], string[]>} by node; the same while other weights are tried */
const keysByScores = new WeakMap();

/**
 * The nodes by total; the winner stands alone, and so do the nodes in `alone`.
 * @param {Scores} scores
 * @param {{opened: Set<string>, alone: Set<number>}} choice `opened`: groups that are listed node by node
 * @returns {ScoreRow[]}
 */
export function scoreRows(scores, { opened, alone }) {
  const keys = keysOf(scores);
  /** @type {Map<string, ScoreRow & {nodes: number[]}>} */
  const groups = new Map();
  for (const node of scores.nodes) {
    const key = node === scores.winner || alone.has(node) ? `${node}` : keys[node];
    const group = groups.get(key);
    if (group) group.nodes.push(node);
    else groups.set(key, { node, nodes: [node], key });
  }
  /** @param {number} node @param {string} key @returns {ScoreRow} */
  const single = (node, key) => ({ node, nodes: null, key });
  return [...groups.values()].flatMap((group) => {
    const rows = group.nodes.map((node) => single(node, group.key));
    if (group.nodes.length < FOLDED_FROM) return rows;
    return opened.has(group.key) ? [group, ...rows] : [group];
  });
}

/** Equal keys: no plugin tells the nodes apart. @param {Scores} scores */
function keysOf(scores) {
  const cached = keysByScores.get(scores.rawOf);
  if (cached) return cached;
  const columns = scores.plugins.flatMap((plugin) => [scores.rawOf(plugin), scores.normalizedOf(plugin)]);
  /** @type {string[]} */
  const keys = [];
  for (const node of scores.nodes) keys[node] = columns.map((column) => column[node]).join();
  keysByScores.set(scores.rawOf, keys);
  return keys;
}

/** @param {Range} range */
const isOne = ({ min, max }) => min === max;

/**
 * The plugins that tell nodes apart, by their raw scores or by what becomes of them.
 * @param {Scores} scores
 */
export const differingPlugins = (scores) =>
  scores.plugins.filter((plugin) => !isOne(scores.range(plugin)) || !isOne(scores.normalizedRange(plugin)));

/**
 * What Normalize does with a plugin's scores: nothing, more becomes less, the range grows or shrinks, or all
 * become the same.
 * @typedef {"kept" | "turned" | "stretched" | "equal"} Slope
 */

/** @param {Scores} scores @param {string} plugin @returns {Slope} */
export function slopeOf(scores, plugin) {
  const [raw, normalized] = [scores.range(plugin), scores.normalizedRange(plugin)];
  if (isOne(raw) || isOne(normalized)) return "equal";
  const pairs = pairsOf(scores, plugin);
  if (pairs.every((pair) => pair.raw === pair.normalized)) return "kept";
  return pairs[0].normalized > pairs[pairs.length - 1].normalized ? "turned" : "stretched";
}

const MOST_PAIRS = 7;

/**
 * The raw scores with what becomes of them, from the lowest on; of many both ends and some between.
 * @param {Scores} scores @param {string} plugin @param {number} [node] whose pair is among them
 * @returns {{raw: number, normalized: number}[]}
 */
export function pairsOf(scores, plugin, node = -1) {
  const [raw, normalized] = [scores.rawOf(plugin), scores.normalizedOf(plugin)];
  const byRaw = new Map(scores.nodes.map((place) => [raw[place], normalized[place]]));
  const pairs = [...byRaw].map(([from, to]) => ({ raw: from, normalized: to })).sort((a, b) => a.raw - b.raw);
  if (pairs.length <= MOST_PAIRS) return pairs;
  const chosen = new Set(
    Array.from({ length: MOST_PAIRS }, (_, i) => Math.round((i * (pairs.length - 1)) / (MOST_PAIRS - 1))),
  );
  return pairs.filter((pair, i) => chosen.has(i) || pair.raw === raw[node]);
}
