// What the last run of a draft changed against the run before it: asked for once both are over.

import { atom, computed, effect } from "../../../lib/atoms.js";
import { get } from "../../../net/api.js";
import { byPresentName } from "../../../model/outcomes.js";
import { log, run, runBefore } from "./state.js";

/** @import { OutcomesOut } from "../../../types/api.js" */
/** @import { Run } from "./state.js" */

/**
 * @typedef {{run: string, path: string, outcomes: OutcomesOut}} RunChange `path` is that of the comparison
 */

const AGAIN_MS = 1000; // a run that a change came before may take a little longer than this one
const MOST_QUESTIONS = 10;

/** Null before the second run, while a run goes on, and once the reader has dismissed it. */
export const runChange = atom(/** @type {RunChange | null} */ (null));

/** The pods that ended differently, by name; those that are gone are not among them. */
export const changedPods = computed(() => byPresentName(runChange.get()?.outcomes ?? null));

export function followRunChange() {
  let askedFor = "";
  effect(() => {
    const current = run.get();
    const { finished } = log.get();
    if (runChange.peek() && runChange.peek()?.run !== current?.id) runChange.set(null);
    const before = runBefore.peek();
    if (!current || !finished || !before || askedFor === current.id) return;
    askedFor = current.id;
    compare(current, before);
  });
}

/** @param {Run} current @param {string} before the snapshot of the other run */
async function compare(current, before, questions = 1) {
  const after = current.snapshot;
  /** @type {OutcomesOut | null} */
  const outcomes = await get(`/compare/${before}..${after}/outcomes`).catch(() => null);
  if (!outcomes || run.get()?.id !== current.id) return;
  if (outcomes.finished) runChange.set({ run: current.id, path: `/x/${before}..${after}/`, outcomes });
  else if (questions < MOST_QUESTIONS) setTimeout(() => compare(current, before, questions + 1), AGAIN_MS);
}
