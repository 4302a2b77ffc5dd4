// A selector of a class or of a request: its text, its conditions, and what each of them read of the device.

import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icons.js";
import { briefly } from "../../parts/deviceclause.js";

/** @import { ExpressionClause, SelectorCondition } from "../../types/engine.js" */

/** @param {ExpressionClause} clause */
export const expressionOf = ({ expression, conditions, error }) => [
  h("pre", { class: "cel" }, h("code", null, expression)),
  conditions.length ? h("ul", { class: "cel-conditions" }, conditions.map(condition)) : null,
  error ? h("p", { class: "mono t12 wrap" }, error) : null,
];

/** @param {SelectorCondition} each */
const condition = ({ text, holds, error, operands }) =>
  h(
    "li",
    null,
    glyph(holds ? "pass" : holds === null ? "error" : "rejected"),
    h(
      "div",
      null,
      h("span", { class: "mono wrap" }, briefly(text)),
      h(
        "span",
        { class: "vh" },
        holds ? t("holds") : holds === null ? t("has no value") : t("does not hold"),
      ),
      operands.map((operand) =>
        h(
          "span",
          { class: "block soft" },
          h("span", { class: "mono wrap" }, briefly(operand.text)),
          " ",
          operand.value === null ? t("is missing") : h("b", { class: "mono" }, operand.value),
        ),
      ),
      error ? h("span", { class: "block mono t12 wrap" }, error) : null,
    ),
  );
