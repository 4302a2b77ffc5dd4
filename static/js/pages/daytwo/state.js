// Every atom of day two, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { beatsOf, laneKeys, newestRevision } from "../../model/daytwo.js";
import { readSteps } from "../../model/daysteps.js";
import { offline } from "../../net/offline.js";
import { kindFirst } from "./steps.js";

/** @import { PlayOut } from "../../types/api.js" */
/** @import { PlayWorkload, Timeline } from "../../types/engine.js" */
/** @import { Source } from "../../lib/atoms.js" */
/** @import { Step } from "../../model/daysteps.js" */

/**
 * @typedef {object} Boot
 * @property {string} snapshot its id
 * @property {string} version
 * @property {string} back the address of the run
 * @property {string | null} draft the id of the draft whose run it is, or null
 * @property {Step[]} steps those of the scenario
 * @property {string | null} still of a page saved to disk: its address on the site
 * @property {{
 *   play: string, other: string | null, ends: string | null, otherEnds: string | null
 * } | null} saved
 *   the ids of its plays
 */

export const boot = /** @type {Boot} */ (bootData());

/**
 * The address: the steps, the seed, the moment, the label of the lanes, the workload, the action that is
 * shown alone, the steps to compare with, and how many seeds are played.
 */
export const url = urlState(["steps", "seed", "at", "by", "of", "in", "b", "seeds"], boot.still);

// A page saved to disk has no query of its own.
if (boot.still) url.write(Object.fromEntries(new URL(boot.still).searchParams));

/** Answers of the server; null before the first one. */
export const play = atom(/** @type {PlayOut | null} */ (null));
export const ends = atom(/** @type {PlayOut | null} */ (null));
export const other = atom(/** @type {PlayOut | null} */ (null));
export const otherEnds = atom(/** @type {PlayOut | null} */ (null));

/** Why there is none. */
export const failure = atom(/** @type {Error | null} */ (null));

/** Whether the moments go on by themselves. */
export const running = atom(false);

/** Whether all lanes are listed, although there are many. */
export const allLanes = atom(false);

/** The timeline on the screen: the last one that is complete, so that a change does not empty the page. */
export const timeline = atom(/** @type {Timeline | null} */ (null));
play.subscribe((answer) => answer?.timeline && timeline.set(answer.timeline));

/** @type {Source<Step[]>} */
export const steps = computed(() =>
  (readSteps(url.state.get().steps) ?? /** @type {Step[]} */ (play.get()?.steps ?? boot.steps)).map(
    kindFirst,
  ),
);

/** Whether nothing is chosen yet: neither a step nor a moment to look at. */
export const asking = computed(() => !offline && !steps.get().length && url.state.get().at === undefined);

/** The steps to compare with, or null. */
export const otherSteps = computed(() => readSteps(url.state.get().b));

export const seed = computed(() => Number(url.state.get().seed ?? 1));

/** Everything that happened, beat by beat. */
export const beats = computed(() => {
  const table = timeline.get();
  return table ? beatsOf(table) : [];
});

/** The chosen moment: as in the address, else the end. */
export const moment = computed(() => {
  const { at } = url.state.get();
  const last = (timeline.get()?.moments.length ?? 1) - 1;
  return at === undefined ? last : Math.max(0, Math.min(Number(at) || 0, last));
});

/** The number of the action that is shown alone, or null. */
export const zoomed = computed(() => {
  const table = timeline.get();
  const number = Number(url.state.get().in ?? Number.NaN);
  return table?.actions[number] ? number : null;
});

/** The workload whose pods are shown, or null for all pods. */
export const workload = computed(() => {
  const { of } = url.state.get();
  const table = timeline.get();
  return of === "all" || !table
    ? null
    : (table.workloads.find((candidate) => candidate.workload === of) ?? mainWorkload(table));
});

/**
 * The one that the steps are about, else the one to which they do most, else the first one with constraints.
 * @param {Timeline} table
 */
function mainWorkload(table) {
  const named = table.actions.map(({ operands }) => operands.workload);
  const all = table.workloads;
  return (
    all.find(({ workload: name }) => named.includes(name)) ??
    mostTouched(table) ??
    all.find(({ constraints }) => constraints.length) ??
    all[0] ??
    null
  );
}

/** The workload with most moments in the steps; what the start does is no step. @param {Timeline} table */
function mostTouched({ moments, workloads }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { action, workload: name } of moments)
    if (action > 0 && name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return workloads.find(({ workload: name }) => name === most?.[0]);
}

/** The label whose values are the lanes. */
export const laneKey = computed(() => {
  const { by } = url.state.get();
  const table = timeline.get();
  const chosen = workload.get();
  const keys = table ? laneKeys(table) : [];
  return by && keys.includes(by) ? by : (constraintOf(chosen)?.topology_key ?? keys[0] ?? "");
});

/** The first constraint of a workload, required ones first. @param {PlayWorkload | null} chosen */
export function constraintOf(chosen) {
  const all = chosen?.constraints ?? [];
  const spread = all.filter(({ kind }) => kind === "spread");
  return spread.find(({ required }) => required) ?? spread[0] ?? all[0] ?? null;
}

/** The newest revision of the workload at the end of what is shown. */
export const newest = computed(() => {
  const table = timeline.get();
  const chosen = workload.get();
  const action = zoomed.get();
  return table && chosen
    ? newestRevision(
        table,
        chosen.workload,
        action === null ? table.moments.length : table.actions[action].last,
      )
    : "";
});

/** @param {number} number @param {{push?: boolean}} [options] */
export const goTo = (number, options) => url.write({ at: number }, options);
