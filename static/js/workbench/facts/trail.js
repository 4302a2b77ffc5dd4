// What is opened in the Why pane: facts, each opened from the one before it. It lives in the address, so that
// Back goes one back and a link opens the same.

import { atom, computed, effect } from "../../lib/atoms.js";
import { ask } from "../core/data.js";
import { pointer, run, url, view } from "../core/state.js";

/** @import { RunOut } from "../../types/api.js" */
/** @import { Fact, FactAnswer as FactData } from "../../plugins/descriptor.js" */
/** @import { Pointer } from "../../model/pointer.js" */
/** @import { Answer, Run } from "../core/state.js" */

const SEPARATOR = ","; // in no name of Kubernetes
const NOTHING = /** @type {string[]} */ ([]);

/** The names of the opened facts, the last one is shown. */
export const trail = computed([url.state], ({ why }) => (why ? why.split(SEPARATOR) : NOTHING));

/** @typedef {Answer<FactData> & {name: string, key: string}} Asked */

/** What the server knows of the shown fact. */
export const fact = atom(
  /** @type {Asked} */ ({ status: "none", name: "", key: "", data: null, error: null }),
);

/** Shows these facts. @param {string[]} names */
const show = (names) => url.write({ why: names.join(SEPARATOR) || null }, { push: true });

/**
 * Opens a fact: beside what is open already, or from the page anew. The same one again closes it.
 * @param {string} name @param {{further?: boolean}} [options]
 */
export function open(name, { further = false } = {}) {
  const before = trail.get();
  if (before.at(-1) === name) return show(before.slice(0, -1));
  if (!further) return show([name]);
  const known = before.indexOf(name);
  show(known < 0 ? [...before, name] : before.slice(0, known + 1));
}

/** Leaves the facts after the first so many. @param {number} kept */
export const backTo = (kept) => show(trail.get().slice(0, kept));

/** Asks the server for the fact that is shown. @param {Record<string, Fact>} facts by kind */
export function loadFacts(facts) {
  effect([trail, run, pointer, view], (names, shown, at, seen) => {
    const name = names.at(-1) ?? "";
    const known = facts[name.split(":")[0]];
    const asks = seen.status === "ready" && seen.cycle === at?.cycle && known?.remote;
    const key = asks && shown && at ? pathOf(shown, at, name, known) : "";
    if (fact.get().key !== key) load(name, key);
  });
}

/** @param {Run} shown @param {Pointer} at @param {string} name @param {Fact} known */
function pathOf(shown, at, name, known) {
  const [kind, ...args] = name.split(":");
  const query =
    EXPLAINED[kind]?.(args[0], args[1]) ?? `facts?${new URLSearchParams({ of: known.of ?? name })}`;
  return `/runs/${shown.id}/cycles/${at.cycle}/${query}`;
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
  /** @type {Asked} */
  const mine = { status: "loading", name, key, data: null, error: null };
  fact.set(mine);
  /** @type {Asked} */
  const answer = await /** @type {Promise<FactData>} */ (ask(key)).then(
    (data) => ({ name, key, status: "ready", data, error: null }),
    (error) => ({ name, key, status: "failed", data: null, error }),
  );
  if (fact.get() === mine) fact.set(answer);
}

/** Asks again for a fact that failed. */
export const retryFact = () => load(fact.get().name, fact.get().key);
