// What the columns of the score tables are: unit, direction, range, and the formula that makes 0 to 100 of them.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { headers, num, scroller } from "../../parts/panels.js";

const UNITS = {
  TaintToleration: t("PreferNoSchedule taints that are not tolerated"),
  PodTopologySpread: t("matching pods × ln(domains + 2), and maxSkew − 1"),
  InterPodAffinity: t("weights of the terms that meet pods"),
  NodeAffinity: t("weights of the preferred terms that match"),
  NodeResourcesFit: t("share of the resources, 0 to 100"),
  NodeResourcesBalancedAllocation: t("evenness of the shares, 0 to 100"),
  ImageLocality: t("size of the images on the node, 0 to 100"),
};

/** Short, for the head of a column. */
export const SHORT_UNITS = {
  TaintToleration: t("taints"),
  PodTopologySpread: t("weighted pods"),
  InterPodAffinity: t("term weights"),
  NodeAffinity: t("term weights"),
};

const LOWER = new Set(["PodTopologySpread", "TaintToleration"]);

export const direction = (plugin) =>
  LOWER.has(plugin)
    ? t("lower is better")
    : plugin === "InterPodAffinity"
      ? t("higher is better, 0 is neutral")
      : t("higher is better");

/** Units and directions of the raw scores. */
export const unitTable = (scores) =>
  scroller(
    h(
      "table",
      { class: "tbl stacked" },
      headers(t("Plugin"), t("Unit"), t("Direction"), [t("Lowest"), "num"], [t("Highest"), "num"]),
      h(
        "tbody",
        null,
        scores.plugins.map((plugin) => {
          const { min, max } = scores.range(plugin);
          return h(
            "tr",
            null,
            h("th", { scope: "row" }, plugin),
            h("td", { class: "wrap" }, UNITS[plugin] ?? ""),
            h("td", null, direction(plugin)),
            num(factLink(decimal(min), named("range", plugin))),
            num(factLink(decimal(max), named("range", plugin))),
          );
        }),
      ),
    ),
  );

const FORMULAS = {
  TaintToleration: "100 − 100 × raw / max",
  NodeAffinity: "100 × raw / max",
  PodTopologySpread: "100 × (max + min − raw) / max",
  InterPodAffinity: "100 × (raw − min) / (max − min)",
};

/** From raw to 0–100: the formula, what goes in and what comes out; degenerate cases by name. */
export const formulaTable = (scores) => [
  scroller(
    h(
      "table",
      { class: "tbl stacked" },
      headers(t("Plugin"), t("Formula, in integers"), [t("Raw"), "num"], ["0–100", "num"]),
      h(
        "tbody",
        null,
        scores.plugins.map((plugin) => row(scores, plugin)),
      ),
    ),
  ),
  h("p", { class: "mute t12 more-l" }, t("Go divides integers and cuts the rest off: 100 × 2 / 3 is 66.")),
];

function row(scores, plugin) {
  const [raw, result] = [scores.range(plugin), scores.normalizedRange(plugin)];
  return h(
    "tr",
    null,
    h("th", { scope: "row" }, plugin),
    h(
      "td",
      { class: "wrap" },
      h("span", { class: FORMULAS[plugin] ? "mono" : "mute" }, FORMULAS[plugin] ?? t("taken as it is")),
      " ",
      degenerate(scores, plugin, raw, result),
    ),
    num(
      factLink(t("{min} to {max}", { min: decimal(raw.min), max: decimal(raw.max) }), named("range", plugin)),
    ),
    num(t("{min} to {max}", { min: decimal(result.min), max: decimal(result.max) })),
  );
}

function degenerate(scores, plugin, raw, result) {
  if (scores.nodes.length < 2) return "";
  if (raw.min === raw.max)
    return h("span", { class: "chip" }, t("all equal → {score}, no influence", { score: result.max }));
  if (result.min === result.max)
    return h("span", { class: "chip" }, t("all become {score}, no influence", { score: result.max }));
  if (FORMULAS[plugin] && result.max - result.min < 100)
    return h("span", { class: "mute" }, t("the worst gets {score}, not 0", { score: result.min }));
  return "";
}
