// What the page asks the server for. Both sides are immutable once they are finished; until then it asks again.

import { effect } from "../lib/atoms.js";
import { get } from "../net/api.js";
import { at, attempt, boot, comparison, cycle, failure, operands, SIDES, url, views } from "./state.js";

const AGAIN_MS = 1000;
const PATH = `/compare/${boot.a}..${boot.b}`;

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
    if (error.offline) setTimeout(begin, AGAIN_MS);
    else failure.set(error);
  }
}

async function loadCycle(found, wanted) {
  if (!found?.finished || !wanted) return;
  const same = (known) => known && known.pod === wanted.pod && known.attempt === wanted.attempt;
  if (same(cycle.get())) return;
  if (same(found.first)) return cycle.set(found.first);
  cycle.set(null);
  const answer = await get(`${PATH}/cycle?${new URLSearchParams(/** @type {any} */ (wanted))}`).catch(
    (error) => error,
  );
  if (attempt.get()?.pod !== wanted.pod || attempt.get()?.attempt !== wanted.attempt) return;
  if (!(answer instanceof Error)) cycle.set(answer);
  else if (answer.status === 404)
    url.write({ pod: null, attempt: null, point: null, plugin: null, node: null });
  else failure.set(answer);
}

const path = (side, known) => `/runs/${comparison.get()[side].run.id}/cycles/${known[side]}`;
const hasView = (known, side) => known[side] !== null && !known.told[side].at(-1)?.skipped;

async function loadViews(found, known) {
  const key = known ? `${known.a}/${known.b}` : "";
  if (!found || views.get().key === key) return;
  views.set({ key, a: null, b: null });
  const [a, b] = await both((side) =>
    known && hasView(known, side) ? get(`${path(side, known)}/view`) : null,
  );
  if (views.get().key === key) views.set({ key, a, b });
}

async function loadOperands(known, place, seen) {
  const question = known && place?.node && place.plugin && questionOf(place);
  const key = question && (seen.a || seen.b) ? `${seen.key}?${question}` : "";
  if (operands.get().key === key) return;
  operands.set({ key, a: null, b: null });
  if (!key) return;
  const [a, b] = await both((side) =>
    seen[side]?.node_order.includes(place.node) ? get(`${path(side, known)}/explain?${question}`) : null,
  );
  if (operands.get().key === key) operands.set({ key, a, b });
}

const ASKED = {
  PreFilter: "Filter",
  Filter: "Filter",
  Score: "Score",
  NormalizeScore: "Score",
  Total: "Score",
};

function questionOf({ point, plugin, node }) {
  return ASKED[point] ? new URLSearchParams({ point: ASKED[point], plugin, node }).toString() : null;
}

// A side that does not know the plugin or the node has nothing to say.
const both = (question) =>
  Promise.all(SIDES.map((side) => Promise.resolve(question(side)).catch(() => null)));
