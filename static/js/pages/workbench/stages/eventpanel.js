// The event text, byte for byte, and its clauses as filters whose counts add up to the nodes that were
// visited.

import { copyText } from "../../../lib/clipboard.js";
import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { clausesOf, nodesOf } from "../../../model/matrix.js";
import { clause } from "../core/state.js";
import { eventButton } from "../event/event.js";
import { factLink } from "../../../parts/factLink.js";

/** @import { ClauseColumns, ReasonCount } from "../../../types/engine.js" */
/** @import { CycleView } from "../../../model/cycleview.js" */
/** @import { Viewed } from "../../../plugins/descriptor.js" */

let unfolded = false; // by the reader; it stays so from step to step

/**
 * One line; what it holds opens. Reasons and counts stand in the matrix.
 * @param {Viewed} now @param {{open?: boolean}} [options] it is open when it appears
 */
export function eventPanel({ data, clause: chosen }, { open = false } = {}) {
  const clauses = clausesOf(data);
  const message = data.trace.fitError;
  if (!clauses.length && !message) return null;
  return h(
    "section.event",
    { "aria-label": message ? t("FailedScheduling event") : t("Rejected nodes") },
    h(
      "details",
      {
        open: open || unfolded || chosen >= 0,
        ontoggle: (/** @type {Event} */ { target }) =>
          (unfolded = !open && target instanceof HTMLDetailsElement && target.open),
      },
      h("summary", icon("down"), h("b", message ? t("The event's message") : t("Reasons"))),
      message ? h("div.event-text", h("p.mono", message), eventButton(), copyButton(message)) : null,
      h(
        "div.clauses",
        { role: "group", "aria-label": t("Show only the nodes of one reason") },
        clauses.map((group, i) => clauseButton(group, i, chosen, data.namesOf(group.nodes.slice(0, 20)))),
      ),
      addUp(clauses, data),
    ),
  );
}

/** @param {string} reason */
const plain = (reason) => reason.replace(/^node\(s\) /, "");

/**
 * "2 + 1 + 1 = 4 nodes": the sum of the clauses; a node with several reasons counts in each.
 * @param {ClauseColumns[]} clauses @param {CycleView} data
 */
function addUp(clauses, data) {
  if (clauses.length < 2) return null;
  const nodes = nodesOf(clauses);
  const reasons = clauses.reduce((all, group) => all + group.count, 0);
  const counts = clauses.map((group) => group.count).join(" + ");
  const rest = data.feasible.length ? t(", and {n} fit", { n: data.feasible.length }) : "";
  return h(
    "p.mute.t12.adds",
    reasons === nodes ? h("span.mono", `${counts} = `) : h("span.mono", `${counts} = ${reasons} `),
    reasons === nodes
      ? factLink(tn("{n} node", "{n} nodes", nodes), "nodes")
      : [t("reasons on "), factLink(tn("{n} node", "{n} nodes", nodes), "nodes"), t(": some have several")],
    rest,
  );
}

/**
 * @param {ReasonCount} entry @param {number} i @param {number} chosen
 * @param {string[]} names the first of its nodes
 */
function clauseButton(entry, i, chosen, names) {
  return h(
    "button",
    {
      "aria-pressed": String(chosen === i),
      title: `${entry.plugin}: ${names.join(", ")}`,
      onclick: () => clause.set(chosen === i ? -1 : i),
    },
    glyph(entry.code === "UnschedulableAndUnresolvable" ? "unresolvable" : "rejected"),
    h("b", entry.count),
    h("span.cut", plain(entry.reason)),
  );
}

/** @param {string} message */
const copyButton = (message) =>
  h("button.btn.bare", { onclick: () => copyText(message, t("The event text")) }, icon("copy"), t("Copy"));
