// What the page asks the server for. Both sides are immutable once they are finished; until then it asks
// again.

import { effect } from "../lib/atoms.js";
import { CycleView } from "../model/cycleview.js";
import { ApiError, get } from "../net/api.js";
import { getColumns } from "../net/cycle.js";
import { endOf } from "./parts.js";
import { at, attempt, boot, comparison, cycle, failure, operands, SIDES, url, views } from "./state.js";

/** @import { ComparisonOut, CycleOut } from "../types/api.js" */
/** @import { PointId } from "../model/points.js" */
/** @import { Attempt, Place, Side, Views } from "./state.js" */

const AGAIN_MS = 1000;
const PATH = /** @type {const} */ (`/compare/${boot.a}..${boot.b}`);

export function load() {
  begin();
  effect([comparison, attempt], loadCycle);
  effect([comparison, cycle], loadViews);
  effect([cycle, at, views], loadOperands);
}

async function begin() {
  try {
    const found = await get(PATH);
    comparison.set(found);
    if (!found.finished) setTimeout(begin, AGAIN_MS);
  } catch (error) {
    if (error instanceof ApiError && error.offline) setTimeout(begin, AGAIN_MS);
    else failure.set(error instanceof Error ? error : new Error(String(error)));
  }
}

/** @param {ComparisonOut | null} found @param {Attempt | null} wanted */
async function loadCycle(found, wanted) {
  if (!found?.finished || !wanted) return;
  /** @param {CycleOut | null} known */
  const same = (known) => known && known.pod === wanted.pod && known.attempt === wanted.attempt;
  if (same(cycle.get())) return;
  if (same(found.first)) return cycle.set(found.first);
  cycle.set(null);
  const question = new URLSearchParams({ pod: wanted.pod, attempt: String(wanted.attempt) });
  /** @type {CycleOut | Error} */
  const answer = await get(`${PATH}/cycle?${question}`).catch((error) => error);
  if (attempt.get()?.pod !== wanted.pod || attempt.get()?.attempt !== wanted.attempt) return;
  if (!(answer instanceof Error)) cycle.set(answer);
  else if (answer instanceof ApiError && answer.status === 404)
    url.write({ pod: null, attempt: null, point: null, plugin: null, node: null });
  else failure.set(answer);
}

/** @param {Side} side @param {CycleOut} known */
const path = (side, known) =>
  /** @type {const} */ (`/runs/${comparison.get()?.[side].run?.id}/cycles/${known[side]}`);
/** @param {string} address */
const readView = async (address) => new CycleView(await getColumns(address));
/** @param {CycleOut} known @param {Side} side */
const hasView = (known, side) => known[side] !== null && !endOf(known, side)?.skipped;

/** @param {ComparisonOut | null} found @param {CycleOut | null} known */
async function loadViews(found, known) {
  const key = known ? `${known.a}/${known.b}` : "";
  if (!found || views.get().key === key) return;
  views.set({ key, a: null, b: null });
  const [a, b] = await both((side) =>
    known && hasView(known, side) ? readView(`${path(side, known)}/view?form=columns`) : null,
  );
  if (views.get().key === key) views.set({ key, a, b });
}

/** @param {CycleOut | null} known @param {Place | null} place @param {Views} seen */
async function loadOperands(known, place, seen) {
  const { point, plugin, node } = place ?? {};
  const question = known && point && plugin && node ? questionOf(point, plugin, node) : null;
  const key = question && (seen.a || seen.b) ? `${seen.key}?${question}` : "";
  if (operands.get().key === key) return;
  operands.set({ key, a: null, b: null });
  if (!known || !node || !key) return;
  const [a, b] = await both((side) =>
    (seen[side]?.indexOf(node) ?? -1) >= 0 ? get(`${path(side, known)}/explain?${question}`) : null,
  );
  if (operands.get().key === key) operands.set({ key, a, b });
}

/** @type {Partial<Record<PointId, "Filter" | "Score">>} */
const ASKED = {
  PreFilter: "Filter",
  Filter: "Filter",
  Score: "Score",
  NormalizeScore: "Score",
  Total: "Score",
};

/** @param {PointId} point @param {string} plugin @param {string} node */
function questionOf(point, plugin, node) {
  const asked = ASKED[point];
  return asked ? new URLSearchParams({ point: asked, plugin, node }).toString() : null;
}

/**
 * A side that does not know the plugin or the node has nothing to say.
 * @template T
 * @param {(side: Side) => Promise<T> | null} question
 */
const both = (question) =>
  Promise.all(SIDES.map((side) => Promise.resolve(question(side)).catch(() => null)));
