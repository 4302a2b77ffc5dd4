// Every atom of the page of sweeps, with what it means.

import { atom, computed } from "../../../lib/atoms.js";
import { bootData } from "../../../lib/dom.js";
import { urlState } from "../../../lib/urlstate.js";

/** @import { SnapshotOut, SweepOut, SweepStateOut } from "../../../types/api.js" */
/** @import { SweepKind } from "../../../types/engine.js" */

/**
 * @typedef {object} Boot
 * @property {Pick<SnapshotOut, "id" | "title" | "kubernetes_version" | "seed" | "summary" | "run">} snapshot
 * @property {string} back the address of the run
 * @property {string[]} versions those that a sweep may run under
 */

export const boot = /** @type {Boot} */ (bootData());

/** The versions without a switch, the oldest first. */
export const plainVersions = () => boot.versions.filter((version) => !version.includes("+"));

/**
 * The address: the sweep, the picture of it and what it shows, the cell, the workload or pod, the zone whose
 * nodes are listed, and the point of two weights.
 */
export const url = urlState(["sweep", "picture", "by", "cell", "of", "zone", "at"]);

/** The sweeps of the snapshot without their results, the newest first; null before the first answer. */
export const sweeps = atom(/** @type {SweepStateOut[] | null} */ (null));

/** Sweeps with their results, by id. */
export const answers = atom(/** @type {ReadonlyMap<string, SweepOut>} */ (new Map()));

/** Why there is no list. */
export const failure = atom(/** @type {Error | null} */ (null));

/** The chosen sweep: as in the address, else the newest one. */
export const chosen = computed(() => {
  const { sweep } = url.state.get();
  const all = sweeps.get();
  return all?.find(({ id }) => id === sweep) ?? all?.[0] ?? null;
});

/** Kinds whose pictures stand beside each other: where pods land, and where if something changes. */
const TOGETHER = /** @type {SweepKind[]} */ (["seeds", "losses", "weights"]);

/**
 * The sweeps whose pictures are shown: the chosen one, and the newest of each kind that goes with it. The
 * tables over nodes stay above each other, other pictures come first when they are chosen.
 */
export const listedSweeps = computed(() => {
  const first = chosen.get();
  const all = sweeps.get();
  if (!first) return [];
  const { kind } = first.specification;
  if (!TOGETHER.includes(kind)) return [first];
  const order = kind === "weights" ? [...new Set([kind, ...TOGETHER])] : TOGETHER;
  return order
    .map((listedKind) =>
      listedKind === kind ? first : all?.find(({ specification }) => specification.kind === listedKind),
    )
    .filter((sweep) => sweep !== undefined);
});

/** What the details are about: a workload ("Deployment/default/web") or a pod ("default/web-0"). */
export const subject = computed(() => url.state.get().of ?? null);

/** The chosen place of the table of landings: the name of a node or zone. */
export const chosenPlace = computed(() => url.state.get().cell ?? null);

/**
 * The chosen cell of a sweep, by number; null without one, and in sweeps other than the chosen one.
 * @param {SweepStateOut} sweep
 */
export function cellIn({ id }) {
  const { cell } = url.state.get();
  return cell === undefined || chosen.get()?.id !== id || !/^\d+$/.test(cell) ? null : Number(cell);
}
