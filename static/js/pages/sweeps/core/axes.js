// What the axes of a sweep and the places on them are called.

import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { placesAt } from "../../../model/sweeps/cells.js";
import { keyName, settingName } from "./words.js";

/** @import { SweepAxis, SweepResult } from "../../../types/engine.js" */
/** @import { Measure } from "../../../model/sweeps/cells.js" */

/** @param {SweepAxis} axis */
export function axisName({ name, label }) {
  switch (name) {
    case "x":
    case "y":
      return settingName(label);
    case "percentage":
      return t("nodes to score");
    case "version":
      return t("version");
    case "loss":
      return label ? keyName(label) : t("lost");
    case "shape":
      return t("nodes like");
    case "count":
      return t("added");
    case "scenario":
      return t("scenario");
    case "seed":
      return t("seed");
  }
}

/** @param {SweepAxis} axis @param {number} place */
export function valueName({ name, values }, place) {
  const value = values[place] ?? integer(place + 1);
  if (name !== "percentage") return value;
  return value === "0" ? t("adaptive") : t("{n} %", { n: value });
}

/**
 * "weight of NodeResourcesFit 1, weight of TaintToleration 3"
 * @param {SweepResult} result @param {number} cell
 */
export const cellName = ({ axes }, cell) =>
  placesAt(axes, cell)
    .map((place, i) => `${axisName(axes[i])} ${valueName(axes[i], place)}`)
    .join(", ");

/** @type {Record<Measure, string>} */
export const MEASURES = {
  pending: t("pending pods"),
  placed: t("placed pods"),
  nodes_used: t("nodes used"),
  skew: t("skew"),
  moved: t("pods that move"),
  evicted: t("evicted pods"),
  tied: t("decisions that are ties"),
};
