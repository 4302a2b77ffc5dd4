// A table of changes, each with a button that tries it.

import { classes, h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { consequences } from "./consequences.js";
import { boot } from "./state.js";
import { tryButton } from "./tryButton.js";
import { costOf, iconOf, kindsOf, labelOf } from "./words.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { Ranked } from "./ranking.js" */
/** @import { Change } from "./trial.js" */

/**
 * @typedef {object} Offer
 * @property {Ranked} repair
 * @property {number} index
 * @property {Child} what is done, and to what
 * @property {Change} change to be tried
 * @property {Child} [bar] of the cost, beside those of others
 * @property {Child} placed
 * @property {boolean} primary its button stands out
 * @property {() => void} [choose] shows what it does
 */

/**
 * @param {string} places what the column of placed pods is called @param {Offer[]} offers
 * @param {string} [kind] a class
 */
export const offerTable = (places, offers, kind = "") =>
  h(
    "table",
    { class: classes("rp-table", kind) },
    h(
      "thead",
      h(
        "tr",
        [t("#"), t("Change"), t("Cost"), places, t("Side effects"), h("span.vh", t("Try"))].map((head, i) =>
          h("th", { scope: "col", class: `c-${i}` }, head),
        ),
      ),
    ),
    h("tbody", offers.map(row)),
  );

/** @param {Offer} offer */
function row({ repair, index, what, change, bar, placed, primary, choose }) {
  return h(
    "tr",
    { class: choose && primary ? "cur" : null, onclick: choose },
    h("td.c-0.num", integer(index + 1)),
    h("td.c-1", what),
    h(
      "td.c-2",
      h("b", costOf(repair)),
      bar,
      kindsOf(repair).map((kind) => h("span.rp-kind.soft", icon(iconOf(kind)), labelOf(kind))),
    ),
    h("td.c-3", placed),
    h("td.c-4", consequences(repair, boot.is_case)),
    h(
      "td.c-5",
      { onclick: (event) => event.stopPropagation() },
      tryButton(change, primary ? "btn primary" : "btn"),
    ),
  );
}
