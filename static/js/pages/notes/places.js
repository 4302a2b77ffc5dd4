// What a note is pinned to: a step, a node or a number of the walk, as its query.

const KEYS = ["pod", "attempt", "point", "plugin", "node", "show", "why"];

/** The query of what the walk shows. @param {Record<string, string>} params */
export function placeOf(params) {
  const pairs = KEYS.filter((key) => params[key]).map((key) => [key, params[key]]);
  return String(new URLSearchParams(pairs));
}

/** @param {string} place @returns {Record<string, string>} */
export const paramsOfPlace = (place) => Object.fromEntries(new URLSearchParams(place));

/** In few words: "web-3 · Filter PodTopologySpread · node-a1". @param {string} place */
export function placeName(place) {
  const { pod, attempt, point, plugin, node, why } = paramsOfPlace(place);
  return [
    pod && pod.slice(pod.indexOf("/") + 1) + (attempt ? ` #${attempt}` : ""),
    [point, plugin].filter(Boolean).join(" "),
    node,
    why?.split(",").at(-1),
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * The note that comes after those on what is shown, in the order in which they were written.
 * @template {{place: string}} N
 * @param {N[]} notes @param {string} place of what is shown
 * @returns {N | null}
 */
export function noteAfter(notes, place) {
  const last = notes.findLastIndex((note) => note.place === place);
  return notes[last + 1] ?? null;
}
