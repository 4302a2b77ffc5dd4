// The weights: what each plugin moved, where the winner would change, and fields to try others.

import { h } from "../../../lib/dom.js";
import { decimal, signed } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { redrawWhileMounted } from "../../../lib/redrawWhileMounted.js";
import { factLink, named } from "../../../parts/factLink.js";
import { headers, num, scroller, section } from "../../../parts/panels.js";
import { labelOf } from "../../../plugins/registry.js";
import { overridesFor, tryWeight, within } from "../core/trial.js";
import { HIGHEST_WEIGHT, influence, interval } from "../../../model/whatif.js";

/** @import { Scores } from "../../../model/scores.js" */

/** @param {Scores} scores */
export function weightTable(scores) {
  const plugins = [...scores.plugins].sort(
    (a, b) => Math.abs(influence(scores, b)) - Math.abs(influence(scores, a)),
  );
  return section(
    scroller(
      h(
        "table.tbl.weights",
        headers(
          t("Plugin"),
          [t("Weight"), "num"],
          [t("Above average"), "num"],
          [t("Points contributed"), "num"],
          t("{winner} wins for", { winner: scores.name(scores.winner) }),
        ),
        h(
          "tbody",
          plugins.map((plugin) => row(scores, plugin)),
        ),
      ),
    ),
  );
}

/** @param {Scores} scores @param {string} plugin */
function row(scores, plugin) {
  const { min, max } = scores.normalizedRange(plugin);
  return h(
    "tr",
    h("th", { scope: "row", title: plugin }, labelOf(plugin)),
    num(field(scores, plugin)),
    num(signed(Math.round(influence(scores, plugin) * 10) / 10)),
    num(factLink((max - min) * scores.weight(plugin), named("range", plugin), {}, labelOf(plugin))),
    h("td", stays(interval(scores, plugin), scores.name)),
  );
}

/** @param {Scores} scores @param {string} plugin */
function field(scores, plugin) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: HIGHEST_WEIGHT,
    step: 1,
    value: overridesFor(scores).get(plugin) ?? scores.weight(plugin),
    "aria-label": t("Weight of {plugin}, to try", { plugin }),
  });
  input.addEventListener("input", () => {
    const weight = input.value === "" ? scores.weight(plugin) : within(Number(input.value));
    tryWeight(plugin, weight === scores.weight(plugin) ? null : weight);
  });
  redrawWhileMounted(input, () => {
    const weights = overridesFor(scores);
    input.classList.toggle("changed", weights.has(plugin));
    if (!weights.size) input.value = String(scores.weight(plugin));
  });
  return input;
}

/** @param {ReturnType<typeof interval>} range @param {(node: number) => string} name */
function stays({ low, high, below, above }, name) {
  if (below < 0 && above < 0) return h("span.mute", t("any weight"));
  const range =
    above < 0
      ? t("at least {low}", { low: decimal(low) })
      : below < 0
        ? t("at most {high}", { high: decimal(high) })
        : t("{low} to {high}", { low: decimal(low), high: decimal(high) });
  const beyond = [
    below >= 0 && t("{node} below", { node: name(below) }),
    above >= 0 && t("{node} above", { node: name(above) }),
  ]
    .filter(Boolean)
    .join(", ");
  return [h("b", range), ", ", h("span.mute", beyond)];
}
