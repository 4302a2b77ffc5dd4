// The matrix is asked for, and asked again until it is finished.

import { effect } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { ApiError, get, messageOf, post } from "../../net/api.js";
import { boot, failure, range, upgrade } from "./state.js";

const AGAIN_MS = 700;

export function load() {
  effect([range], begin);
}

/** @param {string} versions */
async function begin(versions) {
  upgrade.set(null);
  failure.set(null);
  if (!boot.snapshot.summary.pending) return;
  await answer(versions, () => post(`/snapshots/${boot.snapshot.id}/upgrades`, { versions }));
}

/**
 * @param {string} asked
 * @param {() => Promise<import("../../types/api.js").UpgradeOut>} request
 */
async function answer(asked, request) {
  const stale = () => range.get() !== asked;
  try {
    const result = await request();
    if (stale()) return;
    upgrade.set(result);
    if (result.status === "failed") failure.set(new Error(result.error ?? ""));
    else if (result.status === "cancelled") failure.set(new Error(t("It was stopped.")));
    else if (result.status === "queued" || result.status === "running")
      setTimeout(() => answer(asked, () => get(`/upgrades/${result.id}`)), AGAIN_MS);
  } catch (error) {
    if (stale()) return;
    if (error instanceof ApiError && error.offline) setTimeout(() => answer(asked, request), AGAIN_MS);
    else failure.set(error instanceof Error ? error : new Error(String(error)));
  }
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
