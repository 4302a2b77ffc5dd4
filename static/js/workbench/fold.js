// The cluster as it is when a cycle starts: the state before the run with the outcomes of the earlier cycles folded over it.

/**
 * @param {any} cluster
 * @param {import("./log.js").RunLog} log
 * @param {number} cycle
 * @returns {{nodeOf: Map<string, string>, podsOn: Map<string, any[]>, pod: (name: string) => any}}
 */
export function clusterAt(cluster, log, cycle) {
  const nodeOf = new Map();
  const byName = new Map(cluster.pods.map((pod) => [pod.pod, pod]));
  for (const pod of cluster.pods) if (pod.node) nodeOf.set(pod.pod, pod.node);
  for (const each of log.cycles.slice(0, cycle)) {
    const outcome = each?.finished;
    if (!outcome) continue;
    for (const victim of outcome.victims ?? []) nodeOf.delete(typeof victim === "string" ? victim : victim.pod);
    if (outcome.node) nodeOf.set(each.pod, outcome.node);
  }
  const podsOn = new Map(cluster.nodes.map((node) => [node.name, []]));
  for (const [name, node] of nodeOf) podsOn.get(node)?.push(byName.get(name) ?? { pod: name, class: 0 });
  return { nodeOf, podsOn, pod: (name) => byName.get(name) };
}

/** The domain of a node under the grouping: its label values, null where a label is missing. */
export const domainOf = (node, keys) => keys.map((key) => node.labels[key] ?? (key === "kubernetes.io/hostname" ? node.name : null));
