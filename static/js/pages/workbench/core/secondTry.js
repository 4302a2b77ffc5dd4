// A running pod tried again as if it were pending: a snapshot of its own, opened at the pod.

import { toast } from "../../../lib/toast.js";
import { messageOf, post } from "../../../net/api.js";
import { run, theSnapshot } from "./state.js";

/** @param {string} pod as "namespace/name" */
export async function tryAgain(pod) {
  const snapshot = run.get()?.snapshot ?? theSnapshot().id;
  try {
    const variant = await post(`/snapshots/${snapshot}/variants`, { as_pending: pod });
    location.assign(`/x/${variant.snapshot}/?${new URLSearchParams({ pod })}`);
  } catch (error) {
    toast(messageOf(error));
  }
}
