// Scores: a plugin's points for a node, the range over which it normalizes, its weight, and a node's total.

import { h } from "../../../../lib/dom.js";
import { decimal } from "../../../../lib/format.js";
import { t, tn } from "../../../../lib/i18n.js";
import { scoresOf } from "../../../../model/scores.js";
import { factLink, named } from "../../../../parts/factLink.js";
import { muted, sec, title } from "../../../../parts/reasons.js";
import { scoresNow } from "../../core/trial.js";
import { scoreParts } from "../scores.js";
import { sumTable } from "../../../../parts/sumTable.js";
import { nodeNames } from "../../../../parts/listed.js";

/** @import { ScoreExplanation, WeightFact } from "../../../../types/engine.js" */
/** @import { Viewed } from "../../../../plugins/descriptor.js" */

/** @type {Record<string, import("../../../../plugins/descriptor.js").Fact>} */
export const SCORE_FACTS = {
  score: { remote: true, title: ([plugin, node]) => `${node} × ${plugin}`, render: score },
  weight: { remote: true, title: ([plugin]) => t("weight of {plugin}", { plugin }), render: weight },
  range: { title: ([plugin]) => t("range of {plugin}", { plugin }), render: range },
  total: { title: ([node]) => t("total of {node}", { node }), render: total },
};

/** @param {string[]} _ @param {Viewed} now @param {ScoreExplanation} data */
function score(_, now, data) {
  return scoreParts(data, now);
}

/** @param {string[]} args @param {Viewed} now @param {WeightFact} data */
function weight([plugin], now, data) {
  const scores = scoresOf(now.data);
  const { min, max } = scores.normalizedRange(plugin);
  return [
    sec(
      h("p.why-t", t("Each point of {plugin} is multiplied by {weight}", { plugin, weight: data.weight })),
      h(
        "p.soft.t12",
        data.weight === data.default
          ? t("This is the default of the version.")
          : t("The profile {profile} sets it; the default is {value}.", {
              profile: data.profile,
              value: data.default,
            }),
      ),
    ),
    sec(
      title(t("What it can change"), muted(t("between the best and the worst node"))),
      sumTable([
        {
          label: t("normalized scores, from {min} to {max}", { min, max }),
          value: max - min,
          why: named("range", plugin),
        },
        { op: "×", label: t("weight"), value: data.weight },
        {
          op: "=",
          label: t("points at most between two nodes"),
          value: (max - min) * data.weight,
          result: true,
        },
      ]),
    ),
  ];
}

/** @param {string[]} args @param {Viewed} now */
function range([plugin], now) {
  const scores = scoresOf(now.data);
  if (!scores.plugins.includes(plugin)) return null;
  const raw = scores.range(plugin);
  /** @param {number} value */
  const holding = (value) =>
    now.data.namesOf(scores.nodes.filter((node) => scores.raw(plugin, node) === value));
  /** @param {number} value */
  const names = (value) =>
    h(
      "p.t12",
      nodeNames(holding(value), (node) => factLink(node, named("score", plugin, node), { class: "mono" })),
    );
  return [
    sec(
      h(
        "p.why-t",
        raw.min === raw.max
          ? t("All nodes have the raw score {value}", { value: decimal(raw.min) })
          : t("Raw scores go from {min} to {max}", { min: decimal(raw.min), max: decimal(raw.max) }),
      ),
    ),
    sec(
      title(
        t("Highest, {value}", { value: decimal(raw.max) }),
        muted(tn("{n} node", "{n} nodes", holding(raw.max).length)),
      ),
      names(raw.max),
    ),
    raw.min === raw.max
      ? null
      : sec(
          title(
            t("Lowest, {value}", { value: decimal(raw.min) }),
            muted(tn("{n} node", "{n} nodes", holding(raw.min).length)),
          ),
          names(raw.min),
        ),
  ];
}

/** @param {string[]} args @param {Viewed} now */
function total([name], now) {
  const scores = scoresNow(now.data);
  const node = now.data.indexOf(name);
  if (!scores.has(node)) return null;
  return [
    sec(
      h("p.why-t", tn("{node} has {n} point", "{node} has {n} points", scores.total(node), { node: name })),
      h(
        "p.soft.t12",
        scores.best.includes(node)
          ? t("No node has more.")
          : t("The best node has {best}.", { best: scores.total(scores.best[0]) }),
      ),
    ),
    sec(
      sumTable([
        ...scores.plugins.map((plugin, i) => ({
          op: i ? "+" : "",
          label: [plugin, muted(`  ${scores.normalized(plugin, node)} × ${scores.weight(plugin)}`)],
          value: scores.weighted(plugin, node),
          why: named("score", plugin, name),
        })),
        { op: "=", label: t("total"), value: scores.total(node), result: true },
      ]),
    ),
  ];
}
