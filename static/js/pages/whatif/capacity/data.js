// A question is asked, and asked again until it is answered or another one stands.

import { toast } from "../../../lib/toast.js";
import { get, messageOf, post } from "../../../net/api.js";
import { follow } from "../../../net/question.js";
import { boot } from "../state.js";
import { failure, inquiry } from "./state.js";

let turn = 0; // the number of the question that stands

/** @param {Record<string, unknown>} question */
export async function ask(question) {
  const own = (turn += 1);
  inquiry.set(null);
  failure.set(null);
  await follow(
    () => post(`/runs/${boot.run.id}/cluster-inquiries`, question),
    ({ id }) => get(`/cluster-inquiries/${id}`),
    {
      take(answer) {
        inquiry.set(answer);
        if (answer.status === "failed") failure.set(new Error(answer.error ?? ""));
      },
      fail: failure.set,
      stale: () => own !== turn,
    },
  );
}

/** Ends the search; what was found stays. */
export async function stop() {
  const current = inquiry.get();
  if (!current) return;
  try {
    const stopped = await post(`/cluster-inquiries/${current.id}/cancel`);
    if (inquiry.get()?.id !== current.id) return;
    turn += 1;
    inquiry.set(stopped);
  } catch (error) {
    toast(messageOf(error));
  }
}
