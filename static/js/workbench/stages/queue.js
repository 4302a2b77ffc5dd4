// Queue: which pod is next, where it came from, and the key that orders them.

import { h } from "../../lib/dom.js";
import { integer, quantity } from "../../lib/format.js";
import { glyph } from "../../lib/icons.js";
import { goCycle } from "../actions.js";
import { outcome } from "../narrate.js";
import { chip, heading, mono, note, num, scroller, section } from "./parts.js";
import { clock, PLACES, returned } from "./requeue.js";

const SHOWN = 200;

/** @type {import("./stage.js").Stage} */
export const queue = {
  early: true,
  key: ({ log }) => String(log.cycles.filter((cycle) => cycle?.finished).length),
  render: (now) => ({ body: [podSection(now), returned(now), orderSection(now)] }),
};

function podSection({ cycle, fold, cluster }) {
  const pod = fold?.pod(cycle.pod);
  const kind = pod && cluster.classes[pod.class];
  const { queue: from, at, profile } = cycle.started;
  return section(
    heading(mono(cycle.pod), `attempt ${cycle.attempt}, profile ${profile ?? "default-scheduler"}`),
    h(
      "dl",
      { class: "facts t12" },
      from?.from ? [fact("From", `${PLACES[from.from]}, at ${clock(at)}`), fact("Still waiting", counts(from))] : null,
      fact("Priority", integer(from?.priority ?? pod?.priority ?? 0)),
      fact("Labels", kind ? chips(Object.entries(kind.labels ?? {}).map(([key, value]) => `${key}=${value}`)) : "…"),
      fact("Requests", kind ? chips(Object.entries(kind.requests ?? {}).map(([key, value]) => `${key} ${amount(key, value)}`)) : "…"),
      fact("Owner", pod?.owner ?? "none"),
      pod?.nominated ? fact("Nominated to", mono(pod.nominated)) : null,
    ),
  );
}

const counts = (from) => Object.entries(PLACES).map(([place, name], i) => [i ? ", " : "", `${name} `, h("b", null, integer(from[place]))]);
const amount = (key, value) => (typeof value === "number" ? quantity(value, key === "cpu" ? "milli" : key === "memory" ? "bytes" : "count") : value);
const fact = (name, value) => [h("dt", null, name), h("dd", null, value)];
const chips = (texts) => (texts.length ? h("span", { class: "chips" }, texts.map((text) => chip(text))) : "none");

function orderSection({ log, cycle }) {
  const body = h("tbody");
  for (const each of log.cycles.slice(0, SHOWN)) body.append(row(each, cycle));
  return section(
    heading("Scheduling order", "PrioritySort: higher priority first, then the order of the source"),
    scroller(
      h(
        "table",
        { class: "tbl order" },
        h("thead", null, h("tr", null, h("th", { class: "num", scope: "col" }, "No."), h("th", { scope: "col" }, "Pod"), h("th", { class: "num", scope: "col" }, "Priority"), h("th", { scope: "col" }, "Outcome"))),
        body,
      ),
    ),
    log.cycles.length > SHOWN ? note(`The first ${SHOWN} of ${log.cycles.length} cycles are listed; the strip below has all.`) : null,
  );
}

function row(each, current) {
  const pending = each.finished && !each.finished.node;
  return h(
    "tr",
    { class: each.index === current.index ? "here" : null },
    num(each.index + 1),
    h("td", null, h("button", { type: "button", class: "link mono", onclick: () => goCycle(each.index) }, each.pod), each.attempt > 1 ? h("span", { class: "mute" }, `  attempt ${each.attempt}`) : null),
    num(each.started.queue?.priority ?? 0),
    h("td", null, h("span", { class: "row" }, pending ? glyph("rejected") : null, outcome(each.pod, each.finished))),
  );
}
