// The arithmetic of the selected cell on both sides, operand by operand; and what follows from the first
// difference.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icon.js";
import { lines } from "./arithmetic.js";
import { at, cycle, go, operands, placeOf } from "./state.js";
import { pointName, sign, words } from "./parts.js";

/** @import { CycleOut } from "../../types/api.js" */
/** @import { Line } from "./arithmetic.js" */
/** @import { Operands, Place } from "./state.js" */

export function Why() {
  const comparedCycle = cycle.get();
  const place = at.get();
  if (!comparedCycle || !place) return null;
  const subject =
    place.node && place.plugin ? `${place.node} × ${place.plugin}` : (place.plugin ?? pointName(place.point));
  return [
    h("header.pane-h", h("h2", t("Why")), h("span.mute.t12.cut", subject)),
    arithmetic(operands.get(), place),
    consequences(comparedCycle),
  ];
}

/** @param {Operands} operands @param {Place} place */
function arithmetic({ key, a, b }, { node, plugin }) {
  if (!node || !plugin)
    return h("section.sec", h("p.soft.t12", t("Pick a cell to see the arithmetic of both sides.")));
  if (!a && !b)
    return h(
      "p.waiting.mute",
      { role: "status" },
      key ? t("Calculating…") : t("There is no arithmetic for this cell."),
    );
  const rows = lines(a, b);
  if (!rows.length)
    return h("section.sec", h("p.soft.t12", t("This plugin has nothing to check for this pod.")));
  return h(
    "section.sec",
    h(
      "table.sum.ab2",
      h(
        "thead",
        h("tr", h("td"), h("td"), h("th", { scope: "col" }, sign("a")), h("th", { scope: "col" }, sign("b"))),
      ),
      h(
        "tbody",
        rows.map((row) =>
          row.heading ? h("tr.head", h("th", { colspan: 4, scope: "rowgroup" }, row.heading)) : line(row),
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
    h("td", op),
    h("td", label),
    [a, b].map((value) => h("td.n", verdict ? mark(value) : String(value ?? "–"))),
  );

/** @param {unknown} ok */
const mark = (ok) =>
  ok === undefined
    ? "–"
    : h("span.row.end", glyph(ok ? "pass" : "rejected"), h("span.vh", ok ? t("passes") : t("rejected")));

/** @param {CycleOut} cycle */
function consequences({ differences }) {
  if (!differences.length) return null;
  return h(
    "section.sec",
    h("h3", t("What differs")),
    h(
      "ol.cons",
      differences
        .slice(0, 40)
        .map((difference) =>
          h(
            "li",
            h("b", pointName(difference.point)),
            h(
              "span",
              h(
                "button.link.start",
                { onclick: () => go(placeOf(difference)) },
                difference.plugin ? labelled(difference.plugin, words(difference)) : words(difference),
              ),
            ),
          ),
        ),
    ),
    differences.length > 40 ? h("p.mute.t12", t("and {n} more", { n: differences.length - 40 })) : null,
  );
}
