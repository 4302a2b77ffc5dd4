// Amounts in tables: what a pod requests, and what a node has.

import { h } from "../../../../lib/dom.js";
import { quantity } from "../../../../lib/format.js";
import { t } from "../../../../lib/i18n.js";
import { factLink, named } from "../../../../parts/factLink.js";
import { tableOf } from "../../../../parts/listed.js";
import { mono } from "../../../../parts/reasons.js";
import { sumTable } from "../../../../parts/sumTable.js";

/** @import { ResourceUse } from "../../../../types/engine.js" */

/**
 * The request vector of a pod: each amount opens.
 * @param {{resource: string, amount: number, unit: string}[]} amounts @param {string} pod
 */
export function vector(pod, amounts) {
  return amounts.length
    ? sumTable(
        amounts.map(({ resource, amount, unit }) => ({
          label: mono(resource),
          value: quantity(amount, unit),
          why: named("request", pod, resource),
        })),
      )
    : h("p.soft.t12", t("Only one pod slot: it has no requests."));
}

/** What a node has and what is used, per resource. @param {string} node @param {ResourceUse[]} resources */
export function capacities(node, resources) {
  return tableOf(
    "",
    [t("Resource"), [t("Used"), "num"], [t("Allocatable"), "num"]],
    resources.map((resource) => [
      mono(resource.resource),
      factLink(quantity(resource.used, resource.unit), named("used", node, resource.resource)),
      quantity(resource.allocatable, resource.unit),
    ]),
  );
}
