// What repairs cost by the reader's prices, and their order by it.

/** @import { AtomicChange, Repair } from "../../types/engine.js" */

/** By kind of change. @typedef {Record<string, number>} Costs */
/**
 * @typedef {Repair & {number: number}} Ranked `cost` is by the reader's prices, `number` the server's, from 1
 */

/**
 * The repairs by what they cost now, the cheapest first; equal ones stay in the server's order.
 * @param {Repair[]} repairs @param {Costs} costs @param {Costs} answered those that the server counted with
 * @returns {Ranked[]}
 */
export const rankedBy = (repairs, costs, answered) =>
  repairs
    .map((repair, i) => ({
      ...repair,
      number: i + 1,
      cost: total(partsOf(repair, costs, answered).map(({ cost }) => cost)),
    }))
    .toSorted((one, other) => one.cost - other.cost);

/**
 * What the changes of each kind cost together, in the order in which the kinds have their prices.
 * @param {Repair} repair @param {Costs} costs @param {Costs} answered
 */
export const partsOf = ({ atoms }, costs, answered) =>
  Object.keys(costs)
    .map((kind) => ({
      kind,
      cost: total(
        atoms.filter((atom) => atom.kind === kind).map((atom) => timesOf(atom, answered) * costs[kind]),
      ),
      changes: atoms.filter((atom) => atom.kind === kind).length,
    }))
    .filter(({ changes }) => changes);

/**
 * How many times a change costs its kind: two pods that move are one change.
 * @param {AtomicChange} atom @param {Costs} answered
 */
const timesOf = ({ kind, cost }, answered) => (answered[kind] ? cost / answered[kind] : 1);

/** @param {number[]} numbers */
const total = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

/**
 * As the address has them: the prices that differ, "node:3,label:0".
 * @param {Costs} costs @param {Costs} usual
 */
export const costsText = (costs, usual) =>
  Object.keys(usual)
    .filter((kind) => costs[kind] !== usual[kind])
    .map((kind) => `${kind}:${costs[kind]}`)
    .join(",");

/** @param {string} text of an address @param {Costs} usual @returns {Costs} */
export function costsFrom(text, usual) {
  const pairs = text.split(",").map((pair) => pair.split(":"));
  const given = pairs.filter(([kind, cost]) => kind in usual && /^\d+(\.\d+)?$/.test(cost ?? ""));
  return { ...usual, ...Object.fromEntries(given.map(([kind, cost]) => [kind, Number(cost)])) };
}
