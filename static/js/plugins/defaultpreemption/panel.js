// The panel at PostFilter: where preemption would help, whom it would cost, which rule chose, and where it
// cannot help.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { chip, headers, heading, mono, note, num, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { RULES, valueOf } from "./candidate.js";

/**
 * @import {
 *   PostFilterSummary, PreemptionCandidate, PreemptionFact, PreemptionRule,
 * } from "../../types/engine.js"
 */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Cycle } from "../../model/log.js" */
/** @import { Viewed, Page } from "../descriptor.js" */

/** @type {Partial<PostFilterSummary>} */
const NOTHING = {};

/**
 * What preemption answered, and from the server the candidates and rules behind it.
 * @param {Viewed} now @param {Page} page
 */
export function atPostFilter({ data, cycle }, { fact }) {
  const post = data.trace.postFilter ?? NOTHING;
  const details = h("div", null, h("p", { class: "waiting mute", role: "status" }, t("Working it out…")));
  fact(cycle, "preemption").then(
    (answer) => replace(details, detailsOf(answer, data)),
    (error) => replace(details, section(h("p", { class: "soft" }, error.message))),
  );
  return [
    section(
      heading(
        "DefaultPreemption",
        null,
        chip(
          post.code ?? t("no answer"),
          post.code === "Success" ? "pass" : "reject",
          post.code === "Success" ? "pass" : "rejected",
        ),
      ),
      post.message ? h("p", { class: "mono t12 wrap" }, post.message) : null,
    ),
    chosen(post, cycle),
    details,
  ];
}

/** @param {Partial<PostFilterSummary>} post @param {Cycle} cycle */
function chosen(post, { pod }) {
  if (!post.nominatedNode) return null;
  const victims = post.victims ?? [];
  return section(
    heading(t("Chosen"), null, mono(post.nominatedNode)),
    h(
      "p",
      { class: "soft" },
      tn(
        "{pod} stays pending, nominated to {node}; {n} pod is removed.",
        "{pod} stays pending, nominated to {node}; {n} pods are removed.",
        victims.length,
        { pod, node: post.nominatedNode },
      ),
    ),
    h(
      "ul",
      { class: "plain-list mono t12" },
      victims.map((victim) => h("li", null, factLink(victim, named("pod", victim)))),
    ),
    post.clearedNominations?.length
      ? h(
          "p",
          { class: "mute t12" },
          t("Nominations cleared: {nominations}", { nominations: post.clearedNominations.join(", ") }),
        )
      : null,
  );
}

/** @param {PreemptionFact} fact @param {CycleView} data */
function detailsOf(fact, data) {
  return [
    fact.candidates.length ? [rules(fact), candidates(fact, data)] : null,
    fact.examined.length ? examined(fact) : null,
    fact.hopeless.length ? hopeless(fact) : null,
    fact.examined.length || fact.candidates.length
      ? null
      : section(
          note(
            fact.policy === "Never"
              ? t("preemptionPolicy is Never: the pod does not preempt others.")
              : t(
                  "No node was examined: each one was rejected by a plugin whose verdict no removal of pods can change (UnschedulableAndUnresolvable).",
                ),
          ),
        ),
  ];
}

/**
 * pickOneNodeForPreemption: each rule keeps the candidates that are best under it, until one is left.
 * @param {PreemptionFact} fact
 */
function rules({ rules: list, candidates_total: all }) {
  const deciding = list.findLast((rule) => rule.decided);
  return section(
    heading(
      t("The rule that chose"),
      deciding
        ? RULES[deciding.rule]
        : all === 1
          ? t("there was one candidate")
          : t("none: the first of equally good nodes is taken"),
    ),
    scroller(
      h(
        "table",
        { class: "tbl" },
        headers(
          [t("No."), "num"],
          t("Rule"),
          [t("Candidates before"), "num"],
          [t("Left"), "num"],
          t("What it did"),
        ),
        h(
          "tbody",
          null,
          list.map((rule, i) =>
            h(
              "tr",
              { class: rule === deciding ? "here" : rule.asked ? null : "struck" },
              num(i + 1),
              h("th", { scope: "row" }, RULES[rule.rule]),
              num(rule.before),
              num(rule.after),
              h(
                "td",
                null,
                !rule.asked
                  ? h("span", { class: "mute" }, t("not asked: one was left"))
                  : rule.decided
                    ? chip(rule === deciding ? t("chose") : t("narrowed"), rule === deciding ? "accent" : "")
                    : h("span", { class: "mute" }, t("all equal")),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/**
 * Where a candidate fell out: the first rule under which it is not best.
 * @param {PreemptionCandidate} candidate @param {PreemptionRule[]} list
 */
const fellAt = (candidate, list) => list.findIndex((rule, i) => candidate.values[i] !== rule.bound);

/** @param {PreemptionFact} fact @param {CycleView} data */
function candidates({ candidates: list, candidates_total: all, rules: criteria, chosen: node }, data) {
  const body = h("tbody");
  const sorted = [...list].sort((a, b) => rank(b, criteria) - rank(a, criteria));
  const more = rowsUpTo(body, sorted, (each) => {
    const out = fellAt(each, criteria);
    return h(
      "tr",
      { dataset: { node: each.node, pick: "node" } },
      h(
        "th",
        { scope: "row" },
        h(
          "span",
          { class: "row" },
          mono(each.node),
          each.node === node
            ? chip(t("chosen"), "accent")
            : data.isBestCandidate(data.indexOf(each.node))
              ? chip(t("equally good"))
              : null,
        ),
      ),
      criteria.map((rule, i) =>
        h(
          "td",
          { class: `num${out === i ? " rej-n" : ""}${out >= 0 && i > out ? " mute" : ""}` },
          factLink(valueOf(rule.rule, each.values[i], each), named("candidate", each.node)),
        ),
      ),
    );
  });
  return section(
    heading(
      t("Candidates"),
      tn("{n} node where preemption would help", "{n} nodes where preemption would help", all),
    ),
    scroller(
      h(
        "table",
        { class: "tbl" },
        headers(
          t("Node"),
          [t("PDB violations"), "num"],
          [t("Highest priority"), "num"],
          [t("Sum of priorities"), "num"],
          [t("Victims"), "num"],
          [t("Started"), "num"],
        ),
        body,
      ),
    ),
    more,
    h(
      "p",
      { class: "mute t12 more-l" },
      t(
        "Marked: the rule that eliminated the candidate. Each victim adds 2³¹ to the sum, so that more victims of negative priority do not look better.",
      ),
    ),
  );
}

/** @param {PreemptionCandidate} candidate @param {PreemptionRule[]} list */
const rank = (candidate, list) => (fellAt(candidate, list) < 0 ? list.length : fellAt(candidate, list));

/** @param {PreemptionFact} fact */
function examined({ examined: list, examined_total: all, priority }) {
  const body = h("tbody");
  const more = rowsUpTo(body, list, (each) =>
    h(
      "tr",
      { dataset: { node: each.node, pick: "node" } },
      h("th", { scope: "row", class: "mono" }, each.node),
      num(factLink(each.pods, named("node", each.node), {}, t("pods on {node}", { node: each.node }))),
      num(each.lower),
      h(
        "td",
        { class: "wrap" },
        each.lower
          ? t("Even without them: {reasons}", { reasons: each.reasons.join(", ") })
          : each.reasons.join(", "),
      ),
    ),
  );
  return section(
    heading(t("Examined without help"), tn("{n} node", "{n} nodes", all)),
    scroller(
      h(
        "table",
        { class: "tbl" },
        headers(
          t("Node"),
          [t("Pods"), "num"],
          [t("Below priority {priority}", { priority: integer(priority) }), "num"],
          t("Reason"),
        ),
        body,
      ),
    ),
    more,
    list.every((each) => !each.lower)
      ? note(
          t(
            "No pod on these nodes has a lower priority than {priority}, so none may be removed for this one.",
            { priority: integer(priority) },
          ),
        )
      : null,
  );
}

/** @param {PreemptionFact} fact */
function hopeless({ hopeless: list, hopeless_total: all }) {
  const body = h("tbody");
  const more = rowsUpTo(body, list, (each) =>
    h(
      "tr",
      { dataset: { node: each.node, pick: "node" } },
      h("th", { scope: "row", class: "mono" }, each.node),
      h("td", null, factLink(each.plugin, named("cell", each.plugin, each.node))),
      h("td", { class: "wrap" }, each.reasons.join(", ")),
    ),
  );
  return section(
    heading(
      t("Not examined"),
      tn("{n} node where no removal of pods can help", "{n} nodes where no removal of pods can help", all),
    ),
    scroller(h("table", { class: "tbl" }, headers(t("Node"), t("Plugin"), t("Reason")), body)),
    more,
  );
}
