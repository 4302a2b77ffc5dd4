// What the page fetches from the server. Both sides are immutable once they are finished; until then it
// polls.

import { effect } from "../../lib/atoms.js";
import { CycleView } from "../../model/cycleview.js";
import { ApiError, get } from "../../net/api.js";
import { getColumns } from "../../net/cycle.js";
import { follow } from "../../net/question.js";
import { endOf } from "./parts.js";
import { at, attempt, boot, comparison, cycle, failure, operands, SIDES, url, views } from "./state.js";

/** @import { ComparisonOut, CycleOut } from "../../types/api.js" */
/** @import { PointId } from "../../model/points.js" */
/** @import { Attempt, Place, Side, Views } from "./state.js" */

const PATH = /** @type {const} */ (`/compare/${boot.a}..${boot.b}`);

export function load() {
  begin();
  effect(() => loadCycle(comparison.get(), attempt.get()));
  effect(() => loadViews(comparison.get(), cycle.get()));
  effect(() => loadOperands(cycle.get(), at.get(), views.get()));
}

async function begin() {
  const ask = () => get(PATH);
  await follow(ask, ask, {
    take: comparison.set,
    fail: failure.set,
    unfinished: ({ finished }) => !finished,
  });
}

/** @param {ComparisonOut | null} result @param {Attempt | null} target */
async function loadCycle(result, target) {
  if (!result?.finished || !target) return;
  /** @param {CycleOut | null} candidate */
  const same = (candidate) =>
    candidate && candidate.pod === target.pod && candidate.attempt === target.attempt;
  if (same(cycle.peek())) return;
  if (same(result.first)) return cycle.set(result.first);
  cycle.set(null);
  const question = new URLSearchParams({ pod: target.pod, attempt: String(target.attempt) });
  /** @type {CycleOut | Error} */
  const answer = await get(`${PATH}/cycle?${question}`).catch((error) => error);
  if (attempt.get()?.pod !== target.pod || attempt.get()?.attempt !== target.attempt) return;
  if (!(answer instanceof Error)) cycle.set(answer);
  else if (answer instanceof ApiError && answer.status === 404)
    url.write({ pod: null, attempt: null, point: null, plugin: null, node: null });
  else failure.set(answer);
}

/** @param {Side} side @param {CycleOut} comparedCycle */
const path = (side, comparedCycle) =>
  /** @type {const} */ (`/runs/${comparison.peek()?.[side].run?.id}/cycles/${comparedCycle[side]}`);
/** @param {string} address */
const readView = async (address) => new CycleView(await getColumns(address));
/** @param {CycleOut} comparedCycle @param {Side} side */
const hasView = (comparedCycle, side) => comparedCycle[side] !== null && !endOf(comparedCycle, side)?.skipped;

/** @param {ComparisonOut | null} result @param {CycleOut | null} comparedCycle */
async function loadViews(result, comparedCycle) {
  const key = comparedCycle ? `${comparedCycle.a}/${comparedCycle.b}` : "";
  if (!result || views.peek().key === key) return;
  views.set({ key, a: null, b: null });
  const [a, b] = await both((side) =>
    comparedCycle && hasView(comparedCycle, side)
      ? readView(`${path(side, comparedCycle)}/view?form=columns`)
      : null,
  );
  if (views.get().key === key) views.set({ key, a, b });
}

/** @param {CycleOut | null} comparedCycle @param {Place | null} place @param {Views} sideViews */
async function loadOperands(comparedCycle, place, sideViews) {
  const { point, plugin, node } = place ?? {};
  const question = comparedCycle && point && plugin && node ? questionOf(point, plugin, node) : null;
  const key = question && (sideViews.a || sideViews.b) ? `${sideViews.key}?${question}` : "";
  if (operands.peek().key === key) return;
  operands.set({ key, a: null, b: null });
  if (!comparedCycle || !node || !key) return;
  const [a, b] = await both((side) =>
    (sideViews[side]?.indexOf(node) ?? -1) >= 0
      ? get(`${path(side, comparedCycle)}/explain?${question}`)
      : null,
  );
  if (operands.get().key === key) operands.set({ key, a, b });
}

/** @type {Partial<Record<PointId, "Filter" | "Score">>} */
const EXPLAINED_AT = {
  PreFilter: "Filter",
  Filter: "Filter",
  Score: "Score",
  NormalizeScore: "Score",
  Total: "Score",
};

/** @param {PointId} point @param {string} plugin @param {string} node */
function questionOf(point, plugin, node) {
  const explainedAt = EXPLAINED_AT[point];
  return explainedAt ? new URLSearchParams({ point: explainedAt, plugin, node }).toString() : null;
}

/**
 * Both sides' answers; null for a side without the plugin or the node.
 * @template T
 * @param {(side: Side) => Promise<T> | null} question
 */
const both = (question) =>
  Promise.all(SIDES.map((side) => Promise.resolve(question(side)).catch(() => null)));
