// What the people in a room chose, as rows of bars.

/** @import { Guessed } from "../../lib/guessed.js" */
/** @import { RoomState } from "../../types/api.js" */

/**
 * The choices with how many chose each, and how many chose at all. Choices have the names of this page if it
 * asks the same, since the presenter's may be in another language.
 * @param {Pick<RoomState, "asked" | "guessed">} room
 * @param {Guessed | null} here
 * @returns {{rows: {label: string, count: number}[], of: number}}
 */
export function chosenBy({ asked, guessed }, here) {
  const counts = asked?.counts ?? {};
  const own = here && here.about === asked?.about ? here.choices : [];
  const labels = new Map(own.map(({ value, label }) => [value, label]));
  const rows = (asked?.choices ?? []).map(({ value, label }) => ({
    label: labels.get(value) ?? label,
    count: counts[value] ?? 0,
  }));
  return { rows, of: Math.max(guessed, 1) };
}
