// The open facts of the Why pane, each opened from the one before it. They live in the address, so that Back
// closes the last one and a link opens the same facts.

import { atom, computed, effect } from "../../../lib/atoms.js";
import { ask } from "../core/data.js";
import { pointer, run, url, view } from "../core/state.js";

/** @import { Fact, FactAnswer as FactData } from "../../../plugins/descriptor.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { Answer, Run } from "../core/state.js" */

const SEPARATOR = ","; // in no name of Kubernetes
const NOTHING = /** @type {string[]} */ ([]);

/** The names of the opened facts; the pane shows the last one. */
export const trail = computed(() => {
  const { why } = url.state.get();
  return why ? why.split(SEPARATOR) : NOTHING;
});

/** @typedef {Answer<FactData> & {name: string, key: string}} LoadedFact */

/** The server's answer about the last fact. */
export const fact = atom(
  /** @type {LoadedFact} */ ({ status: "none", name: "", key: "", data: null, error: null }),
);

/** Shows these facts. @param {string[]} names */
const show = (names) => url.write({ why: names.join(SEPARATOR) || null }, { push: true });

/**
 * Opens a fact: after those that are open, or alone. The same one again closes it.
 * @param {string} name @param {{further?: boolean}} [options]
 */
export function open(name, { further = false } = {}) {
  const before = trail.get();
  if (before.at(-1) === name) return show(before.slice(0, -1));
  if (!further) return show([name]);
  const index = before.indexOf(name);
  show(index < 0 ? [...before, name] : before.slice(0, index + 1));
}

/** Leaves the facts after the first so many. @param {number} count */
export const backTo = (count) => show(trail.get().slice(0, count));

/** Loads the last fact of the trail. @param {Record<string, Fact>} facts by kind */
export function loadFacts(facts) {
  effect(() => {
    const currentRun = run.get();
    const at = pointer.get();
    const viewed = view.get();
    const name = trail.get().at(-1) ?? "";
    const definition = facts[name.split(":")[0]];
    const asks = viewed.status === "ready" && viewed.cycle === at?.cycle && definition?.remote;
    const key = asks && currentRun && at ? pathOf(currentRun, at, name, definition) : "";
    if (fact.peek().key !== key) load(name, key);
  });
}

/** @param {Run} currentRun @param {Pointer} at @param {string} name @param {Fact} definition */
function pathOf(currentRun, at, name, definition) {
  const [kind, ...args] = name.split(":");
  const query =
    EXPLAINED[kind]?.(args[0], args[1]) ?? `facts?${new URLSearchParams({ of: definition.of ?? name })}`;
  return `/runs/${currentRun.id}/cycles/${at.cycle}/${query}`;
}

/**
 * Cells and scores have an address of their own.
 * @type {Record<string, (plugin: string, node: string) => string>}
 */
const EXPLAINED = {
  cell: (plugin, node) => `explain?${new URLSearchParams({ point: "Filter", plugin, node })}`,
  score: (plugin, node) => `explain?${new URLSearchParams({ point: "Score", plugin, node })}`,
};

/** @param {string} name @param {string} key */
async function load(name, key) {
  if (!key) return fact.set({ status: "none", name, key, data: null, error: null });
  /** @type {LoadedFact} */
  const pending = { status: "loading", name, key, data: null, error: null };
  fact.set(pending);
  /** @type {LoadedFact} */
  const answer = await /** @type {Promise<FactData>} */ (ask(key)).then(
    (data) => ({ name, key, status: "ready", data, error: null }),
    (error) => ({ name, key, status: "failed", data: null, error }),
  );
  if (fact.get() === pending) fact.set(answer);
}

/** Loads the last fact again after a failure. */
export const retryFact = () => load(fact.get().name, fact.get().key);
