// The kinds of sweeps, in the order in which they are offered.

import { capacity } from "./capacity.js";
import { fleet } from "./fleet.js";
import { losses } from "./losses.js";
import { percentages } from "./percentages.js";
import { seeds } from "./seeds.js";
import { versions } from "./versions.js";
import { weights } from "./weights.js";

/** @import { SweepKind, SweepResult, SweepSpecification } from "../../../types/engine.js" */
/** @import { Kind, Size } from "./descriptor.js" */

/** @type {{[K in SweepKind]: Kind<Extract<SweepSpecification, {kind: K}>>}} */
const BY_NAME = { seeds, weights, percentages, versions, losses, capacity, fleet };

/** @type {Record<SweepKind, Kind<any>>} */
export const KINDS = BY_NAME;

/** How many runs a sweep makes. @param {SweepSpecification} sweep @param {Size} size */
export const runsOf = (sweep, size) =>
  (KINDS[sweep.kind].cells?.(sweep, size) ?? listed(sweep)) * ("seeds" in sweep ? sweep.seeds : 1);

/** Every value of a list with every value of the others. @param {SweepSpecification} sweep */
const listed = (sweep) =>
  Object.values(sweep).reduce((cells, value) => (Array.isArray(value) ? cells * value.length : cells), 1);

/** What a sweep is over, as a name. @param {SweepSpecification} sweep */
export function sweepName(sweep) {
  const { name, title } = KINDS[sweep.kind];
  return name?.(sweep) ?? title;
}

/** The same within a sentence. @param {SweepSpecification} sweep */
export function sweepWords(sweep) {
  const name = sweepName(sweep);
  return KINDS[sweep.kind].words?.(sweep) ?? name.charAt(0).toLowerCase() + name.slice(1);
}

/**
 * What a sweep says in one sentence, "" while there is nothing to say.
 * @param {SweepResult} result @returns {string}
 */
export const headline = (result) => (result.evaluated ? KINDS[result.kind].headline(result) : "");
