// Mirrors pkg/scheduler/framework/plugins/imagelocality.

import { bytes } from "../lib/format.js";
import { t } from "../lib/i18n.js";
import { mono, muted, sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { ImageResultStep, ImageStep, ScoreExplanation } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const imageLocality = {
  name: "ImageLocality",
  short: "Image",
  questions: { Score: t("Does this node have the images already?") },
  score: {
    unit: t("size of the images on the node, 0 to 100"),
    steps: [{ kinds: ["image", "image_result"], render: images }],
  },
};

/** @param {(ImageStep | ImageResultStep)[]} steps @param {ScoreExplanation} explained */
function images(steps, { raw }) {
  const result = steps.find((step) => step.kind === "image_result");
  return sec(
    title(t("Images on the node")),
    sumTable([
      ...steps.filter((step) => step.kind === "image").map(imageLine),
      ...(result ? thresholds(result) : []),
      { op: "=", label: t("raw"), value: raw, result: true },
    ]),
  );
}

/** @param {ImageStep} step */
const imageLine = ({ image, size, nodes_with, nodes, points }) => ({
  label: [
    mono(image),
    muted(`  ${t("{size} × {with}/{nodes} nodes", { size: bytes(size), with: nodes_with, nodes })}`),
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
