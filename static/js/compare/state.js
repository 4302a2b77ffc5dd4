// Every atom of the comparison, with what it means.

import { atom, computed } from "../lib/atoms.js";
import { bootData } from "../lib/dom.js";
import { urlState } from "../lib/urlstate.js";

/** @type {{a: string, b: string}} the names of the two sides, as in the address */
export const boot = bootData();

export const SIDES = /** @type {const} */ (["a", "b"]);

/** The address: the attempt that is looked at, and where in it. */
export const url = urlState(["pod", "attempt", "point", "plugin", "node"]);

/** The comparison as the server gives it, or null. @type {import("../lib/atoms.js").Atom<any>} */
export const comparison = atom(null);

/** Why there is none. @type {import("../lib/atoms.js").Atom<Error | null>} */
export const failure = atom(null);

/** The attempt on both sides with its differences, or null while it is on its way. @type {import("../lib/atoms.js").Atom<any>} */
export const cycle = atom(null);

/** The views of both sides: {key, a, b}; a side without this attempt has null. */
export const views = atom({ key: "", a: null, b: null });

/** The operands of the selected cell on both sides: {key, a, b}. */
export const operands = atom({ key: "", a: null, b: null });

/** Rows that are the same on both sides are folded. */
export const changedOnly = atom(true);

/** Which attempt: {pod, attempt}, or null when there is nothing to look at. */
export const attempt = computed([url.state, comparison], (params, found) => {
  if (params.pod) return { pod: params.pod, attempt: Number(params.attempt ?? 1) };
  const first = found?.first ?? found?.differing[0];
  return first ? { pod: first.pod, attempt: first.attempt } : null;
});

/**
 * Where in the attempt: the address says it, else the first difference does.
 * @type {Pick<import("../lib/atoms.js").Atom<{point: string, plugin: string | null, node: string | null} | null>, "get" | "subscribe">}
 */
export const at = computed([url.state, cycle], ({ point, plugin, node }, known) => {
  if (!known) return null;
  if (point) return { point, plugin: plugin ?? null, node: node ?? null };
  const [first] = known.differences;
  return first ? placeOf(first) : { point: "Result", plugin: null, node: null };
});

/** The pointer at a difference: at its first node, or at the first of those that follow from it. */
export function placeOf({ point, plugin, nodes }) {
  const follows = (each) => plugin && each.plugin === plugin && each.nodes.length;
  const [node] = nodes.length ? nodes : (cycle.get()?.differences.find(follows)?.nodes ?? []);
  return { point, plugin: plugin || null, node: node ?? null };
}

/** What the address says when it names everything that is on screen. */
export function here() {
  const { pod, attempt: number } = attempt.get() ?? {};
  return { pod, attempt: number > 1 ? number : null, ...at.get() };
}

/** @param {Record<string, any>} patch */
export const go = (patch, { push = true } = {}) => url.write({ ...here(), ...patch }, { push });
