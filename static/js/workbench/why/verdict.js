// Nothing selected: the verdict. A placed pod has its winner, runner-up and difference; a pending one its event text and clauses.

import { copyText } from "../../lib/clipboard.js";
import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { glyph, icon } from "../../lib/icons.js";
import { go } from "../actions.js";
import { leftWaiting, lookedAt } from "../log.js";
import { clausesOf } from "../matrix.js";
import { clock, stays } from "../stages/requeue.js";
import { muted, sec, title } from "./parts.js";
import { nodeLink, winnerSummary } from "./whynot.js";

export function verdictParts(now) {
  const { data, cycle } = now;
  const { finished } = cycle;
  if (!finished) return sec(h("p", { class: "soft" }, "This cycle is still running."));
  if (finished.skipped) return sec(h("p", { class: "why-t" }, `No cycle: ${finished.skipped}`));
  const scored = finished.node && data.trace.total;
  return [
    scored ? winnerSummary(data) : finished.node ? sec(h("p", { class: "why-t" }, `${cycle.pod} runs on ${finished.node}`)) : sec(h("p", { class: "why-t" }, pendingTitle(cycle, data))),
    data.clauses?.length ? clauseList(data) : null,
    finished.node ? null : message(finished.message ?? data.trace.fitError),
    now.pointer.point === "Result" ? null : comesBack(now),
    sec(h("p", { class: "mute t12" }, "Pick a node on the map or a cell of the table to see its arithmetic.")),
  ];
}

function pendingTitle({ pod, finished }, data) {
  const name = pod.split("/")[1];
  if (finished.nominated_node) return `${name} makes room on ${finished.nominated_node} and waits`;
  const nodes = data.node_order.length;
  return `${name} stays pending: none of ${count(nodes, "node")} fits`;
}

/** Each reason with its nodes; together they are all nodes that were rejected. */
function clauseList(data) {
  const clauses = clausesOf(data);
  const all = new Set(clauses.flatMap((each) => each.nodes)).size;
  return sec(
    title("Rejected", muted(`${all} of ${count(data.node_order.length, "node")}, in plugin order`)),
    h("ul", { class: "why-clauses" }, clauses.map((each) =>
      h(
        "li",
        null,
        glyph(each.code === "UnschedulableAndUnresolvable" ? "unresolvable" : "rejected"),
        h("b", { class: "mono" }, each.count),
        h("span", { class: "grow" }, h("button", { type: "button", class: "link start", onclick: () => go({ point: "Filter", plugin: each.plugin, node: null }) }, each.plugin), h("span", { class: "mute t12 block" }, each.reason), h("span", { class: "t12 block" }, each.nodes.slice(0, 6).flatMap((node, i) => [i ? ", " : "", nodeLink(node)]), each.nodes.length > 6 ? ` and ${each.nodes.length - 6} more` : "")),
      ))),
  );
}

// A pod that the run leaves waiting: what happened since, and when it would be tried again.
function comesBack({ cycle, log }) {
  const left = leftWaiting(cycle, log);
  if (!left) return null;
  const looked = lookedAt(cycle, log);
  return sec(
    title("Next attempt", muted(`${count(looked.length, "event")} looked at`)),
    h("p", { class: "soft t12" }, `${stays(looked)} The flush would try it again at ${clock(left.flush_at)}. `, h("button", { type: "button", class: "link", onclick: () => go({ point: "Result", plugin: null, node: null }) }, "Events and hints")),
  );
}

/** A message of Kubernetes, as it is. */
export function message(text) {
  if (!text) return null;
  return sec(title("Event", muted("FailedScheduling, verbatim"), h("span", { class: "grow" }), h("button", { type: "button", class: "btn bare icon", "aria-label": "Copy the event text", title: "Copy", onclick: () => copyText(text, "The event text") }, icon("copy"))), h("p", { class: "msg mono" }, text));
}
