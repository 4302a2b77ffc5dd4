// A table of changes, each with a button that tries it.

import { classes, h } from "../../lib/view.js";
import { integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { table } from "../../lib/table.js";
import { consequences } from "./consequences.js";
import { riskOf } from "./risk.js";
import { boot } from "./state.js";
import { TryButton } from "./tryButton.js";
import { costOf, iconOf, kindsOf, labelOf } from "./words.js";

/** @import { Child } from "../../lib/view.js" */
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
  table(
    classes("rp-table", kind),
    [
      { kind: "c-0 num", head: t("#"), cell: ({ index }) => integer(index + 1) },
      { kind: "c-1", head: t("Change"), cell: ({ what, repair }) => [what, riskOf(repair)] },
      { kind: "c-2", head: t("Cost"), cell: costCell },
      { kind: "c-3", head: places, cell: ({ placed }) => placed },
      {
        kind: "c-4",
        head: t("Side effects"),
        cell: ({ repair }) => consequences(repair, boot.is_case),
      },
      { kind: "c-5", head: h("span.vh", t("Try")), cell: tryCell },
    ],
    offers,
    ({ change, choose, primary }) => ({
      key: change.key,
      class: choose && primary && "cur",
      onclick: choose,
    }),
  );

/** @param {Offer} offer */
const costCell = ({ repair, bar }) => [
  h("b", costOf(repair)),
  bar,
  kindsOf(repair).map((kind) => h("span.rp-kind.soft", { key: kind }, icon(iconOf(kind)), labelOf(kind))),
];

/** @param {Offer} offer */
const tryCell = ({ change, primary }) =>
  h(
    "div",
    { onclick: (event) => event.stopPropagation() },
    h(TryButton, { change, kind: primary ? "btn primary" : "btn" }),
  );
