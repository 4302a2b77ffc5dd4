// The matrix is asked for, and asked again until it is finished.

import { effect } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow } from "../../net/question.js";
import { boot, failure, range, upgrade } from "./state.js";

export function load() {
  effect(() => begin(range.get()));
}

/** @param {string} versions */
async function begin(versions) {
  upgrade.set(null);
  failure.set(null);
  if (!boot.snapshot.summary.pending) return;
  await follow(
    () => post(`/snapshots/${boot.snapshot.id}/upgrades`, { versions }),
    ({ id }) => get(`/upgrades/${id}`),
    {
      take(result) {
        upgrade.set(result);
        if (result.status === "failed") failure.set(new Error(result.error ?? ""));
        if (result.status === "cancelled") failure.set(new Error(t("It was stopped.")));
      },
      fail: failure.set,
      stale: () => range.get() !== versions,
    },
  );
}

/** Ends the matrix that is waited for. */
export async function stop() {
  const current = upgrade.get();
  if (!current) return;
  try {
    await post(`/upgrades/${current.id}/cancel`);
  } catch (error) {
    toast(messageOf(error));
  }
}

/** Asks for the matrix once more. */
export const askAgain = () => begin(range.get());
