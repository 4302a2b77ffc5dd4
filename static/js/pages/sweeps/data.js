// Sweeps are listed, asked again until they are finished, started and cancelled.

import { effect } from "../../lib/atoms.js";
import { t } from "../../lib/i18n.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, post } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";
import { answers, boot, failure, listedSweeps, sweeps, url } from "./core/state.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepResult, SweepSpecification } from "../../types/engine.js" */

/** The asking that stands; a former one ends. */
let asking = {};

/** Lists the sweeps now, and again while one goes on and somebody looks. */
export function load() {
  void look();
  document.addEventListener("visibilitychange", () => document.hidden || look());
  effect(() =>
    listedSweeps
      .get()
      .filter((sweep) => !answers.peek().has(sweep.id))
      .forEach(fetchResult),
  );
}

async function look() {
  const own = (asking = {});
  const stale = () => asking !== own;
  const ask = async () => {
    const { sweeps: list } = await get(`/snapshots/${boot.snapshot.id}/sweeps`);
    if (stale()) return list;
    sweeps.set(list);
    await Promise.all(listedSweeps.get().filter(isOutdated).map(fetchResult));
    return list;
  };
  await follow(ask, ask, {
    take: () => failure.set(null),
    fail: failure.set,
    unreached: failure.set,
    unfinished: (list) => list.some(isUnfinished),
    stale,
  });
}

/** Whether more of it is evaluated than its pictures show. @param {SweepStateOut} sweep */
function isOutdated(sweep) {
  const answer = answers.get().get(sweep.id);
  return answer?.status !== sweep.status || answer.evaluated !== sweep.evaluated;
}

/** @param {SweepStateOut} sweep */
async function fetchResult({ id }) {
  const answer = await get(`/sweeps/${id}`);
  if (answer.result?.kind === "fleet") await nameClusters(answer.snapshots, answer.result);
  answers.update((all) => new Map(all).set(id, answer));
}

/**
 * The clusters of a fleet go by the titles that the reader gave them, those of others by their links.
 * @param {string[]} snapshots @param {SweepResult} result
 */
async function nameClusters(snapshots, { axes: [axis] }) {
  const own = (await get("/scenarios")).map(
    ({ snapshot, title }) => /** @type {const} */ ([snapshot, title]),
  );
  const titles = new Map([...own, [boot.snapshot.id, boot.snapshot.title]]);
  axis.values = snapshots.map((id) => titles.get(id) ?? id);
}

/**
 * Starts a sweep and shows it; throws what the server refuses.
 * @param {SweepSpecification} specification @param {string[]} [snapshots] those of a fleet
 */
export async function start(specification, snapshots) {
  const sweep = await post(`/snapshots/${boot.snapshot.id}/sweeps`, {
    sweep: specification,
    ...(snapshots && { snapshots }),
  });
  sweeps.update((all) => [sweep, ...(all ?? []).filter(({ id }) => id !== sweep.id)]);
  url.write(
    { sweep: sweep.id, picture: null, by: null, cell: null, of: null, zone: null, at: null },
    { push: true },
  );
  void look();
}

/** @param {SweepStateOut} sweep */
export async function cancel({ id }) {
  try {
    await post(`/sweeps/${id}/cancel`);
    void look();
  } catch (error) {
    toast(messageOf(error));
  }
}

/** Goes to the very run of a point, in the workbench. @param {string} id @param {number} point */
export async function openPoint(id, point) {
  try {
    const { snapshot } = await post(`/sweeps/${id}/points/${point}/open`);
    location.assign(`/x/${snapshot}/`);
  } catch (error) {
    toast(t("This run cannot be opened: {why}", { why: messageOf(error) }));
  }
}
