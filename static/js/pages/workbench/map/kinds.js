// Pods by kind: those of one owner, else those with the same labels in the same namespace. A kind has a shape
// and a letter.

/** @import { Cluster } from "../../../model/cluster.js" */

export const SHAPES = ["square", "circle", "triangle", "diamond", "hexagon", "cross"];

/** @typedef {{name: string, namespace: string, pods: number, shape: string, letter: string}} Kind */

/** @typedef {{kinds: Kind[], ofClass: Uint16Array}} Kinds the most pods first; the kind of each class */

/** @type {WeakMap<Cluster, Kinds>} */
const kindsByCluster = new WeakMap();

/** @param {import("../../../model/cluster.js").Cluster} cluster @returns {Kinds} */
export function kindsOf(cluster) {
  const kinds = kindsByCluster.get(cluster) ?? make(cluster);
  kindsByCluster.set(cluster, kinds);
  return kinds;
}

/** @param {Cluster} cluster @returns {Kinds} */
function make(cluster) {
  const pods = new Uint32Array(cluster.classes.length);
  for (const kind of cluster.podClasses) pods[kind] += 1;
  /** @type {Map<string, Omit<Kind, "shape" | "letter"> & {classes: number[]}>} */
  const groups = new Map();
  cluster.classes.forEach((podClass, index) => {
    const name = podClass.owner ?? labelsText(podClass.labels);
    const id = `${podClass.namespace}/${name}`;
    const group = groups.get(id) ?? { name, namespace: podClass.namespace, pods: 0, classes: [] };
    groups.set(id, group);
    group.pods += pods[index];
    group.classes.push(index);
  });
  const sorted = [...groups.values()].sort((a, b) => b.pods - a.pods);
  const ofClass = new Uint16Array(cluster.classes.length);
  const kinds = sorted.map(({ classes, ...kind }, index) => {
    for (const member of classes) ofClass[member] = index;
    return { ...kind, shape: SHAPES[index % SHAPES.length], letter: letter(index) };
  });
  return { kinds, ofClass };
}

/** @param {Record<string, string>} labels */
const labelsText = (labels) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(", ");

/** a … z, aa, ab …: small, for capitals are the domains' @param {number} index @returns {string} */
const letter = (index) =>
  index < 26 ? String.fromCharCode(97 + index) : letter(Math.floor(index / 26) - 1) + letter(index % 26);
