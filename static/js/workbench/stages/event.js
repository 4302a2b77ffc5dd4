// The event text, byte for byte, and its clauses as filters whose counts add up to the nodes that were looked at.

import { copyText } from "../../lib/clipboard.js";
import { h } from "../../lib/dom.js";
import { count } from "../../lib/format.js";
import { glyph, icon } from "../../lib/icons.js";
import { clausesOf } from "../matrix.js";
import { clause } from "../state.js";

export function eventPanel({ data, clause: chosen }) {
  const clauses = clausesOf(data);
  const message = data.trace.fitError;
  if (!clauses.length && !message) return null;
  const nodes = new Set(clauses.flatMap((each) => each.nodes)).size;
  const all = data.node_order.length;
  return h(
    "section",
    { class: "event", "aria-label": message ? "FailedScheduling event" : "Rejected nodes" },
    h("h2", { class: "h3" }, message ? "FailedScheduling" : "Rejected", h("span", { class: "mute" }, `${count(clauses.length, "reason")} in plugin order, ${nodes} of ${count(all, "node")}`), h("span", { class: "grow" }), message ? copyButton(message) : null),
    h("div", { class: "clauses", role: "group", "aria-label": "Show only the nodes of one reason" }, clauses.map((each, i) => clauseButton(each, i, chosen))),
    message ? eventText(message) : null,
  );
}

/** @param {{count: number, reason: string, code: string, plugin: string, nodes: string[]}} each */
export function clauseButton(each, i, chosen) {
  return h(
    "button",
    { type: "button", "aria-pressed": String(chosen === i), title: `${each.plugin}: ${each.nodes.slice(0, 20).join(", ")}`, onclick: () => clause.set(chosen === i ? -1 : i) },
    glyph(each.code === "UnschedulableAndUnresolvable" ? "unresolvable" : "rejected"),
    h("b", null, each.count),
    h("span", { class: "cut" }, each.reason.replace(/^node\(s\) /, "")),
  );
}

const copyButton = (message) => h("button", { type: "button", class: "btn bare", onclick: () => copyText(message, "The event text") }, icon("copy"), "Copy");

export function eventText(message) {
  const text = h("pre", { class: "one", tabindex: "0" }, message);
  const button = h("button", { type: "button", class: "btn bare", "aria-expanded": "false", onclick: () => toggle() }, "Show all");
  const toggle = () => {
    const open = !text.classList.toggle("one");
    button.textContent = open ? "Show less" : "Show all";
    button.setAttribute("aria-expanded", String(open));
  };
  return h("div", { class: "event-text" }, text, message.length > 150 ? button : null);
}
