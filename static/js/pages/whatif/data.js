// The pending pods are asked for once; the repairs are asked for, and asked again until the search is over.

import { watch } from "../../lib/atoms.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { boot, costs, failure, inquiry, node, pending, pod, waiting } from "./state.js";
import { runOver } from "./runOver.js";
import { watchAnswers } from "./waiting.js";

export async function load() {
  try {
    await runOver(boot.run.id);
    const { causes } = await get(`/runs/${boot.run.id}/causes`);
    pending.set(causes.flatMap(({ workloads }) => workloads));
    watch([pod, node], ask);
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
  const body = { pod: name, node: node.get() ?? "", costs: costs.peek() };
  const stateOf = watchAnswers(Date.now);
  await follow(
    () => post(`/runs/${boot.run.id}/inquiries`, body),
    ({ id }) => get(`/inquiries/${id}`),
    {
      take(answer) {
        waiting.set(stateOf(answer));
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
