// Mirrors pkg/scheduler/framework/plugins/imagelocality.

import { bytes } from "../lib/format.js";
import { t, tn } from "../lib/i18n.js";
import { mono, muted, sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";
import { stepsOf } from "./scoring.js";

/** @import { ImageResultStep, ImageStep, ScoreExplanation } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const imageLocality = {
  name: "ImageLocality",
  short: "Image",
  questions: { Score: t("Does this node already have the images?") },
  score: {
    unit: t("size of the images on the node, 0 to 100"),
    steps: { image: null, image_result: images },
  },
};

/** @param {ImageResultStep[]} results @param {ScoreExplanation} explained */
function images([result], explained) {
  return sec(
    title(t("Images on the node")),
    sumTable([
      ...stepsOf(explained, "image").map(imageLine),
      ...thresholds(result),
      { op: "=", label: t("raw"), value: explained.raw, result: true },
    ]),
  );
}

/** @param {ImageStep} step */
const imageLine = ({ image, size, nodes_with, nodes, points }) => ({
  label: [
    mono(image),
    muted(
      `  ${tn("{size} × {with}/{n} node", "{size} × {with}/{n} nodes", nodes, { size: bytes(size), with: nodes_with })}`,
    ),
  ],
  value: bytes(points),
});

/** @param {ImageResultStep} result */
const thresholds = ({ sum, min_threshold: min, max_threshold: max }) => [
  { op: "=", label: t("sum"), value: bytes(sum) },
  {
    label: muted(
      t("scaled between {min_threshold} and {max_threshold}", {
        min_threshold: bytes(min),
        max_threshold: bytes(max),
      }),
    ),
    value: "",
  },
];
