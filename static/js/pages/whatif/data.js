// The pending pods are asked for once; the repairs are asked for, and asked again until the search is over.

import { effect } from "../../lib/atoms.js";
import { toast } from "../../lib/toast.js";
import { t } from "../../lib/i18n.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { boot, costs, failure, inquiry, node, pending, pod, repairs, trial, waiting } from "./state.js";
import { deleteCopy, runOver } from "./trials.js";
import { watchAnswers } from "./waiting.js";
import { changesOf } from "./words.js";

/** @import { Repair } from "../../types/engine.js" */

export async function load() {
  try {
    await runOver(boot.run.id);
    const { causes } = await get(`/runs/${boot.run.id}/causes`);
    pending.set(causes.flatMap(({ workloads }) => workloads));
    effect([pod, node], ask);
  } catch (error) {
    failure.set(error instanceof Error ? error : new Error(String(error)));
  }
}

/** What is asked now; answers to former questions are dropped. @type {object | null} */
let question = null;

/** Asks what is in the address, with the reader's prices. */
export async function ask() {
  const current = (question = {});
  inquiry.set(null);
  failure.set(null);
  waiting.set("asked");
  const name = pod.get();
  if (!name) return;
  const body = { pod: name, node: node.get() ?? "", costs: costs.get() };
  const watch = watchAnswers(Date.now);
  await follow(
    () => post(`/runs/${boot.run.id}/inquiries`, body),
    ({ id }) => get(`/inquiries/${id}`),
    {
      take(answer) {
        waiting.set(watch(answer));
        inquiry.set(answer);
        if (answer.status === "failed") failure.set(new Error(answer.error ?? ""));
      },
      fail: failure.set,
      unreached: () => waiting.set("unreached"),
      stale: () => current !== question,
    },
  );
}

/** Ends the search; what was found stays. */
export async function stop() {
  const current = inquiry.get();
  try {
    if (current) inquiry.set(await post(`/inquiries/${current.id}/cancel`));
  } catch (error) {
    toast(messageOf(error));
  }
}

/** Makes a repair in a copy, and runs the copy. @param {number} index */
export async function tryRepair(index) {
  const [asked, repair] = [inquiry.get(), repairs.get()[index]];
  if (asked && repair) await tryIn(asked.id, repair.number, repair);
}

/**
 * The same of any inquiry.
 * @param {string} id @param {number} number of the repair, from 1 @param {Repair} repair
 */
export async function tryIn(id, number, repair) {
  try {
    const copy = await post(`/inquiries/${id}/repairs/${number}/try`);
    const changes = changesOf(repair);
    trial.set({ changes, copy, run: null });
    const run = await runOver(copy.run);
    if (trial.get()?.copy === copy) trial.set({ changes, copy, run });
  } catch (error) {
    toast(t("Not tried. {error}", { error: messageOf(error) }));
  }
}

/** Ends the trial. */
export async function undoTrial() {
  const copy = trial.get()?.copy;
  trial.set(null);
  if (copy) await deleteCopy(copy);
}
