// A question is asked, and asked again until it is answered or another one stands.

import { ApiError, get, post } from "../../../net/api.js";
import { boot } from "../state.js";
import { failure, inquiry, isSearching } from "./state.js";

/** @import { ClusterInquiryOut } from "../../../types/api.js" */

const AGAIN_MS = 400;
let turn = 0; // the number of the question that stands

/** @param {Record<string, unknown>} question */
export async function ask(question) {
  turn += 1;
  inquiry.set(null);
  failure.set(null);
  await follow(turn, () => post(`/runs/${boot.run.id}/cluster-inquiries`, question));
}

/** @param {number} own @param {() => Promise<ClusterInquiryOut>} request */
async function follow(own, request) {
  try {
    const answer = await request();
    if (own !== turn) return;
    inquiry.set(answer);
    if (answer.status === "failed") failure.set(new Error(answer.error ?? ""));
    if (isSearching(answer))
      setTimeout(() => follow(own, () => get(`/cluster-inquiries/${answer.id}`)), AGAIN_MS);
  } catch (error) {
    if (own !== turn) return;
    if (error instanceof ApiError && error.offline) setTimeout(() => follow(own, request), AGAIN_MS);
    else failure.set(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Ends the search; what was found stays. */
export async function stop() {
  const current = inquiry.get();
  if (!current) return;
  turn += 1;
  inquiry.set(await post(`/cluster-inquiries/${current.id}/cancel`));
}
