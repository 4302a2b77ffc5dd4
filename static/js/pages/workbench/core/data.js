// What the page fetches from the server: the run's events, the cluster, a cycle's view, a cell's arithmetic.
// Cycles are immutable, so answers are cached.

import { ApiError, get } from "../../../net/api.js";
import { getColumns } from "../../../net/cycle.js";
import { streamRun } from "../../../net/stream.js";
import { Cluster } from "../../../model/cluster.js";
import { CycleView } from "../../../model/cycleview.js";
import { emptyLog, extend } from "../../../model/log.js";
import { matrixOf } from "../../../model/matrix.js";
import { scoresOf } from "../../../model/scores.js";
import { cluster, explanation, log, pointer, run, streaming, theRun, view } from "./state.js";

const MAX_ANSWERS = 60;
const RETRY_MS = 2000;
const EVENTS_FIRST_MS = 300;

/** @import { ClusterView } from "../../../types/engine.js" */
/** @import { AnswerTo } from "../../../types/api.js" */
/** @import { Atom } from "../../../lib/atoms.js" */
/** @import { Cycle, RunLog } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Answer, Failure, Run, View } from "./state.js" */

/** @type {Map<string, Promise<unknown>>} by path */
const answers = new Map();
/** @type {Map<string, unknown>} answers that have arrived, for display without waiting */
const settled = new Map();

/**
 * Fetches each path once; failures are not cached.
 * @template {string} P @template [T=AnswerTo<"GET", P>]
 * @param {P} path @param {(path: string) => Promise<T>} [read]
 * @returns {Promise<T>}
 */
export function ask(path, read) {
  const cached = answers.get(path);
  if (cached) return /** @type {Promise<T>} */ (cached);
  const answer = read ? read(path) : /** @type {Promise<T>} */ (get(path));
  answers.set(path, answer);
  answer.then(
    (data) => answers.has(path) && settled.set(path, data),
    () => answers.delete(path),
  );
  if (answers.size > MAX_ANSWERS) forget([...answers.keys()][0]);
  return answer;
}

/** @param {string} path */
function forget(path) {
  answers.delete(path);
  settled.delete(path);
}

/**
 * The view of a cycle of this run, or null where there is none.
 * @param {Cycle} cycle @returns {Promise<CycleView | null>}
 */
export const viewOf = async (cycle) => (hasView(cycle) ? ask(viewPath(cycle.index), readView) : null);

/** @param {string} path */
const readView = async (path) => new CycleView(await getColumns(path));

/** Reads the explanation of a step ahead. @param {Pointer} at @param {CycleView} data */
export function explainAhead(at, data) {
  const question = explainable(at, data);
  if (question) ask(explainPath(at.cycle, question)).catch(() => {});
}

/** @param {Cycle} cycle */
const hasView = (cycle) => Boolean(cycle.finished && !cycle.finished.skipped);
/** @param {number} index */
const viewPath = (index) => `/runs/${theRun().id}/cycles/${index}/view?form=columns`;
/** @param {number} index @param {string} question */
const explainPath = (index, question) => `/runs/${theRun().id}/cycles/${index}/explain?${question}`;

/** Starts following the current run. */
export function follow() {
  /** @type {ReturnType<typeof streamRun> | null} */
  let stream = null;
  let unwatch = () => {};
  /** @param {Run | null} started */
  const begin = (started) => {
    stream?.close();
    unwatch();
    log.set(emptyLog()); // before any request: the log belongs to one run
    cluster.set(null);
    streaming.set(started ? "connecting" : "idle");
    if (!started) return;
    stream = streamRun(started.id, {
      onEvents(events) {
        log.update((before) => extend(before, events));
        if (events[0].seq === 1) loadCluster(started.id);
      },
    });
    if (started.status === "finished") loadCluster(started.id);
    else setTimeout(() => loadCluster(started.id), EVENTS_FIRST_MS); // the reader waits for the events first
    unwatch = stream.state.subscribe((state) => streaming.set(state));
  };
  begin(run.get());
  // At once, not in an effect: the events are on their way while the views are drawn; and what has
  // arrived is there when they are, so that they are drawn once.
  run.subscribe(begin);
  for (const source of [run, log, pointer])
    source.subscribe(() => loadView(run.get(), log.get(), pointer.get()));
  for (const source of [run, pointer, view])
    source.subscribe(() => loadExplanation(run.get(), pointer.get(), view.get()));
}

/** @param {string} id of the run */
async function loadCluster(id) {
  const isMissing = () => run.get()?.id === id && !cluster.get();
  if (!isMissing()) return;
  /** @type {ClusterView | Error} */
  const answer = await ask(`/runs/${id}/cluster`).catch((error) => error);
  if (!isMissing()) return;
  if (!(answer instanceof Error)) cluster.set(new Cluster(answer));
  else if (isOffline(answer)) setTimeout(() => loadCluster(id), RETRY_MS);
}

/** @param {unknown} error @returns {boolean} it may be better a moment later */
const isOffline = (error) => error instanceof ApiError && error.offline;

/** @param {Run | null} currentRun @param {RunLog} runLog @param {Pointer | null} at */
async function loadView(currentRun, runLog, at) {
  const cycle = at && runLog.cycles[at.cycle];
  const before = view.get();
  if (!currentRun || !cycle || !hasView(cycle)) {
    const index = at?.cycle ?? -1;
    if (before.status !== "none" || before.cycle !== index)
      view.set({ status: "none", cycle: index, data: null, error: null });
    return;
  }
  if (before.cycle === at.cycle && before.run === currentRun.id && before.status !== "failed") return;
  await load(view, { cycle: at.cycle, run: currentRun.id }, viewPath(at.cycle), readView);
}

/** @param {Run | null} currentRun @param {Pointer | null} at @param {View} viewed */
async function loadExplanation(currentRun, at, viewed) {
  const question =
    currentRun && at && viewed.status === "ready" && viewed.cycle === at.cycle
      ? explainable(at, viewed.data)
      : null;
  const key = question ? `${currentRun?.id}/${at?.cycle}?${question}` : "";
  if (explanation.get().key === key) return;
  if (!question || !at) return explanation.set({ status: "none", key, data: null, error: null });
  await load(explanation, { key }, explainPath(at.cycle, question));
}

/**
 * @template T
 * @template {object} I
 * @param {Atom<Answer<T> & I>} target
 * @param {I} identity of the answer
 * @param {string} path
 * @param {(path: string) => Promise<T>} [read]
 */
async function load(target, identity, path, read) {
  if (settled.has(path))
    return target.set({
      ...identity,
      status: "ready",
      data: /** @type {T} */ (settled.get(path)),
      error: null,
    });
  target.set({ ...identity, status: "loading", data: null, error: null });
  const pending = target.get();
  try {
    const data = await ask(path, read);
    if (target.get() === pending) target.set({ ...identity, status: "ready", data, error: null });
  } catch (error) {
    if (target.get() !== pending) return;
    target.set({ ...identity, status: "failed", data: null, error: /** @type {Failure} */ (error) });
    if (isOffline(error)) setTimeout(retry, RETRY_MS);
  }
}

/**
 * The query of an explanation, or null. Only cells that have an arithmetic have one: a Filter plugin that
 * did not skip, a plugin's score of a feasible node.
 * @param {Pointer} at @param {CycleView} data
 */
function explainable({ point, plugin, node }, data) {
  if (!node || !plugin) return null;
  const scoringPoint = point === "NormalizeScore" ? "Score" : point;
  const place = data.indexOf(node);
  const asks = scoringPoint === "Filter" && place >= 0 && matrixOf(data).ran.includes(plugin);
  const scores =
    scoringPoint === "Score" && scoresOf(data).plugins.includes(plugin) && scoresOf(data).has(place);
  if (!asks && !scores) return null;
  return new URLSearchParams({ point: scoringPoint, plugin, node }).toString();
}

/** Repeats the requests that failed. */
export function retry() {
  const nothing = /** @type {const} */ ({ status: "none", data: null, error: null });
  if (view.get().status === "failed") view.set({ ...nothing, cycle: -1 });
  if (explanation.get().status === "failed") explanation.set({ ...nothing, key: "" });
  loadView(run.get(), log.get(), pointer.get());
}
