// What changes cost: the prices, which the reader sets, and a bar of what a repair costs by kind.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { ask } from "./data.js";
import { partsOf } from "./ranking.js";
import { boot, costs, inquiry, setCosts } from "./state.js";
import { labelOf } from "./words.js";

/** @import { Ranked } from "./ranking.js" */

const WIDEST = 72; // px of the bar of the dearest repair
const HIGHEST = 1_000_000;

/** @param {Record<string, number>} prices */
const fieldsOf = (prices) => [
  h("legend.soft", t("Cost of one")),
  Object.entries(prices).map(([kind, cost]) => {
    const input = h("input.in", {
      type: "number",
      min: 0,
      max: HIGHEST,
      value: cost,
      dataset: { key: `cost-${kind}` },
      onchange: () => {
        const value = input.valueAsNumber;
        if (value >= 0 && value <= HIGHEST) setCosts({ ...costs.get(), [kind]: value });
      },
    });
    return h("label", h("i", { class: `rp-swatch k-${kind}` }), labelOf(kind), input);
  }),
  Object.keys(prices).some((kind) => prices[kind] !== boot.costs[kind]) &&
    h("button.btn", { onclick: () => setCosts(boot.costs) }, t("Reset")),
];

const fields = h("fieldset.rp-costs");
effect(() => replace(fields, fieldsOf(costs.get())));

const folded = h("details.rp-weigh", h("summary", t("What each kind of change costs")), fields);

/** The prices, folded away; the list follows them at once. */
export const costFields = () => [folded, unsearched()];

/** Other prices order what was found; a search that was not complete could find other repairs by them. */
function unsearched() {
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
