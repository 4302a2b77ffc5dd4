// The pods and nodes on the board as the server gives them, and what the reader does with them. What is
// allowed, and what would have won, is the engine's.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { get, messageOf } from "../../net/api.js";

/** @import { HandNode, HandOut } from "../../types/api.js" */

const boot = /** @type {{run: string}} */ (bootData());

/** The nodes that were chosen, as "c1,b2". */
export const url = urlState(["on"]);

/** The board with these choices, or null before it is here. */
export const board = atom(/** @type {HandOut | null} */ (null));

/** The nodes that were tried for the pod in hand, the last one last. */
export const tries = atom(/** @type {string[]} */ ([]));

/** Why there is no board. */
export const failure = atom("");

/** The node that was tried last. */
export const last = computed(() => nodeOf(tries.get().at(-1) ?? "") ?? null);

/** The node that the pod in hand goes to, once the last one that was tried takes it. */
export const picked = computed(() => (last.get()?.fits ? last.get() : null));

/** @param {string} name @returns {HandNode | undefined} */
export const nodeOf = (name) => board.get()?.nodes.find((node) => node.name === name);

export async function load() {
  const on = url.state.get().on ?? "";
  try {
    board.set(await get(`/runs/${boot.run}/by-hand?${new URLSearchParams({ on })}`));
    tries.set([]);
  } catch (error) {
    failure.set(messageOf(error));
  }
}

/** @param {string} name of a node */
export function tryOn(name) {
  if (board.get()?.pod) tries.update((before) => [...before.filter((other) => other !== name), name]);
}

/** Places the pod in hand, or leaves it pending; after the last pod starts again. */
export function next() {
  if (!board.get()?.pod) return again();
  const node = picked.get()?.name ?? "";
  const on = [...chosenSoFar(), node];
  url.write({ on: on.length === 1 && !node ? "," : on.join(",") }, { push: true });
}

export const takeBack = () => url.write({ on: chosenSoFar().slice(0, -1).join(",") }, { push: true });

export const again = () => url.write({ on: "" }, { push: true });

const chosenSoFar = () => (board.get()?.chosen ?? []).map(({ node }) => node ?? "");
