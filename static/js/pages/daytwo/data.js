// Plays are asked for, and asked again until they are finished.

import { effect } from "../../lib/atoms.js";
import { get, post } from "../../net/api.js";
import { offline } from "../../net/offline.js";
import { follow } from "../../net/question.js";
import { boot, ends, failure, other, otherEnds, play, seed, url } from "./state.js";

/** @import { PlayOut } from "../../types/api.js" */
/** @import { Atom } from "../../lib/atoms.js" */

export const SEEDS = 50; // that are played without asking, if one play is short
const SHORT = 400; // moments

/** What a play is asked for: steps as in the address, null for those of the scenario. */
/** @typedef {{steps: string | null, seed: number, seeds: number}} Question */

/**
 * What is answered or under way, by the atom that the answer goes into.
 * @type {Map<Atom<PlayOut | null>, string>}
 */
const asked = new Map();

export function load() {
  if (offline) return void loadSaved();
  effect(() => {
    const { steps, b } = url.state.get();
    ask(play, { steps: steps ?? null, seed: seed.get(), seeds: 0 });
    ask(other, b === undefined ? null : { steps: b, seed: seed.get(), seeds: 0 });
  });
  effect(() => {
    const { steps, b, seeds } = url.state.get();
    const answer = play.get();
    const isShort = answer?.timeline && answer.timeline.moments.length <= SHORT && answer.steps.length;
    const count = Number(seeds ?? 0) || (isShort ? SEEDS : 0);
    ask(ends, count ? { steps: steps ?? null, seed: 1, seeds: count } : null);
    ask(otherEnds, count && b !== undefined ? { steps: b, seed: 1, seeds: count } : null);
  });
}

/** Whether an answer is still waited for. @param {PlayOut | null} result */
export const isUnfinished = (result) => result?.status === "queued" || result?.status === "running";

/** @param {Atom<PlayOut | null>} target @param {Question | null} question */
function ask(target, question) {
  const name = JSON.stringify(question);
  if (asked.get(target) === name) return;
  asked.set(target, name);
  if (target === play) failure.set(null);
  if (!question) return target.set(null);
  const body = { ...question, steps: question.steps === null ? null : JSON.parse(question.steps) };
  const fail = target === play ? failure.set : () => {};
  void follow(
    () => post(`/snapshots/${boot.snapshot}/plays`, body),
    ({ id }) => get(`/plays/${id}`),
    {
      take(result) {
        target.set(result);
        if (result.status === "failed") fail(new Error(result.error ?? ""));
      },
      fail,
      stale: () => asked.get(target) !== name,
    },
  );
}

/** Of a page saved to disk. */
async function loadSaved() {
  const { saved } = boot;
  if (!saved) return;
  for (const [target, id] of /** @type {const} */ ([
    [play, saved.play],
    [other, saved.other],
    [ends, saved.ends],
    [otherEnds, saved.otherEnds],
  ]))
    if (id) target.set(await get(`/plays/${id}`));
}
