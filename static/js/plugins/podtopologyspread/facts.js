// The facts behind the numbers of a constraint.

import { t } from "../../lib/i18n.js";
import { headroom, minimum, skew, weight } from "./arithmetic.js";
import { constraintFields, domain, excluded, selfMatch } from "./counting.js";

/** @import { Side } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Fact } from "../descriptor.js" */

/** @type {Record<string, Fact>} */
export const FACTS = {
  domain: {
    remote: true,
    title: ([, , value]) => t("pods in {value}", { value }),
    render: domain,
    domain: domainOf,
  },
  self: { remote: true, title: () => t("self-match"), render: selfMatch },
  excluded: { remote: true, title: () => t("not counted"), render: excluded },
  constraint: {
    remote: true,
    title: ([, index]) => t("constraint {n}", { n: Number(index) + 1 }),
    render: constraintFields,
  },
  minimum: { title: () => t("minimum"), render: minimum },
  skew: { title: ([, , value]) => t("skew of {value}", { value }), render: skew, domain: domainOf },
  headroom: {
    title: ([, , value]) => t("headroom of {value}", { value }),
    render: headroom,
    domain: domainOf,
  },
  size: { title: () => t("weight"), render: weight },
};

/** The domain that a fact is about, for the map. @param {string[]} args @param {CycleView | null} data */
function domainOf([side, index, value], data) {
  const constraint = data?.spread?.[/** @type {Side} */ (side)]?.[Number(index)];
  return constraint && value !== undefined ? { key: constraint.topology_key, value } : null;
}
