// Every atom of the upgrade matrix, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { get, post } from "../../net/api.js";
import { question } from "../../net/question.js";
import { kindsAt, stayAt } from "./shifts.js";

/** @import { SnapshotOut } from "../../types/api.js" */
/** @import { UpgradeMatrix, UpgradePod } from "../../types/engine.js" */

/**
 * @typedef {{release: string, recorded: boolean, planned: boolean}} OfferedVersion
 * @typedef {object} Boot
 * @property {Pick<SnapshotOut, "id" | "title" | "kubernetes_version" | "seed" | "summary" | "run">} snapshot
 * @property {OfferedVersion[]} versions
 * @property {string} from the range of versions that is compared unless the address has another
 * @property {string} to
 * @typedef {object} Selection
 * @property {number} version its index
 * @property {UpgradePod | null} pod one that shifts there, or null for the version as a whole
 */

export const boot = /** @type {Boot} */ (bootData());

/** The address: the range of versions, and the selected version and pod. */
export const url = urlState(["from", "to", "at", "pod"]);

/** The versions that are compared, as "1.30..1.34". */
export const range = computed(() => {
  const { from, to } = url.state.get();
  return `${from ?? boot.from}..${to ?? boot.to}`;
});

/** The oldest and the newest of them. */
export function ends() {
  const [from, to] = range.get().split("..");
  return { from, to };
}

const asked = question({
  get: (id) => get(`/upgrades/${id}`),
  cancel: (id) => post(`/upgrades/${id}/cancel`),
});

/** The answer of the server, or null before the first one. */
export const upgrade = asked.answer;

/** Why there is none. */
export const failure = asked.failure;

/** Ends the matrix that is waited for. */
export const stop = asked.stop;

/** Asks for the matrix of the versions. */
export function compareVersions() {
  const versions = range.get();
  if (!boot.snapshot.summary.pending) return;
  asked.ask(() => post(`/snapshots/${boot.snapshot.id}/upgrades`, { versions }));
}

/** The matrix, once it is finished. */
export const matrix = computed(() => upgrade.get()?.matrix ?? null);

/** The groups whose pods are listed one by one although there are many. */
export const unfolded = atom(/** @type {ReadonlySet<string>} */ (new Set()));

/** Whether pods that never move are listed too. */
export const allPods = atom(false);

/** What the detail is about: as in the address, else the last version at which something shifts. */
export const selection = computed(() => select(url.state.get(), matrix.get()));

/** @param {Record<string, string>} params @param {UpgradeMatrix | null} table @returns {Selection | null} */
function select({ at, pod: key }, table) {
  if (!table) return null;
  const named = table.versions.findIndex((version) => version.release === at);
  const last = table.steps.findLast((step) => kindsAt(step).length)?.after ?? -1;
  const version = named >= 0 ? named : last;
  if (version < 0) return null;
  const pod =
    table.pods.find((candidate) => candidate.pod === key && stayAt(candidate, version)?.shift) ?? null;
  return { version, pod };
}

/** @param {string} release @param {string | null} pod */
export const open = (release, pod) => url.write({ at: release, pod }, { push: true });
