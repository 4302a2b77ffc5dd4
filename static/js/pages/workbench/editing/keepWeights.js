// The weights that are tried become those of a copy.

import { weigh } from "../../../editor/document/changes.js";
import { get, post } from "../../../net/api.js";
import { changeCopy } from "./pending.js";

/**
 * Copies a snapshot, gives a profile of the copy these weights, and goes there.
 * @param {string} snapshot @param {string} profile @param {Map<string, number>} weights by plugin
 */
export async function keepWeights(snapshot, profile, weights) {
  const { source } = await get(`/snapshots/${snapshot}`);
  const { objects } = await post("/outline", { source });
  const entry = objects.find(({ kind }) => kind === "KubeSchedulerConfiguration");
  const configuration = entry && {
    object: entry.object,
    manifest: /** @type {Record<string, any>} */ (
      (await post("/outline", { source, object: entry.object })).manifest
    ),
  };
  await changeCopy(snapshot, { ...weigh(configuration ?? null, profile, weights), run: true });
}
