// What changes cost: the prices, which the reader sets, and a bar of what a repair costs by kind.

import { h } from "../../lib/view.js";
import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { partsOf } from "./ranking.js";
import { ask, boot, costs, inquiry, setCosts } from "./state.js";
import { labelOf } from "./words.js";

/** @import { Ranked } from "./ranking.js" */

const WIDEST = 72; // px of the bar of the dearest repair
const HIGHEST = 1_000_000;

/** The prices, folded away; the list follows them at once. */
export function CostFields() {
  const prices = costs.get();
  return h(
    "details.rp-weigh",
    h("summary", t("What each kind of change costs")),
    h(
      "fieldset.rp-costs",
      h("legend.soft", t("Cost of one")),
      Object.entries(prices).map(([kind, value]) =>
        h(
          "label",
          { key: kind },
          h("i", { class: `rp-swatch k-${kind}` }),
          labelOf(kind),
          h("input.in", {
            ...{ type: "number", min: 0, max: HIGHEST, value },
            onchange: ({ currentTarget: { valueAsNumber: cost } }) => {
              if (cost >= 0 && cost <= HIGHEST) setCosts({ ...costs.get(), [kind]: cost });
            },
          }),
        ),
      ),
      Object.keys(prices).some((kind) => prices[kind] !== boot.costs[kind]) &&
        h("button.btn", { onclick: () => setCosts(boot.costs) }, t("Reset")),
    ),
  );
}

/** Other prices order what was found; a search that was not complete could find other repairs by them. */
export function unsearched() {
  const answer = inquiry.get()?.answer;
  const prices = costs.get();
  if (!answer || answer.searching || answer.complete) return null;
  if (Object.keys(prices).every((kind) => answer.costs[/** @type {"node"} */ (kind)] === prices[kind]))
    return null;
  return h(
    "p.note",
    h("span.grow", t("These were found with different costs. A new search may find more.")),
    h("button.btn", { onclick: ask }, t("Search again")),
  );
}

/** @param {Ranked} repair @param {number} most the cost of the dearest */
export function costBar(repair, most) {
  const answered = inquiry.get()?.answer?.costs ?? boot.costs;
  const parts = partsOf(repair, costs.get(), answered);
  const words = parts.map(({ kind, cost }) => `${labelOf(kind)} ${decimal(cost)}`).join(", ");
  return h(
    "span.rp-bar",
    { role: "img", "aria-label": words, title: words },
    parts.map(({ kind, cost }) =>
      h("i", {
        class: `k-${kind}`,
        style: { width: `${Math.max(3, Math.round((WIDEST * cost) / Math.max(most, 1)))}px` },
      }),
    ),
  );
}
