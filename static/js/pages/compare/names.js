// The nodes and pods of both runs by short names, as far as they are here.

import { memoizeLast } from "../../lib/memoizeLast.js";
import { Families } from "../../model/families.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { attempt, comparison, SIDES, views } from "./state.js";

/** @import { ComparisonOut } from "../../types/api.js" */
/** @import { Attempt, Views } from "./state.js" */

/** From now on the page shows short names. */
export const spellBoth = () =>
  spellNames(() => [nodesOf(comparison.get(), views.get()), podsOf(comparison.get(), attempt.get())]);

const nodesOf = memoizeLast((/** @type {ComparisonOut | null} */ result, /** @type {Views} */ sideViews) => {
  const viewed = SIDES.flatMap((side) => sideViews[side]?.names ?? []);
  return Families.ofNames([
    ...viewed,
    ...(result?.placements ?? []).flatMap(({ a, b }) => [a ?? [], b ?? []].flat()),
  ]);
});

const podsOf = memoizeLast(
  (/** @type {ComparisonOut | null} */ result, /** @type {Attempt | null} */ now) => {
    const attempts = [...(result?.placements ?? []), ...(result?.differing ?? []), ...(now ? [now] : [])];
    return new PodNames(attempts.map(({ pod }) => pod));
  },
);
