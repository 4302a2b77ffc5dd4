// A card for each plugin of PreFilter or PreScore: what it found when it ran, and what it looked for when it skipped.

import { h } from "../../lib/dom.js";
import { decimal } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { amount, requestsOf } from "../../model/amounts.js";
import { shortKey } from "../../model/labels.js";
import { skipReason } from "../../model/skips.js";

/** @param {"PreFilter" | "PreScore"} point @param {string[]} names in execution order @param {Record<string, any>} codes @param {any} now */
export function pluginCards(point, names, codes, now) {
  const ran = names.filter((name) => codes[name] && codes[name].code !== "Skip");
  const skipped = names.filter((name) => codes[name]?.code === "Skip");
  const unasked = names.filter((name) => !codes[name]);
  return h(
    "div",
    { class: "plugs", role: "group", "aria-label": t("{point} plugins", { point }) },
    ran.map((name) => card(name, codes[name], FOUND[point][name]?.(now))),
    folded(skipped, tn("{n} skipped", "{n} skipped", skipped.length), (name) => skipReason(point, name, now)),
    folded(unasked, tn("{n} not called", "{n} not called", unasked.length), () =>
      t("A plugin before it ended the cycle."),
    ),
  );
}

const card = (name, { code }, found) =>
  h(
    "button",
    { type: "button", class: `pg${found ? " two-l" : ""}`, dataset: { plugin: name, pick: "plugin" } },
    glyph(code === "Success" ? "pass" : "rejected"),
    h(
      "span",
      null,
      h("span", { class: "block" }, name),
      found ? h("span", { class: "block mute t11" }, found) : null,
    ),
  );

function folded(names, words, why) {
  if (!names.length) return null;
  return h(
    "details",
    { class: "pg-more" },
    h("summary", { class: "pg sk" }, glyph("skipped"), words, icon("down")),
    h(
      "dl",
      { class: "skips t12" },
      names.map((name) => [h("dt", null, name), h("dd", null, why(name))]),
    ),
  );
}

const keys = (constraints) => [...new Set(constraints.map((each) => shortKey(each.topology_key)))].join(", ");

function amounts(now) {
  const asked = requestsOf(now);
  return asked.length
    ? asked.map(([name, value]) => `${name} ${amount(name, value)}`).join(", ")
    : t("no requests");
}

// What it knows now, in a few words.
const FOUND = {
  PreFilter: {
    NodeResourcesFit: amounts,
    PodTopologySpread: ({ data }) =>
      data.spread?.filter?.length
        ? t("{constraints} by {keys}", {
            constraints: tn("{n} constraint", "{n} constraints", data.spread.filter.length),
            keys: keys(data.spread.filter),
          })
        : null,
    InterPodAffinity: ({ data }) =>
      data.affinity ? tn("{n} term", "{n} terms", data.affinity.terms.length) : null,
    NodeAffinity: () => t("nodes by their labels"),
    NodePorts: () => t("host ports of the pod"),
  },
  PreScore: {
    PodTopologySpread: ({ data }) =>
      data.spread?.score?.length
        ? t("{constraints}, weight {weights}", {
            constraints: tn("{n} constraint", "{n} constraints", data.spread.score.length),
            weights: data.spread.score.map((each) => decimal(each.weight, 3)).join(", "),
          })
        : null,
    InterPodAffinity: ({ data }) =>
      data.affinity ? tn("{n} term", "{n} terms", data.affinity.terms.length) : null,
    TaintToleration: () => t("tolerations of PreferNoSchedule"),
    NodeAffinity: () => t("preferred terms"),
  },
};
