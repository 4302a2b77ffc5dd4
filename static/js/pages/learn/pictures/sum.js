// The sum of a spread rule in one zone.

import { h } from "../../../lib/dom.js";

/** @import { SpreadSum } from "../../../types/api.js" */

/**
 * "3 + 1 − 0 = 4 > 1"; where the zone is narrow, it breaks before the equals sign alone.
 * @param {SpreadSum} spread @param {number} count @param {number | null} skew @param {boolean} isWithin
 */
export const sumWords = ({ self_match, minimum, max_skew }, count, skew, isWithin) => [
  h("span.whole", `${count} + ${self_match} − ${minimum}`),
  " ",
  h("span.whole", `= ${skew} ${isWithin ? "≤" : ">"} ${max_skew}`),
];
