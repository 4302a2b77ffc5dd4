// The column of a node, to scale: its largest pods each, the others together, and what is free.

/** @import { LiveNodeView } from "../../types/engine.js" */

/**
 * @typedef {object} Block
 * @property {"pod" | "stays" | "others" | "free"} kind `stays`: a pod that ends with the node
 * @property {string} name of the pod, with its namespace; "" of others and of what is free
 * @property {number} pods
 * @property {number} amount of the resource, in its unit
 */

const MOST = 14; // pods that stand alone

/**
 * @param {LiveNodeView} view @param {string} resource
 * @returns {Block[]} from the largest pod down to what is free
 */
export function blocksOf({ pods, amounts }, resource) {
  const sized = pods
    .map(({ pod, requests, stays }) => ({ pod, stays, amount: requests[resource] ?? 0 }))
    .sort((a, b) => Number(a.stays) - Number(b.stays) || b.amount - a.amount);
  const alone =
    sized.length > MOST ? largest(sized, MOST - 1) : new Set(sized.filter(({ amount }) => amount));
  /** @type {Block[]} */
  const blocks = sized
    .filter((pod) => alone.has(pod))
    .map(({ pod, stays, amount }) => ({ kind: stays ? "stays" : "pod", name: pod, pods: 1, amount }));
  const others = sized.filter((pod) => !alone.has(pod));
  if (others.length) blocks.push({ kind: "others", name: "", pods: others.length, amount: sum(others) });
  const whole = amounts.find((amount) => amount.resource === resource);
  const free = whole ? whole.allocatable - whole.requested : 0;
  if (free > 0) blocks.push({ kind: "free", name: "", pods: 0, amount: free });
  return blocks;
}

/** @template {{amount: number}} P @param {P[]} pods @param {number} count @returns {Set<P>} */
const largest = (pods, count) =>
  new Set(
    pods
      .filter(({ amount }) => amount)
      .sort((a, b) => b.amount - a.amount)
      .slice(0, count),
  );

/** @param {{amount: number}[]} pods */
const sum = (pods) => pods.reduce((total, { amount }) => total + amount, 0);
