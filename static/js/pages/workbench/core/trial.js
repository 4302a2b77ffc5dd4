// Weights that the reader tries. They live in the address, so that a link shows the same: a name, a colon,
// the weight. Every pane reads the scores from here, so that all of them show the trial.

import { computed } from "../../../lib/atoms.js";
import { scoresOf } from "../../../model/scores.js";
import { HIGHEST_WEIGHT, scoresWith } from "../../../model/whatif.js";
import { url } from "./state.js";

/** @import { Source } from "../../../lib/atoms.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Scores } from "../../../model/scores.js" */

const parameter = computed(() => url.state.get().weights ?? "");

/** What is tried, by plugin. @type {Source<Map<string, number>>} */
export const weightOverrides = computed(
  () =>
    new Map(
      parameter
        .get()
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
  url.write({ weights: [...next].map((entry) => entry.join(":")).join(",") });
}

/** Ends the trial. */
export const resetTrial = () => url.write({ weights: null });

/** The overrides that differ from the profile's weights. @param {Scores} scores */
export const overridesFor = (scores) =>
  new Map(
    [...weightOverrides.get()].filter(
      ([plugin, weight]) => scores.plugins.includes(plugin) && weight !== scores.profileWeight(plugin),
    ),
  );

/** @type {WeakMap<Scores, {overrides: Map<string, number>, tried: Scores}>} */
const triedByScores = new WeakMap();

/** The scores of a cycle with the weights that are tried, else with the profile's. @param {CycleView} data */
export function scoresNow(data) {
  const scores = scoresOf(data);
  const overrides = weightOverrides.get();
  if (!overrides.size) return scores;
  const cached = triedByScores.get(scores);
  if (cached?.overrides === overrides) return cached.tried;
  const tried = scoresWith(scores, overridesFor(scores));
  triedByScores.set(scores, { overrides, tried });
  return tried;
}

/** The same if a trial changes them, else null. @param {CycleView | null} data */
export function triedScores(data) {
  const scores = data?.scored && weightOverrides.get().size ? scoresNow(data) : null;
  return scores?.tried ? scores : null;
}

/** The nearest weight that kube-scheduler accepts: 0 to 100. @param {number} weight */
export function within(weight) {
  return Math.max(0, Math.min(HIGHEST_WEIGHT, Math.round(weight)));
}

/** @param {string} text @returns {[plugin: string, weight: number]} */
function pair(text) {
  const [plugin, weight] = text.split(":");
  return [plugin, /^\d+$/.test(weight) ? within(Number(weight)) : -1];
}
