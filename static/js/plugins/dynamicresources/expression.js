// A selector of a class or of a request: its text, its conditions, and what each of them read of the device.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { briefly } from "../../parts/deviceclause.js";

/** @import { ExpressionClause, SelectorCondition } from "../../types/engine.js" */

/** @param {ExpressionClause} clause */
export const expressionOf = ({ expression, conditions, error }) => [
  h("pre.cel", h("code", expression)),
  conditions.length ? h("ul.cel-conditions", conditions.map(condition)) : null,
  error ? h("p.mono.t12.wrap", error) : null,
];

/** @param {SelectorCondition} each */
const condition = ({ text, holds, error, operands }) =>
  h(
    "li",
    glyph(holds ? "pass" : holds === null ? "error" : "rejected"),
    h(
      "div",
      h("span.mono.wrap", briefly(text)),
      h("span.vh", holds ? t("holds") : holds === null ? t("has no value") : t("does not hold")),
      operands.map((operand) =>
        h(
          "span.block.soft",
          h("span.mono.wrap", briefly(operand.text)),
          " ",
          operand.value === null ? t("is missing") : h("b.mono", operand.value),
        ),
      ),
      error ? h("span.block.mono.t12.wrap", error) : null,
    ),
  );
