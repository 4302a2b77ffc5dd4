// The candidates, each up to the rule by which it fell out.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { podOf } from "../../model/story.js";
import { factLink, named } from "../../parts/factLink.js";
import { chip, heading, num, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { term } from "../../parts/term.js";
import { fellAt, RULES, shortValue } from "./rules.js";

/** @import { PreemptionCandidate, PreemptionFact, PreemptionRule } from "../../types/engine.js" */

const VICTIMS = 3;

/** @param {PreemptionFact} fact */
export function candidateTable({ candidates, candidates_total: all, rules, chosen }) {
  const body = h("tbody");
  const asked = rules.filter((rule) => rule.asked);
  const sorted = candidates.toSorted(
    (a, b) => rank(b, rules) - rank(a, rules) || Number(b.node === chosen) - Number(a.node === chosen),
  );
  const day = sharedDay(candidates);
  const more = rowsUpTo(body, sorted, (candidate) => row(candidate, { rules, asked, chosen, day }));
  return section(
    heading(
      t("Candidates"),
      asked.length
        ? tn("{n} node; rule by rule, until one is left", "{n} nodes; rule by rule, until one is left", all)
        : tn("{n} node: no rule was needed", "{n} nodes: no rule was needed", all),
    ),
    scroller(
      h(
        "table.tbl.candidates",
        h(
          "thead",
          h(
            "tr",
            h("th", { scope: "col" }, t("Node")),
            h("th", { scope: "col" }, t("Victims")),
            asked.map((rule) => ruleHead(rule, rules.indexOf(rule))),
            h("th", { scope: "col" }, asked.length ? t("Eliminated because") : ""),
          ),
        ),
        body,
      ),
    ),
    more,
    asked.length ? h("p.mute", unasked(rules.length - asked.length)) : null,
  );
}

/** @param {number} count of rules */
const unasked = (count) =>
  count
    ? tn(
        "{n} further rule was not needed: one candidate was left.",
        "{n} further rules were not needed: one candidate was left.",
        count,
      )
    : t("All rules were needed; among equals, the first is taken.");

/** @param {PreemptionRule} rule @param {number} place */
const ruleHead = ({ rule, before, after }, place) =>
  h(
    "th.num",
    { scope: "col", title: RULES[rule].wants },
    `${place + 1}. `,
    term(RULES[rule].word ?? "", RULES[rule].head),
    h("span.mute.block", `${integer(before)} → ${integer(after)}`),
  );

/**
 * What all rows have in common: the rules, those that were asked, the chosen node, and the day on which all
 * victims started.
 * @typedef {{rules: PreemptionRule[], asked: PreemptionRule[], chosen: string | null, day: string}} Shared
 */

/** The date that all times have, "" if there are several. @param {PreemptionCandidate[]} candidates */
function sharedDay(candidates) {
  const times = candidates.flatMap(({ values }) => values.filter((value) => typeof value === "string"));
  const days = new Set(times.map((time) => time.slice(0, time.indexOf("T") + 1)));
  return days.size === 1 ? [...days][0] : "";
}

/** @param {PreemptionCandidate} candidate @param {Shared} shared */
function row(candidate, shared) {
  const { rules, asked, chosen } = shared;
  const out = fellAt(candidate, rules);
  return h(
    "tr",
    { class: candidate.node === chosen ? "here" : null, dataset: { node: candidate.node, pick: "node" } },
    h("th.mono", { scope: "row" }, candidate.node),
    h("td", h("span.chips", victims(candidate))),
    asked.map((rule) => cell(candidate, rules.indexOf(rule), out, shared)),
    h("td", reason(candidate, out, shared)),
  );
}

/** @param {PreemptionCandidate} candidate */
function victims({ victims: list, node }) {
  return [
    list.slice(0, VICTIMS).map((victim) =>
      factLink(podOf(victim), named("pod", victim.pod), {
        class: "chip",
        title: t("{pod}, priority {priority}", { pod: victim.pod, priority: integer(victim.priority) }),
      }),
    ),
    list.length > VICTIMS
      ? factLink(t("{n} more", { n: list.length - VICTIMS }), named("candidate", node), { class: "chip" })
      : null,
  ];
}

/**
 * @param {PreemptionCandidate} candidate @param {number} place of the rule @param {number} out
 * @param {Shared} shared
 */
function cell(candidate, place, out, { rules, day }) {
  if (out >= 0 && place > out) return num("");
  const value = candidate.values[place];
  const text = shortValue(
    rules[place].rule,
    typeof value === "string" ? value.slice(day.length) : value,
    candidate.victims.length,
  );
  return num(factLink(text, named("candidate", candidate.node)), {
    class: out === place ? "num lost" : "num",
  });
}

/** @param {PreemptionCandidate} candidate @param {number} out @param {Shared} shared */
function reason({ node }, out, { rules, chosen }) {
  if (node === chosen) return chip(t("chosen"), "accent");
  return out < 0 ? t("equally good") : RULES[rules[out].rule].lost;
}

/** @param {PreemptionCandidate} candidate @param {PreemptionRule[]} rules */
const rank = (candidate, rules) => (fellAt(candidate, rules) < 0 ? rules.length : fellAt(candidate, rules));
