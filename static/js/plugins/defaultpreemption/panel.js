// The panel at PostFilter: the chosen node before and after, whom each candidate would cost, and where
// preemption cannot help.

import { h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { chip, headers, heading, note, num, rowsUpTo, scroller, section } from "../../parts/panels.js";
import { beforeAfter, sharesOf } from "./beforeafter.js";
import { candidateTable } from "./candidates.js";

/** @import { PostFilterSummary, PreemptionFact } from "../../types/engine.js" */
/** @import { Viewed, Page } from "../descriptor.js" */

/** @type {Partial<PostFilterSummary>} */
const NOTHING = {};

/**
 * What preemption answered, and from the server the candidates and rules behind it.
 * @param {Viewed} now @param {Page} page
 */
export function atPostFilter(now, { fact }) {
  const { data, cycle } = now;
  const post = data.trace.postFilter ?? NOTHING;
  const details = h("div", h("p.waiting.mute", { role: "status" }, t("Calculating…")));
  fact(cycle, "preemption").then(
    (answer) => replace(details, detailsOf(answer)),
    (error) => replace(details, section(h("p.soft", error.message))),
  );
  return [post.nominatedNode ? chosen(now, post, post.nominatedNode) : noRoom(post), details];
}

/** @param {Partial<PostFilterSummary>} post */
const noRoom = ({ message }) =>
  section(
    heading("DefaultPreemption", null, chip(t("preemption does not help"), "reject", "rejected")),
    message ? h("p.mono.t12.wrap", message) : null,
  );

/** @param {Viewed} now @param {Partial<PostFilterSummary>} post @param {string} node */
function chosen({ cluster, fold, cycle }, { victims = [], clearedNominations: cleared }, node) {
  const shares = cluster && fold ? sharesOf({ cluster, fold }, cycle.pod, node, victims) : null;
  return [
    beforeAfter(shares, cycle.pod, node, victims, cycle.started.queue?.priority ?? 0),
    cleared?.length
      ? section(h("p.mute", t("Nominations cleared: {nominations}", { nominations: cleared.join(", ") })))
      : null,
  ];
}

/** @param {PreemptionFact} fact */
function detailsOf(fact) {
  return [
    fact.candidates.length ? candidateTable(fact) : null,
    fact.examined.length ? examined(fact) : null,
    fact.hopeless.length ? hopeless(fact) : null,
    fact.examined.length || fact.candidates.length
      ? null
      : section(
          note(
            fact.policy === "Never"
              ? t("preemptionPolicy is Never: the pod does not preempt others.")
              : t(
                  "No node was examined: each was rejected with UnschedulableAndUnresolvable, which " +
                    "preemption cannot change.",
                ),
          ),
        ),
  ];
}

/** @param {PreemptionFact} fact */
function examined({ examined: list, examined_total: all, priority }) {
  const body = h("tbody");
  const more = rowsUpTo(body, list, (victim) =>
    h(
      "tr",
      { dataset: { node: victim.node, pick: "node" } },
      h("th.mono", { scope: "row" }, victim.node),
      num(factLink(victim.pods, named("node", victim.node), {}, t("pods on {node}", { node: victim.node }))),
      num(victim.lower),
      h(
        "td.wrap",
        victim.lower
          ? t("Even without them: {reasons}", { reasons: victim.reasons.join(", ") })
          : victim.reasons.join(", "),
      ),
    ),
  );
  return section(
    heading(t("Examined without help"), tn("{n} node", "{n} nodes", all)),
    scroller(
      h(
        "table.tbl",
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
    list.every((victim) => !victim.lower)
      ? note(
          t("No pod on these nodes has a priority below {priority}, so none may be preempted.", {
            priority: integer(priority),
          }),
        )
      : null,
  );
}

/** @param {PreemptionFact} fact */
function hopeless({ hopeless: list, hopeless_total: all }) {
  const body = h("tbody");
  const more = rowsUpTo(body, list, (candidate) =>
    h(
      "tr",
      { dataset: { node: candidate.node, pick: "node" } },
      h("th.mono", { scope: "row" }, candidate.node),
      h("td", factLink(candidate.plugin, named("cell", candidate.plugin, candidate.node))),
      h("td.wrap", candidate.reasons.join(", ")),
    ),
  );
  return section(
    heading(
      t("Not examined"),
      tn("{n} node where preemption cannot help", "{n} nodes where preemption cannot help", all),
    ),
    scroller(h("table.tbl", headers(t("Node"), t("Plugin"), t("Reason")), body)),
    more,
  );
}
