// The columns of the score tables: unit, direction, range, and the formula that maps them to 0 to 100.

import { h } from "../../../lib/dom.js";
import { decimal } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { factLink, named } from "../../../parts/factLink.js";
import { headers, num, scroller } from "../../../parts/panels.js";
import { pluginOf } from "../../../plugins/registry.js";

/** @import { Range, Scores } from "../../../model/scores.js" */

/** Whether more is better. @param {string} plugin */
export function direction(plugin) {
  const { score } = pluginOf(plugin);
  if (score?.lower) return t("lower is better");
  return score?.signed ? t("higher is better, 0 is neutral") : t("higher is better");
}

/** @param {string} plugin */
export const formulaOf = (plugin) => pluginOf(plugin).score?.normalize?.formula;

/** Units and directions of the raw scores. @param {Scores} scores */
export const unitTable = (scores) =>
  scroller(
    h(
      "table.tbl.stacked",
      headers(t("Plugin"), t("Unit"), t("Direction"), [t("Lowest"), "num"], [t("Highest"), "num"]),
      h(
        "tbody",
        scores.plugins.map((plugin) => {
          const { min, max } = scores.range(plugin);
          return h(
            "tr",
            h("th", { scope: "row" }, plugin),
            h("td.wrap", pluginOf(plugin).score?.unit ?? ""),
            h("td", direction(plugin)),
            num(factLink(decimal(min), named("range", plugin), {}, `${plugin}, ${t("Lowest")}`)),
            num(factLink(decimal(max), named("range", plugin), {}, `${plugin}, ${t("Highest")}`)),
          );
        }),
      ),
    ),
  );

/**
 * From raw to 0–100: the formula, what goes in and what comes out; degenerate cases by name.
 * @param {Scores} scores
 */
export const formulaTable = (scores) => [
  scroller(
    h(
      "table.tbl.stacked",
      headers(t("Plugin"), t("Formula, in integers"), [t("Raw"), "num"], ["0–100", "num"]),
      h(
        "tbody",
        scores.plugins.map((plugin) => row(scores, plugin)),
      ),
    ),
  ),
  h("p.mute.t12.more-l", t("Go's integer division drops the remainder: 100 × 2 / 3 is 66.")),
];

/** @param {Scores} scores @param {string} plugin */
function row(scores, plugin) {
  const [raw, result] = [scores.range(plugin), scores.normalizedRange(plugin)];
  return h(
    "tr",
    h("th", { scope: "row" }, plugin),
    h(
      "td.wrap",
      h("span", { class: formulaOf(plugin) ? "mono" : "mute" }, formulaOf(plugin) ?? t("used as it is")),
      " ",
      degenerate(scores, plugin, raw, result),
    ),
    num(
      factLink(t("{min} to {max}", { min: decimal(raw.min), max: decimal(raw.max) }), named("range", plugin)),
    ),
    num(t("{min} to {max}", { min: decimal(result.min), max: decimal(result.max) })),
  );
}

/** @param {Scores} scores @param {string} plugin @param {Range} raw @param {Range} result */
function degenerate(scores, plugin, raw, result) {
  if (scores.nodes.length < 2) return "";
  if (raw.min === raw.max)
    return h("span.chip", t("all equal → {score}, no influence", { score: result.max }));
  if (result.min === result.max)
    return h("span.chip", t("all become {score}, no influence", { score: result.max }));
  if (formulaOf(plugin) && result.max - result.min < 100)
    return h("span.mute", t("the worst gets {score}, not 0", { score: result.min }));
  return "";
}
