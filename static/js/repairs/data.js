// The pending pods are asked for once; the repairs are asked for, and asked again until the search is over.

import { effect } from "../lib/atoms.js";
import { toast } from "../lib/toast.js";
import { t } from "../lib/i18n.js";
import { ApiError, del, get, messageOf, post } from "../net/api.js";
import { boot, costs, failure, inquiry, pending, pod, repairs, trial } from "./state.js";

/** @import { InquiryOut, RunOut } from "../types/api.js" */

const AGAIN_MS = 400;

export async function load() {
  try {
    await over(boot.run.id);
    const { causes } = await get(`/runs/${boot.run.id}/causes`);
    pending.set(causes.flatMap(({ workloads }) => workloads));
    effect([pod, costs], ask);
  } catch (error) {
    failure.set(error instanceof Error ? error : new Error(String(error)));
  }
}

/** @param {string | null} name */
async function ask(name) {
  inquiry.set(null);
  failure.set(null);
  if (name) await follow(() => post(`/runs/${boot.run.id}/inquiries`, { pod: name, costs: costs.get() }));
}

/** Asks until the search is over or another question stands. @param {() => Promise<InquiryOut>} request */
async function follow(request) {
  const [name, prices] = [pod.get(), costs.get()];
  const stale = () => name !== pod.get() || prices !== costs.get();
  try {
    const answer = await request();
    if (stale()) return;
    inquiry.set(answer);
    if (answer.status === "failed") failure.set(new Error(answer.error ?? ""));
    if (answer.status === "queued" || answer.status === "running")
      setTimeout(() => follow(() => get(`/inquiries/${answer.id}`)), AGAIN_MS);
  } catch (error) {
    if (stale()) return;
    if (error instanceof ApiError && error.offline) setTimeout(() => follow(request), AGAIN_MS);
    else failure.set(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Ends the search; what was found stays. */
export async function stop() {
  const current = inquiry.get();
  if (current) inquiry.set(await post(`/inquiries/${current.id}/cancel`));
}

/** Makes a repair in a copy, and runs the copy. @param {number} index */
export async function tryRepair(index) {
  const [question, repair] = [inquiry.get(), repairs.get()[index]];
  if (!question || !repair) return;
  try {
    const copy = await post(`/inquiries/${question.id}/repairs/${index + 1}/try`);
    trial.set({ repair, copy, run: null });
    const run = await over(copy.run);
    if (trial.get()?.copy === copy) trial.set({ repair, copy, run });
  } catch (error) {
    toast(t("Not tried. {error}", { error: messageOf(error) }));
  }
}

/** Deletes the copy. */
export async function undoTrial() {
  const copy = trial.get()?.copy;
  trial.set(null);
  if (copy) await del(`/scenarios/${copy.scenario}`).catch((error) => toast(messageOf(error)));
}

/** The run once it is over. @param {string} id @returns {Promise<RunOut>} */
async function over(id) {
  for (;;) {
    const run = await get(`/runs/${id}`);
    if (run.status !== "queued" && run.status !== "running") return run;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
