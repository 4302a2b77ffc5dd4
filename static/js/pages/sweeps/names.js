// The nodes and pods of the sweeps by short names.

import { memoizeLast } from "../../lib/memoizeLast.js";
import { Families } from "../../model/families.js";
import { ShortNames } from "../../model/names.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { answers } from "./core/state.js";

/** @import { SweepOut } from "../../types/api.js" */
/** @import { SweepResult } from "../../types/engine.js" */

/** From now on the page shows short names. */
export const spellSweeps = () => spellNames(shortNames);

export const shortNames = () => namesOf(answers.get());

/** The nodes of all results, each once. */
export const nodeFamilies = () => familiesOf(answers.get());

const familiesOf = memoizeLast((/** @type {ReadonlyMap<string, SweepOut>} */ all) => {
  const listed = resultsOf(all).flatMap(({ nodes }) =>
    nodes.map((node) => /** @type {const} */ ([node.name, node])),
  );
  return new Families([...new Map(listed).values()].map((node) => ({ ...node, shape: "" })));
});

/** @param {ReadonlyMap<string, SweepOut>} all @returns {SweepResult[]} */
const resultsOf = (all) => [...all.values()].flatMap(({ result }) => result ?? []);

const namesOf = memoizeLast((/** @type {ReadonlyMap<string, SweepOut>} */ all) => {
  const results = resultsOf(all);
  return [
    familiesOf(all),
    new ShortNames(new Set(results.flatMap(({ zones }) => zones))),
    new PodNames([
      ...new Set(
        results.flatMap(({ pods, landing }) => [...pods, ...(landing?.pods ?? []).map(({ name }) => name)]),
      ),
    ]),
  ];
});
