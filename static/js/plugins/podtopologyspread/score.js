// Score: matching pods × the weight of the key, per constraint.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { rich, t } from "../../lib/i18n.js";
import { shortKey } from "../../model/labels.js";
import { factLink, named } from "../../parts/factLink.js";
import { mark, muted, sec, title } from "../../parts/reasons.js";
import { sumTable } from "../../parts/sumTable.js";

/** @import { ScoreExplanation, SpreadIgnoredStep, SpreadScoreStep } from "../../types/engine.js" */

/** A node that lacks a topology key. @param {SpreadIgnoredStep[]} steps */
export const ignored = (steps) => steps.map(ignoredNode);

/** @param {SpreadIgnoredStep} step */
function ignoredNode({ keys }) {
  const text = t("Ignored while scoring: the node lacks {keys}; its score is 0.");
  return sec(h("p.row", mark(false), h("span", rich(text, { keys: h("code", keys.join(", ")) }))));
}

/** The sum over the constraints. @param {SpreadScoreStep[]} steps @param {ScoreExplanation} explained */
export function scored(steps, { raw }) {
  const sum = steps.reduce((total, step) => total + step.points, 0);
  const rounded = steps.length > 1 || !Number.isInteger(sum);
  return sec(
    title(t("Raw score"), muted(t("fewer matching pods are better"))),
    sumTable([
      ...steps.map(constraintLine),
      {
        op: "=",
        label: rounded ? t("{raw}, rounded", { raw: decimal(sum, 3) }) : t("raw"),
        value: raw,
        result: true,
      },
    ]),
  );
}

/** @param {SpreadScoreStep} step @param {number} i */
function constraintLine(step, i) {
  const operands = [
    `  ${shortKey(step.key)}: `,
    factLink(step.count, named("domain", "score", step.constraint, step.value ?? "")),
    " × ",
    factLink(decimal(step.weight, 3), named("size", step.constraint)),
    " + (",
    factLink(step.max_skew, named("constraint", "score", step.constraint)),
    " − 1)",
  ];
  return {
    op: i ? "+" : "",
    label: [h("b", step.value ?? "–"), h("span.mute", operands)],
    value: decimal(step.points, 3),
  };
}
