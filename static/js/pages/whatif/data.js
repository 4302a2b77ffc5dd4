// The pending pods are asked for once, the repairs whenever the question changes.

import { watch } from "../../lib/atoms.js";
import { get } from "../../net/api.js";
import { runOver } from "./runOver.js";
import { ask, boot, failure, node, pending, pod } from "./state.js";

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
