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
