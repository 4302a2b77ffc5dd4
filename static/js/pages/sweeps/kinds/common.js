// What several kinds of sweep have in common.

import { decimal, integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { movesOf } from "../../../model/sweeps/moves.js";
import { axisName, valueName } from "../core/axes.js";
import { field, numberInput, Unreadable } from "../core/fields.js";

/** @import { SweepResult } from "../../../types/engine.js" */
/** @import { Field } from "../core/fields.js" */

const MOST_SEEDS = 1_000_000;

/** At least one. @template T @param {Field} of @param {T[]} values */
export function some(of, values) {
  if (!values.length) throw new Unreadable(of, t("Choose at least one"));
  return values;
}

/** @param {number} value */
export function seedsField(value) {
  const input = numberInput(value, MOST_SEEDS);
  const own = field("seeds", t("Seeds"), input, t("the seed breaks ties at random: up to v1.34"));
  return {
    field: own,
    read: () => {
      const seeds = Number(input.value.get());
      if (!Number.isInteger(seeds) || seeds < 1 || seeds > MOST_SEEDS)
        throw new Unreadable(own, t("Write a number from 1 to {most}", { most: integer(MOST_SEEDS) }));
      return seeds;
    },
  };
}

/** @param {SweepResult} result @param {string} what */
export function movesSentence(result, what) {
  const [axis] = result.axes;
  const rows = movesOf(result);
  const moving = rows.filter((row) => row.moves).length;
  if (!rows.length) {
    const least = Math.min(...result.cells.flatMap((cell) => cell?.placed ?? []));
    const most = Math.max(...result.cells.flatMap((cell) => cell?.placed ?? []));
    return least === most
      ? t("The number of placed pods is the same with every {what}", { what })
      : t("From {least} to {most} pods are placed, by {what}", {
          least: decimal(least, 1),
          most: decimal(most, 1),
          what,
        });
  }
  return moving
    ? tn(
        "{moving} of {n} pod moves between {axis} {first} and {last}",
        "{moving} of {n} pods move between {axis} {first} and {last}",
        rows.length,
        {
          moving: integer(moving),
          axis: axisName(axis),
          first: valueName(axis, 0),
          last: valueName(axis, axis.length - 1),
        },
      )
    : t("Every pod gets the same node with every {what}", { what });
}
