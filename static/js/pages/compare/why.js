// The arithmetic of the selected cell on both sides, operand by operand; and what follows from the first
// difference.

import { effect } from "../../lib/atoms.js";
import { h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { lines } from "./arithmetic.js";
import { at, cycle, go, operands, placeOf } from "./state.js";
import { pointName, sign, words } from "./parts.js";

/** @import { CycleOut } from "../../types/api.js" */
/** @import { Line } from "./arithmetic.js" */
/** @import { Operands, Place } from "./state.js" */

/** @param {HTMLElement} element */
export function mountWhy(element) {
  effect([cycle, at, operands], (comparedCycle, place, cellOperands) => {
    if (!comparedCycle || !place) return replace(element);
    const subject =
      place.node && place.plugin
        ? `${place.node} × ${place.plugin}`
        : (place.plugin ?? pointName(place.point));
    replace(
      element,
      h(
        "header",
        { class: "pane-h" },
        h("h2", null, t("Why")),
        h("span", { class: "mute t12 cut" }, subject),
      ),
      arithmetic(cellOperands, place),
      consequences(comparedCycle),
    );
  });
}

/** @param {Operands} operands @param {Place} place */
function arithmetic({ key, a, b }, { node, plugin }) {
  if (!node || !plugin)
    return h(
      "section",
      { class: "sec" },
      h("p", { class: "soft t12" }, t("Pick a cell to see the arithmetic of both sides.")),
    );
  if (!a && !b)
    return h(
      "p",
      { class: "waiting mute", role: "status" },
      key ? t("Working it out…") : t("There is no arithmetic for this cell."),
    );
  const rows = lines(a, b);
  if (!rows.length)
    return h(
      "section",
      { class: "sec" },
      h("p", { class: "soft t12" }, t("This plugin has nothing to check for this pod.")),
    );
  return h(
    "section",
    { class: "sec" },
    h(
      "table",
      { class: "sum ab2" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          h("td"),
          h("th", { scope: "col" }, sign("a")),
          h("th", { scope: "col" }, sign("b")),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map((row) =>
          row.heading
            ? h("tr", { class: "head" }, h("th", { colspan: 4, scope: "rowgroup" }, row.heading))
            : line(row),
        ),
      ),
    ),
  );
}

/** @param {Line} line */
const line = ({ op = "", label, a, b, result, verdict }) =>
  h(
    "tr",
    { class: [result ? "eq" : "", a !== b ? "chr" : ""].join(" ") },
    h("td", null, op),
    h("td", null, label),
    [a, b].map((value) => h("td", { class: "n" }, verdict ? mark(value) : String(value ?? "–"))),
  );

/** @param {unknown} ok */
const mark = (ok) =>
  ok === undefined
    ? "–"
    : h(
        "span",
        { class: "row end" },
        glyph(ok ? "pass" : "rejected"),
        h("span", { class: "vh" }, ok ? t("passes") : t("rejected")),
      );

/** @param {CycleOut} cycle */
function consequences({ differences }) {
  if (!differences.length) return null;
  return h(
    "section",
    { class: "sec" },
    h("h3", null, t("What differs")),
    h(
      "ol",
      { class: "cons" },
      differences
        .slice(0, 40)
        .map((each) =>
          h(
            "li",
            null,
            h("b", null, pointName(each.point)),
            h(
              "span",
              null,
              h(
                "button",
                { type: "button", class: "link start", onclick: () => go(placeOf(each)) },
                each.plugin ? `${each.plugin}: ` : "",
                words(each),
              ),
            ),
          ),
        ),
    ),
    differences.length > 40
      ? h("p", { class: "mute t12" }, t("and {n} more", { n: differences.length - 40 }))
      : null,
  );
}
