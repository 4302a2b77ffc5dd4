// Scores as data: rows sorted by total, the winner, the runner-up, and what separated them.

/** @type {WeakMap<any, ReturnType<typeof read>>} */
const kept = new WeakMap();

/**
 * Worked out once a view.
 * @param {any} data a cycle's view
 */
export function scoresOf(data) {
  if (!kept.has(data)) kept.set(data, read(data));
  return kept.get(data);
}

function read(data) {
  const { score = {}, normalized = {}, weights = {}, total = {}, best = [] } = data.trace;
  const plugins = (data.plugins.Score ?? Object.keys(score)).filter((plugin) => plugin in score);
  const place = new Map(data.node_order.map((node, index) => [node, index]));
  const nodes = Object.keys(total).sort((a, b) => total[b] - total[a] || place.get(a) - place.get(b));
  const weighted = (plugin, node) => (normalized[plugin]?.[node] ?? 0) * (weights[plugin] ?? 1);
  const winner = data.trace.selected ?? null;
  return {
    plugins,
    nodes,
    raw: (plugin, node) => score[plugin]?.[node],
    normalized: (plugin, node) => normalized[plugin]?.[node],
    weight: (plugin) => weights[plugin] ?? 1,
    weighted,
    total: (node) => total[node],
    best,
    winner,
    runnerUp: nodes.find((node) => node !== winner) ?? null,
    /** Per plugin, what `node` has more than `other`; largest first. */
    difference: (node, other) =>
      plugins
        .map((plugin) => ({ plugin, points: weighted(plugin, node) - weighted(plugin, other) }))
        .sort((a, b) => Math.abs(b.points) - Math.abs(a.points)),
    range: once((plugin) => range(Object.values(score[plugin] ?? {}))),
    normalizedRange: once((plugin) => range(Object.values(normalized[plugin] ?? {}))),
  };
}

function once(derive) {
  const known = new Map();
  return (name) => {
    if (!known.has(name)) known.set(name, derive(name));
    return known.get(name);
  };
}

function range(values) {
  let min = Infinity;
  let max = -Infinity;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return values.length ? { min, max } : { min: 0, max: 0 };
}
