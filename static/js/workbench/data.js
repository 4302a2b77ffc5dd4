// What the page asks the server for: the run's events, the cluster, a cycle's view, a cell's arithmetic. Cycles are
// immutable, so what came once is kept.

import { effect } from "../lib/atoms.js";
import { get } from "../net/api.js";
import { streamRun } from "../net/stream.js";
import { emptyLog, extend } from "./log.js";
import { cluster, explanation, log, pointer, run, streaming, view } from "./state.js";

const KEPT = 60;
const RETRY_MS = 2000;
const answers = new Map();

/** The same question is asked once; a failure is not kept. */
export function ask(path) {
  if (!answers.has(path)) {
    const answer = get(path);
    answers.set(path, answer);
    answer.catch(() => answers.delete(path));
    if (answers.size > KEPT) answers.delete(answers.keys().next().value);
  }
  return answers.get(path);
}

/** Starts following whatever run is shown. */
export function follow() {
  let stream = null;
  let unwatch = () => {};
  effect([run], (shown) => {
    stream?.close();
    unwatch();
    log.set(emptyLog());
    cluster.set(null);
    streaming.set(shown ? "connecting" : "idle");
    if (!shown) return;
    stream = streamRun(shown.id, { onEvents: (events) => log.update((before) => extend(before, events)) });
    unwatch = stream.state.subscribe((state) => streaming.set(state));
    loadCluster(shown.id);
  });
  effect([run, log, pointer], loadView);
  effect([run, pointer, view], loadExplanation);
}

async function loadCluster(id) {
  const answer = await ask(`/runs/${id}/cluster`).catch((error) => error);
  if (run.get()?.id !== id) return;
  if (!(answer instanceof Error)) cluster.set(answer);
  else if (answer.offline) setTimeout(() => loadCluster(id), RETRY_MS);
}

async function loadView(shown, known, at) {
  const cycle = at && known.cycles[at.cycle];
  if (!shown || !cycle?.finished || cycle.finished.skipped) return view.set({ status: "none", cycle: at?.cycle ?? -1, data: null, error: null });
  const before = view.get();
  if (before.cycle === at.cycle && before.run === shown.id && before.status !== "failed") return;
  await load(view, { cycle: at.cycle, run: shown.id }, `/runs/${shown.id}/cycles/${at.cycle}/view`);
}

async function loadExplanation(shown, at, seen) {
  const question = shown && at && seen.status === "ready" && seen.cycle === at.cycle ? explainable(at, seen.data) : null;
  const key = question ? `${shown.id}/${at.cycle}?${question}` : "";
  if (explanation.get().key === key) return;
  if (!key) return explanation.set({ status: "none", key, data: null, error: null });
  await load(explanation, { key }, `/runs/${shown.id}/cycles/${at.cycle}/explain?${question}`);
}

async function load(target, identity, path) {
  target.set({ ...identity, status: "loading", data: null, error: null });
  const mine = target.get();
  try {
    const data = await ask(path);
    if (target.get() === mine) target.set({ ...identity, status: "ready", data, error: null });
  } catch (error) {
    if (target.get() !== mine) return;
    target.set({ ...identity, status: "failed", data: null, error });
    if (error.offline) setTimeout(retry, RETRY_MS);
  }
}

// Only cells that have an arithmetic are asked for: a Filter plugin that did not skip, a plugin's score of a feasible node.
function explainable({ point, plugin, node }, data) {
  if (!node || !plugin) return null;
  const asked = point === "NormalizeScore" ? "Score" : point;
  const known = asked === "Filter" ? data.plugins.Filter?.includes(plugin) : asked === "Score" && plugin in (data.trace.score ?? {});
  if (!known || !data.node_order.includes(node)) return null;
  if (asked === "Score" && !(node in data.trace.score[plugin])) return null;
  if (asked === "Filter" && data.trace.preFilter?.[plugin]?.code === "Skip") return null;
  return new URLSearchParams({ point: asked, plugin, node }).toString();
}

/** Asks again for what failed. */
export function retry() {
  for (const target of [view, explanation]) if (target.get().status === "failed") target.set({ status: "none", cycle: -1, key: "", data: null, error: null });
  loadView(run.get(), log.get(), pointer.get());
}
