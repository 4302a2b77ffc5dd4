// Every atom of the comparison, with what it means.

import { atom, computed } from "../../lib/atoms.js";
import { bootData } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { isPoint } from "../../model/points.js";
import { openingAttempt, openingPlace, placeIn } from "./opening.js";

/** @import { ComparisonOut, CycleOut, DifferenceOut } from "../../types/api.js" */
/** @import { Explanation } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */

/**
 * @typedef {import("./opening.js").Side} Side
 * @typedef {import("./opening.js").Attempt} Attempt
 * @typedef {import("./opening.js").Place} Place
 * @typedef {{key: string, a: CycleView | null, b: CycleView | null}} Views a side without this attempt has
 *   null
 * @typedef {{key: string, a: Explanation | null, b: Explanation | null}} Operands
 */

/** The names of the two sides, as in the address. */
export const boot = /** @type {{a: string, b: string}} */ (bootData());

export const SIDES = /** @type {const} */ (["a", "b"]);

/** The address: the selected attempt, and where in it. */
export const url = urlState(["pod", "attempt", "point", "plugin", "node"]);

/** The comparison as the server gives it, or null. */
export const comparison = atom(/** @type {ComparisonOut | null} */ (null));

/** Why there is none. */
export const failure = atom(/** @type {Error | null} */ (null));

/** The attempt on both sides with its differences, or null while it is on its way. */
export const cycle = atom(/** @type {CycleOut | null} */ (null));

/** The views of both sides. */
export const views = atom(/** @type {Views} */ ({ key: "", a: null, b: null }));

/** The operands of the selected cell on both sides. */
export const operands = atom(/** @type {Operands} */ ({ key: "", a: null, b: null }));

/** Rows that are the same on both sides are folded. */
export const changedOnly = atom(true);

/** The selected attempt, or null when nothing differs. */
export const attempt = computed(() => {
  const params = url.state.get();
  const result = comparison.get();
  if (params.pod) return { pod: params.pod, attempt: Number(params.attempt ?? 1) };
  return result ? openingAttempt(result) : null;
});

/** Where in the attempt: as in the address, else at the first difference. */
export const at = computed(() => whereIn(url.state.get(), cycle.get()));

/**
 * @param {Record<string, string>} params of the address @param {CycleOut | null} comparedCycle
 * @returns {Place | null}
 */
function whereIn({ point, plugin, node }, comparedCycle) {
  if (!comparedCycle) return null;
  if (isPoint(point)) return { point, plugin: plugin ?? null, node: node ?? null };
  return openingPlace(comparedCycle);
}

/** The pointer at a difference of the attempt on screen. @param {DifferenceOut} difference */
export const placeOf = (difference) => placeIn(difference, cycle.get()?.differences ?? []);

/** The query of an address that names everything on screen. */
export function here() {
  const { pod, attempt: number = 1 } = attempt.get() ?? {};
  return { pod, attempt: number > 1 ? number : null, ...at.get() };
}

/** @param {import("../../lib/urlstate.js").Patch} patch @param {{push?: boolean}} [options] */
export const go = (patch, { push = true } = {}) => url.write({ ...here(), ...patch }, { push });
