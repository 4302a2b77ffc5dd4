// What the people in a room chose, as rows of bars.

/** @import { RoomState } from "../../types/api.js" */

/**
 * The choices with how many chose each, and how many chose at all.
 * @param {Pick<RoomState, "asked" | "guessed">} room
 * @returns {{rows: {label: string, count: number}[], of: number}}
 */
export function chosenBy({ asked, guessed }) {
  const counts = asked?.counts ?? {};
  const rows = (asked?.choices ?? []).map(({ value, label }) => ({ label, count: counts[value] ?? 0 }));
  return { rows, of: Math.max(guessed, 1) };
}
