// The nodes and pods of the timeline by short names.

import { memoizeLast } from "../../lib/memoizeLast.js";
import { Families } from "../../model/families.js";
import { kindOf } from "../../model/nodekinds.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { timeline } from "./state.js";

/** @import { Timeline } from "../../types/engine.js" */

/** From now on the page shows short names. */
export const spellTimeline = () => spellNames(() => namesOf(timeline.get()));

/** The nodes, with the labels of their coming. */
export const familiesOf = memoizeLast(
  (/** @type {Timeline | null} */ table) =>
    new Families(
      (table?.nodes ?? []).map(({ name, states }) => kindOf({ name, labels: states[0]?.labels ?? {} })),
    ),
);

const namesOf = memoizeLast((/** @type {Timeline | null} */ table) => [
  familiesOf(table),
  new PodNames(table?.stays.map(({ pod }) => pod) ?? []),
]);
