// NodeAffinity below the matrix: each requirement against groups of nodes, what their labels say instead, how
// many nodes each leaves alone, and all together.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { factLink, named } from "../../parts/factLink.js";
import { nodeSet } from "../../parts/nodeset.js";
import { headers, heading, num, scroller, section } from "../../parts/panels.js";
import { expressionText, mark } from "../../parts/reasons.js";
import { groupsOf, meeting } from "./groups.js";

/** @import { Viewed } from "../descriptor.js" */
/** @import { NodeClause } from "../../types/engine.js" */
/** @import { ClauseGroup } from "./groups.js" */

const MOST_GROUPS = 5;
const MOST_VALUES = 2;

/** @param {Viewed} now */
export function atFilter(now) {
  const clauses = now.data.operands("NodeAffinity", "node_labels")?.clauses;
  if (!clauses?.length) return null;
  const groups = groupsOf(clauses, now.data.size);
  const listed = groups.slice(0, MOST_GROUPS);
  const passing = groups.filter(({ passes }) => passes).reduce((sum, { nodes }) => sum + nodes.length, 0);
  return section(
    heading(t("What the pod requires of nodes"), together(passing, now.data.size)),
    nearest(groups, now),
    scroller(
      h(
        "table.tbl.cross",
        headers(t("Requirement"), [t("Alone"), "num"], ...listed.map((group) => nodeSet(group.nodes, now))),
        h(
          "tbody",
          clauses.map((clause, i) => row(clause, i, clauses, listed, now)),
        ),
        h(
          "tfoot",
          h(
            "tr",
            h("th", { scope: "row" }, t("All together")),
            num(integer(passing)),
            listed.map(({ passes, away }) =>
              h(
                "td",
                { class: passes ? null : "closed-cell" },
                mark(passes),
                passes ? t("matches") : tn("{n} is not met", "{n} are not met", away),
              ),
            ),
          ),
        ),
      ),
    ),
    rest(groups),
    h("p.more-l", factLink(t("what the pod requires"), named("pod", now.cycle.pod))),
  );
}

/** @param {number} passing @param {number} size */
const together = (passing, size) =>
  tn("met by {passing} of {n} node", "met by {passing} of {n} nodes", size, { passing: integer(passing) });

/**
 * The nodes that fail by one requirement, where none passes.
 * @param {ClauseGroup[]} groups @param {Viewed} now
 */
function nearest(groups, now) {
  if (groups.some(({ passes }) => passes)) return null;
  const near = groups.filter(({ away }) => away === groups[0].away).flatMap(({ nodes }) => nodes);
  return h(
    "p.verdict-line",
    h("span", tn("Nearest, by {n} requirement:", "Nearest, by {n} requirements:", groups[0].away)),
    nodeSet(near, now),
  );
}

/** @param {ClauseGroup[]} groups */
function rest(groups) {
  const others = groups.slice(MOST_GROUPS).reduce((sum, { nodes }) => sum + nodes.length, 0);
  if (!others) return null;
  return h(
    "p.soft.more-l",
    tn("{n} more node fails other requirements.", "{n} more nodes fail other requirements.", others),
  );
}

/**
 * @param {NodeClause} clause @param {number} i @param {NodeClause[]} clauses @param {ClauseGroup[]} groups
 * @param {Viewed} now
 */
function row(clause, i, clauses, groups, now) {
  return h(
    "tr",
    h(
      "th",
      { scope: "row" },
      h("span.mono.wrap", expressionText(clause)),
      h("span.mute.block", originOf(clause, clauses)),
    ),
    num(integer(meeting(clause, now.data.size))),
    groups.map(({ nodes, fails }) => {
      const isMet = !fails.includes(i);
      return h(
        "td",
        { class: isMet ? null : "closed-cell" },
        mark(isMet),
        h("span.mono", valuesOn(nodes, clause, now)),
      );
    }),
  );
}

/** @param {NodeClause} clause @param {NodeClause[]} clauses */
function originOf({ origin, term }, clauses) {
  if (origin === "nodeSelector") return "nodeSelector";
  const terms = new Set(clauses.filter((clause) => clause.origin === origin).map((clause) => clause.term))
    .size;
  const name = origin === "pod" ? t("node affinity") : t("affinity of the profile");
  return terms > 1 ? t("{name}, term {n} of {terms}: one must match", { name, n: term + 1, terms }) : name;
}

/**
 * What the nodes have under the key, the commonest first.
 * @param {number[]} nodes @param {NodeClause} clause @param {Viewed} now
 */
function valuesOn(nodes, { key, field }, { cluster, data }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const node of nodes) {
    const value = field ? data.names[node] : (cluster?.nodes[node].labels[key] ?? t("no such label"));
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  return values.length > MOST_VALUES
    ? t("{names} and {n} more", {
        names: values.slice(0, MOST_VALUES).join(", "),
        n: values.length - MOST_VALUES,
      })
    : values.join(", ");
}
