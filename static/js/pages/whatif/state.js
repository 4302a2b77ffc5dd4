// Every atom of the repairs page, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { costsFrom, costsText, rankedBy } from "./ranking.js";
import { inquiring } from "./waiting.js";

/** @import { RunOut } from "../../types/api.js" */
/** @import { PodGroup, ScenarioSummary } from "../../types/engine.js" */
/** @import { Ranked } from "./ranking.js" */

/**
 * @typedef {object} Boot
 * @property {RunOut} run
 * @property {ScenarioSummary} summary
 * @property {Record<string, number>} costs by kind of change, unless the reader says otherwise
 * @property {"pod" | "run" | "more" | "drop"} question that the page answers
 * @property {boolean} is_case whether the run is that of a case of the gallery
 */

export const boot = /** @type {Boot} */ (bootData());

/** The address: the pod, the node that it is to get, the number of the chosen repair, and other prices. */
export const url = urlState(["pod", "node", "repair", "costs"]);

/** The workloads with pending pods, once they are here. */
export const pending = atom(/** @type {PodGroup[] | null} */ (null));

/** The pod in question: that of the address, else the first of the pending ones. */
export const pod = computed(() => {
  const params = url.state.get();
  const [first] = pending.get() ?? [];
  return params.pod ?? (first ? `${first.namespace}/${first.pods[0]}` : null);
});

/** The node that the pod is to get; null: any. */
export const node = computed(() => url.state.get().node ?? null);

/** The names of all nodes, once they are here. */
export const nodeNames = atom(/** @type {string[]} */ ([]));

/** Pods that run before the first cycle: they are no part of what is placed. */
export const running = boot.summary.pods - boot.summary.pending;

const costsParameter = computed(() => url.state.get().costs ?? "");

/** What a change costs, by kind. */
export const costs = computed(() => costsFrom(costsParameter.get(), boot.costs));

/** @param {Record<string, number>} prices */
export const setCosts = (prices) => url.write({ costs: costsText(prices, boot.costs), repair: null });

const search = inquiring();

/** The question and its answer as far as it is found; null before the first answer of the server. */
export const inquiry = search.answer;

/** Whether that answer is still on its way. */
export const waiting = search.waiting;

/** Why there is none. */
export const failure = search.failure;

/** Ends the search; what was found stays. */
export const stop = search.stop;

/** Asks what is in the address, with the reader's prices. */
export function ask() {
  const name = pod.get();
  if (name) search.ask(boot.run.id, { pod: name, node: node.get() ?? "", costs: costs.peek() });
}

/**
 * The repairs, the best first by the reader's prices.
 * @type {import("../../lib/atoms.js").Source<Ranked[]>}
 */
export const repairs = computed(() => {
  const question = inquiry.get();
  return question?.answer ? rankedBy(question.answer.repairs, costs.get(), question.answer.costs) : [];
});

/** The index of the chosen repair; -1 if there is none. */
export const chosen = computed(() =>
  Math.min(Math.max(Number(url.state.get().repair ?? 1) - 1, 0), repairs.get().length - 1),
);

/** @param {number} index */
export const choose = (index) => url.write({ repair: index + 1 });
