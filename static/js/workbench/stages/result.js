// Result: Reserve, Permit and Bind, where the pod went, and what that does to the skew; or why it stays pending.

import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { glyph, icon } from "../../lib/icons.js";
import { go } from "../actions.js";
import { eventPanel } from "./event.js";
import { chip, headers, heading, mono, note, num, scroller, section } from "./parts.js";
import { wait } from "./requeue.js";

/** @type {import("./stage.js").Stage} */
export const result = {
  early: true,
  key: ({ clause, log }) => `${clause}/${Boolean(log.finished)}`,
  render(now) {
    const { cycle, data } = now;
    const { finished } = cycle;
    if (!finished) return { body: section(note("This cycle is still running.")) };
    if (finished.skipped) return { body: section(heading("No cycle took place", null, chip(finished.skipped)), h("p", { class: "soft" }, SKIPPED[finished.skipped] ?? "")) };
    return { body: [finished.node ? placed(cycle) : [pending(cycle), wait(now)], bindSection(cycle), data && finished.node ? skewAfter(data, finished.node) : null], foot: data && !finished.node ? eventPanel(now) : null };
  },
};

const SKIPPED = {
  Gated: "The pod has scheduling gates: it does not enter the queue before they are removed.",
  NotFound: "The pod was removed before its turn: it was preempted.",
  AlreadyBound: "The pod runs already.",
  NoProfile: "No profile has the name of its schedulerName.",
  Terminating: "The pod is being deleted.",
};

function placed({ pod, finished }) {
  const ties = finished.ties ?? 1;
  return section(
    h("p", { class: "big" }, icon("star", "g g-sel"), h("span", null, mono(pod), " runs on ", h("b", { class: "mono" }, finished.node))),
    ties > 1 ? note(`One of ${ties} nodes with the highest total: each had the chance 1/${ties}.`) : null,
  );
}

function pending({ pod, finished }) {
  return section(
    h("p", { class: "big" }, glyph("rejected"), h("span", null, mono(pod), finished.nominated_node ? [" is nominated to ", h("b", { class: "mono" }, finished.nominated_node), ` after ${count(finished.victims.length, "victim")}`] : " stays pending")),
    h("p", { class: "row" }, h("button", { type: "button", class: "btn", onclick: () => go({ point: "Filter", plugin: null, node: null }) }, "See which nodes were rejected")),
  );
}

function bindSection({ points }) {
  const steps = ["Reserve", "Permit", "PreBind", "Bind"].filter((point) => points[point]);
  if (!steps.length) return null;
  return section(
    heading("Reserve to Bind"),
    h("table", { class: "tbl" }, headers("Point", "Plugin", "Answer"), h("tbody", null, steps.flatMap((point) => points[point].plugins.map((each) => h("tr", null, h("th", { scope: "row" }, point), h("td", { class: "mono" }, each.plugin), h("td", null, each.code)))))),
  );
}

// What the placement does to each constraint's domain.
function skewAfter(data, node) {
  const rows = (data.spread?.filter ?? []).flatMap((constraint) => {
    const domain = constraint.domains.find((each) => each.nodes?.includes(node));
    return domain ? [{ constraint, domain }] : [];
  });
  if (!rows.length) return null;
  return section(
    heading("Skew before and after"),
    scroller(
      h("table", { class: "tbl" }, headers("Constraint", "Domain", ["Matching", "num"], ["After", "num"], ["Skew when placed", "num"], ["maxSkew", "num"]),
        h("tbody", null, rows.map(({ constraint, domain }) => h("tr", null, h("th", { scope: "row", class: "mono" }, constraint.topology_key), h("td", null, domain.value), num(domain.count), num(domain.count + constraint.self_match), num(domain.skew), num(constraint.max_skew))))),
    ),
  );
}
