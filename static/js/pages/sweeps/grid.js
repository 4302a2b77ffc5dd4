// Cells over two axes, coloured by what they are compared by: settings, or shapes and counts of nodes.

import { h } from "../../lib/view.js";
import { decimal, labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { cellAt, measuresOf, scaleOf } from "../../model/sweeps/cells.js";
import { sequential } from "../../parts/colourScale.js";
import { MEASURES, axisName, cellName, valueName } from "./core/axes.js";
import { matrix, missing } from "./matrix.js";
import { cellIn, url } from "./core/state.js";

/** @import { SweepStateOut } from "../../types/api.js" */
/** @import { SweepCell, SweepResult } from "../../types/engine.js" */
/** @import { Measure } from "../../model/sweeps/cells.js" */
/** @import { Cell } from "./matrix.js" */

/** @param {SweepStateOut} sweep @param {SweepResult} result */
export function grid(sweep, result) {
  const [down, across] = result.axes.length > 1 ? [result.axes[1], result.axes[0]] : [null, result.axes[0]];
  const hasWinners = result.cells.some((cell) => cell?.winners?.length);
  const measures = measuresOf(result.cells);
  const asked = url.state.get().by;
  const by =
    asked === "winner" && hasWinners
      ? "winner"
      : (measures.find((measure) => measure === asked) ?? measures[0]);
  const scale = by === "winner" ? () => 0 : scaleOf(result.cells, by);
  const rows = down ? [...Array(down.length).keys()].reverse() : [0];
  return [
    chooser(hasWinners ? ["winner", ...measures] : measures, by),
    matrix({
      label: t("{what} by {axes}", { what: measureName(by), axes: result.axes.map(axisName).join(", ") }),
      wide: true,
      groups: [
        {
          title: axisName(across),
          heads: Array.from({ length: across.length }, (_, i) => valueName(across, i)),
        },
      ],
      rows: rows.map((j) => ({
        key: `${sweep.id}|${j}`,
        head: down ? [h("span.mute", axisName(down)), " ", valueName(down, j)] : measureName(by),
        cells: Array.from({ length: across.length }, (_, i) =>
          cellOf(sweep, result, cellAt(result.axes, down ? [i, j] : [i]), by, scale),
        ),
      })),
    }),
  ];
}

/** @param {string} by */
const measureName = (by) =>
  by === "winner" ? t("the node that wins") : MEASURES[/** @type {Measure} */ (by)];

/** @param {string[]} measures @param {string} by */
const chooser = (measures, by) =>
  h(
    "label.sw-by",
    h("span.mute", t("show")),
    h(
      "select.in",
      {
        onchange: ({ currentTarget }) => url.write({ by: currentTarget.value }, { push: true }),
      },
      measures.map((measure) =>
        h("option", { value: measure, selected: measure === by }, measureName(measure)),
      ),
    ),
  );

/**
 * @param {SweepStateOut} sweep @param {SweepResult} result @param {number} number
 * @param {Measure | "winner"} by @param {(value: number) => number} scale @returns {Cell}
 */
function cellOf(sweep, result, number, by, scale) {
  const cell = result.cells[number];
  const name = cellName(result, number);
  if (!cell) return missing(name);
  const text = textOf(cell, by);
  const value = by === "winner" ? undefined : cell[by];
  const isBad = by === "pending" && value;
  return {
    text,
    says: labelled(name, `${measureName(by)} ${text}`),
    kind: by === "winner" ? "z" : isBad ? "bad" : value === undefined ? "mute" : "",
    style:
      value === undefined ? undefined : by === "pending" && !value ? undefined : sequential(scale(value)),
    here: cellIn(sweep) === number,
    run: () => url.write({ sweep: sweep.id, cell: number }, { push: true }),
  };
}

/** @param {SweepCell} cell @param {Measure | "winner"} by */
function textOf(cell, by) {
  if (by === "winner") return cell.winners?.[0] ? cell.winners[0].node || t("pending") : "·";
  const value = cell[by];
  return value === undefined ? "·" : decimal(value, 1);
}
