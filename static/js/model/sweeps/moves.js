// Pods row by row: where each ended in every cell, those that move first.

/** @import { SweepPlace, SweepResult } from "../../types/engine.js" */

/**
 * @typedef {object} PodRow
 * @property {string} pod
 * @property {(SweepPlace[] | null)[]} places by cell, the most frequent first; null where nothing is computed
 * @property {boolean} moves whether its most frequent place is not the same everywhere
 */

/** @param {SweepResult} result @returns {PodRow[]} */
export function movesOf({ pods, cells }) {
  const rows = pods.map((pod, i) => {
    const places = cells.map((cell) => (cell ? (cell.pods?.[i] ?? []) : null));
    const firsts = places.flatMap((landed) => (landed?.length ? [landed[0].place] : []));
    return { pod, places, moves: new Set(firsts).size > 1 };
  });
  return [...rows.filter((row) => row.moves), ...rows.filter((row) => !row.moves)];
}
