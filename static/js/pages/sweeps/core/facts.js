// What a form offers: the cluster before the run, the plugins that score, the reader's own scenarios.

import { Cluster } from "../../../model/cluster.js";
import { groupingKeys } from "../../../model/nodegroups.js";
import { get } from "../../../net/api.js";
import { boot } from "./state.js";
import { HOSTNAME } from "./words.js";

/** @import { PluginOut, ScenarioBrief } from "../../../types/api.js" */

/**
 * @typedef {object} Facts
 * @property {Cluster | null} cluster null without a run
 * @property {PluginOut[]} plugins
 * @property {ScenarioBrief[]} scenarios
 */

/** @type {Promise<Facts> | null} */
let asked = null;

export const facts = () =>
  (asked ??= read().catch((error) => {
    asked = null;
    throw error;
  }));

async function read() {
  const { run } = boot.snapshot;
  const [view, { plugins }, scenarios] = await Promise.all([
    run ? get(`/runs/${run}/cluster`) : null,
    get("/plugins"),
    get("/scenarios"),
  ]);
  return { cluster: view && new Cluster(view), plugins, scenarios };
}

/** The values of each label of the nodes, counted. @param {Cluster | null} cluster */
export const domainsOf = (cluster) =>
  Object.fromEntries(
    (cluster?.labelKeys ?? [HOSTNAME]).map((key) => [
      key,
      new Set(cluster?.nodes.map(({ labels }) => labels[key]).filter(Boolean)).size,
    ]),
  );

/**
 * The labels whose values are lost where nobody has chosen: nodes, and zones if there are any.
 * @param {Facts} facts
 */
export function lostKeys({ cluster }) {
  if (!cluster) return [HOSTNAME];
  return [...(HOSTNAME in cluster.labels ? [HOSTNAME] : []), ...groupingKeys(cluster).zone];
}
