// Mirrors pkg/scheduler/framework/plugins/nodelabel, which only old versions have.

import { h } from "../lib/dom.js";
import { rich, t } from "../lib/i18n.js";
import { line, mono, sec, title } from "../parts/reasons.js";
import { sumTable } from "../parts/sumTable.js";

/** @import { LabelPreferenceStep, LabelPresenceStep, ScoreExplanation } from "../types/engine.js" */

/** @type {import("./descriptor.js").Plugin} */
export const nodeLabel = {
  name: "NodeLabel",
  questions: {
    Filter: t("Does this node have the required labels, and none of the forbidden ones?"),
    Score: t("Does this node have the labels that are preferred?"),
  },
  filter: {
    label_presence: {
      full: presence,
      finding: ({ key, present }, _, node) =>
        present
          ? t("{node} has no label {key}", { node, key })
          : t("{node} has the label {key}", { node, key }),
    },
  },
  score: {
    unit: t("share of the preferences that are met, 0 to 100"),
    steps: { label_preference: preferences },
  },
};

/** @param {LabelPresenceStep} step */
function presence({ key, present, actual, ok }) {
  const parts = { key: mono(actual === null ? key : `${key}=${actual}`) };
  const sentence = present ? t("the label {key} must be present") : t("the label {key} must be absent");
  return sec(line(ok, h("span", rich(sentence, parts))));
}

/** @param {LabelPreferenceStep[]} steps @param {ScoreExplanation} explained */
function preferences(steps, explained) {
  return sec(
    title(t("Preferred labels")),
    sumTable([
      ...steps.map(({ key, present, points }) => ({
        label: h("span", rich(present ? t("with {key}") : t("without {key}"), { key: mono(key) })),
        value: String(points),
      })),
      { op: "=", label: t("mean, truncated to an integer"), value: explained.raw, result: true },
    ]),
  );
}
