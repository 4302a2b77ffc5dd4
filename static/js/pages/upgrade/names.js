// The nodes and pods of the matrix by short names.

import { memoizeLast } from "../../lib/memoizeLast.js";
import { Families } from "../../model/families.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { matrix } from "./state.js";

/** @import { UpgradeMatrix } from "../../types/engine.js" */

/** From now on the page shows short names. */
export const spellMatrix = () => spellNames(() => namesOf(matrix.get()));

const namesOf = memoizeLast((/** @type {UpgradeMatrix | null} */ table) => {
  const rows = table?.pods ?? [];
  return [
    Families.ofNames(rows.flatMap(({ stays }) => stays.flatMap(({ node }) => node ?? []))),
    new PodNames(rows.map(({ pod }) => pod)),
  ];
});
