// Weights that the reader tries at Total. They live in the address, so that a link shows the same: a name, a
// colon, the weight.

import { computed } from "../../lib/atoms.js";
import { url } from "../core/state.js";

/** @import { Source } from "../../lib/atoms.js" */
/** @import { Scores } from "../../model/scores.js" */

export const MOST = 100;
const parameter = computed([url.state], ({ weights }) => weights ?? "");

/** What was typed, by plugin. @type {Source<Map<string, number>>} */
export const weightOverrides = computed(
  [parameter],
  (text) =>
    new Map(
      text
        .split(",")
        .map(pair)
        .filter(([plugin, weight]) => plugin && weight >= 0),
    ),
);

/** @param {string} plugin @param {number | null} weight null: as the profile has it */
export function tryWeight(plugin, weight) {
  const next = new Map(weightOverrides.get());
  if (weight === null) next.delete(plugin);
  else next.set(plugin, weight);
  url.write({ weights: [...next].map((each) => each.join(":")).join(",") });
}

export const backToProfile = () => url.write({ weights: null });

/** The overrides that differ from the profile's weights. @param {Scores} scores */
export const overridesFor = (scores) =>
  new Map(
    [...weightOverrides.get()].filter(
      ([plugin, weight]) => scores.plugins.includes(plugin) && weight !== scores.weight(plugin),
    ),
  );

/** The nearest weight that kube-scheduler accepts: 0 to 100. @param {number} weight */
export function within(weight) {
  return Math.max(0, Math.min(MOST, Math.round(weight)));
}

/** @param {string} text @returns {[plugin: string, weight: number]} */
function pair(text) {
  const [plugin, weight] = text.split(":");
  return [plugin, /^\d+$/.test(weight) ? within(Number(weight)) : -1];
}
