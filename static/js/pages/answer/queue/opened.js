// A number that opens to the field that made it, or to what it is the sum of.

import { h, replace } from "../../../lib/dom.js";
import { labelled } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { HeldQuota, QueueAmount } from "../../../types/engine.js" */

const GAP = 6;
const card = h("div.term-card.q-card", { popover: "auto", role: "group" });

/**
 * @param {QueueAmount} amount @param {string} meaning "nominal quota of ml-a"
 * @param {Child} [made] what it is the sum of, where no field holds it
 */
export const opened = (amount, meaning, made) => openedText(amount.text, meaning, fieldOf(amount) ?? made);

/** @param {string} text @param {string} meaning @param {Child} made */
export const openedText = (text, meaning, made) =>
  h(
    "button.opn.q-n",
    {
      title: t("Where this comes from"),
      "aria-label": labelled(meaning, text),
      onclick: ({ currentTarget }) => show(currentTarget, text, meaning, made),
    },
    text,
  );

/** @param {QueueAmount} amount */
export const fieldOf = ({ source, text }) =>
  source ? [h("p.mono", source.object), h("p.mono", source.path, ": ", h("b", text))] : null;

/** Who uses the quota. @param {HeldQuota[]} holders @param {number} count */
export const holdersOf = (holders, count) => [
  h(
    "ul",
    holders.map(({ job, workload, amount }) =>
      h("li", h("b", amount.text), " ", h("span.mono", job || workload)),
    ),
  ),
  count > holders.length && h("p", t("and {n} more", { n: count - holders.length })),
];

/** @param {HTMLElement} button @param {string} text @param {string} meaning @param {Child} made */
function show(button, text, meaning, made) {
  replace(card, h("p", h("b", text), " ", meaning), made);
  button.after(card);
  card.showPopover();
  const at = button.getBoundingClientRect();
  const below = at.bottom + GAP + card.offsetHeight <= innerHeight;
  card.style.left = `${Math.max(8, Math.min(at.left, innerWidth - card.offsetWidth - 8))}px`;
  card.style.top = `${below ? at.bottom + GAP : Math.max(8, at.top - GAP - card.offsetHeight)}px`;
}
