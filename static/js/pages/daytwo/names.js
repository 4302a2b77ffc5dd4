// The nodes and pods of the timeline by short names.

import { memoizeLast } from "../../lib/memoizeLast.js";
import { ShortNames } from "../../model/names.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { timeline } from "./state.js";

/** @import { Timeline } from "../../types/engine.js" */

/** From now on the page shows short names. */
export const spellTimeline = () => spellNames(() => namesOf(timeline.get()));

const namesOf = memoizeLast((/** @type {Timeline | null} */ table) => [
  new ShortNames(table?.nodes.map(({ name }) => name) ?? []),
  new PodNames(table?.stays.map(({ pod }) => pod) ?? []),
]);
