// Every cell of a sweep in a line: what it is, what came of it, and its run.

import { heads } from "../../lib/table.js";
import { h } from "../../lib/view.js";
import { decimal, integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { measuresOf, placesAt } from "../../model/sweeps/cells.js";
import { axisName, cellName, MEASURES, valueName } from "./core/axes.js";
import { openPoint } from "./data.js";
import { cellIn, url } from "./core/state.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepCell, SweepResult } from "../../types/engine.js" */
/** @import { Measure } from "../../model/sweeps/cells.js" */

const MOST_ROWS = 200;

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function cellTable(sweep, result) {
  const measures = measuresOf(result.cells);
  const listed = result.cells.slice(0, MOST_ROWS);
  return [
    h(
      "div.sw-scroll.scroll",
      { role: "region", tabindex: "0", "aria-label": t("Every setting") },
      h(
        "table.tbl.sw-cells",
        heads([
          ...result.axes.map((axis) => ({ head: axisName(axis) })),
          ...measures.map((measure) => ({ head: MEASURES[measure], kind: "num" })),
          { head: h("span.vh", t("Run")) },
        ]),
        h(
          "tbody",
          listed.map((cell, number) => row(sweep, result, cell, number, measures)),
        ),
      ),
    ),
    result.cells.length > listed.length &&
      h("p.mute", t("and {n} more, in the CSV", { n: integer(result.cells.length - listed.length) })),
  ];
}

/**
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {SweepCell | null} cell
 * @param {number} number @param {Measure[]} measures
 */
function row(sweep, result, cell, number, measures) {
  const places = placesAt(result.axes, number);
  const isHere = cellIn(sweep) === number;
  const names = places.map((place, i) => valueName(result.axes[i], place));
  return h(
    "tr",
    { key: number, class: isHere ? "here" : null },
    names.map((name, i) =>
      h(
        "td",
        i
          ? name
          : h(
              "button.sw-link",
              {
                "aria-current": isHere ? "true" : null,
                "aria-label": cellName(result, number),
                onclick: () => url.write({ sweep: sweep.id, cell: number }, { push: true }),
              },
              name,
            ),
      ),
    ),
    cell
      ? [
          measures.map((measure) => h("td.num", valueOf(cell, measure))),
          h(
            "td.num",
            h(
              "button.sw-link",
              {
                "aria-label": t("Open the run of {cell}", { cell: cellName(result, number) }),
                onclick: () => openPoint(sweep.id, cell.point),
              },
              t("Open"),
            ),
          ),
        ]
      : h("td.sw-none", { colspan: measures.length + 1 }, t("not computed yet")),
  );
}

/** @param {SweepCell} cell @param {Measure} measure */
function valueOf(cell, measure) {
  const value = cell[measure];
  if (value === undefined) return "·";
  const before = measure === "placed" || measure === "pending" ? cell.before?.[measure] : undefined;
  return before === undefined ? decimal(value, 2) : `${decimal(before, 2)} → ${decimal(value, 2)}`;
}
