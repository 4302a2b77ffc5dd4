// Cells by their places on the axes, in the order in which they are numbered: the last axis runs fastest.

/** @import { SweepAxis, SweepCell } from "../../types/engine.js" */

/** @param {SweepAxis[]} axes @param {number[]} places one an axis */
export const cellAt = (axes, places) => axes.reduce((cell, { length }, i) => cell * length + places[i], 0);

/** @param {SweepAxis[]} axes @param {number} cell @returns {number[]} one an axis */
export function placesAt(axes, cell) {
  const places = [];
  let rest = cell;
  for (const { length } of [...axes].reverse()) {
    places.unshift(rest % length);
    rest = Math.floor(rest / length);
  }
  return places;
}

/**
 * What a cell is compared by. Skew is only there where something is to be spread.
 * @typedef {"pending" | "placed" | "nodes_used" | "skew" | "moved" | "evicted" | "tied"} Measure
 */

/** @type {Measure[]} */
const MEASURES = ["pending", "placed", "nodes_used", "skew", "moved", "evicted", "tied"];

/** Those that tell the cells apart, pending pods in any case. @param {(SweepCell | null)[]} cells */
export function measuresOf(cells) {
  const there = cells.filter((cell) => cell !== null);
  return MEASURES.filter(
    (measure) => measure === "pending" || new Set(there.map((cell) => cell[measure])).size > 1,
  );
}

/**
 * How far a value is between the lowest and the highest of all cells, from 0 to 1.
 * @param {(SweepCell | null)[]} cells @param {Measure} measure
 */
export function scaleOf(cells, measure) {
  const values = cells.flatMap((cell) => cell?.[measure] ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (/** @type {number} */ value) => (high > low ? (value - low) / (high - low) : 0);
}
