// Pods by kind: those of one owner, else those with the same labels in the same namespace. A kind has a shape and a letter.

export const SHAPES = ["square", "circle", "triangle", "diamond", "hexagon", "cross"];

/** @typedef {{name: string, namespace: string, pods: number, shape: string, letter: string}} Kind */

const kept = new WeakMap();

/**
 * @param {import("../../model/cluster.js").Cluster} cluster
 * @returns {{kinds: Kind[], ofClass: Uint16Array}} the most pods first; the kind of each class
 */
export function kindsOf(cluster) {
  if (!kept.has(cluster)) kept.set(cluster, make(cluster));
  return kept.get(cluster);
}

function make(cluster) {
  const pods = new Uint32Array(cluster.classes.length);
  for (const kind of cluster.podClasses) pods[kind] += 1;
  const groups = new Map();
  cluster.classes.forEach((each, index) => {
    const name = each.owner ?? labelsText(each.labels);
    const id = `${each.namespace}/${name}`;
    if (!groups.has(id)) groups.set(id, { name, namespace: each.namespace, pods: 0, classes: [] });
    const group = groups.get(id);
    group.pods += pods[index];
    group.classes.push(index);
  });
  const sorted = [...groups.values()].sort((a, b) => b.pods - a.pods);
  const ofClass = new Uint16Array(cluster.classes.length);
  const kinds = sorted.map(({ classes, ...kind }, index) => {
    for (const each of classes) ofClass[each] = index;
    return { ...kind, shape: SHAPES[index % SHAPES.length], letter: letter(index) };
  });
  return { kinds, ofClass };
}

const labelsText = (labels) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");

// a … z, aa, ab …: small, for capitals are the domains'
const letter = (index) =>
  index < 26 ? String.fromCharCode(97 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);
