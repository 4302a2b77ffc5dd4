// Queue: which pod is next, where it came from, and the key that orders them.

import { h } from "../../../lib/dom.js";
import { clock, integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { glyph } from "../../../lib/icons.js";
import { amount } from "../../../model/amounts.js";
import { goCycle } from "../core/actions.js";
import { outcome } from "../../../model/narrate.js";
import { admissionLine } from "../facts/admission.js";
import { sincePreviousPod } from "../wholerun/sincePreviousPod.js";
import { term } from "../../../parts/term.js";
import { factLink, named } from "../../../parts/factLink.js";
import { chip, headers, heading, mono, note, num, scroller, section } from "../../../parts/panels.js";
import { PLUGINS } from "../../../plugins/registry.js";
import { PLACES, returned } from "../facts/requeue.js";
import { panelsAtQueue } from "./page.js";

/** @import { Cycle } from "../../../model/log.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */
/** @import { PoppedFrom, QueuePart } from "../../../types/engine.js" */
/** @import { Child } from "../../../lib/dom.js" */

const MAX_LISTED = 200;

/** @param {Context} now */
export const queueBody = (now) => [
  admissionLine(),
  podSection(now),
  sincePreviousPod(now),
  panelsAtQueue(now),
  returned(now),
  orderSection(now),
];

/** @param {Context} now */
function podSection({ cycle, fold, cluster }) {
  const pod = fold?.pod(cycle.pod);
  const kind = pod && cluster?.classes[pod.class];
  const { queue: from, at, profile } = cycle.started;
  return section(
    heading(
      factLink(cycle.pod, named("pod", cycle.pod), { class: "mono" }),
      t("attempt {attempt}, profile {profile}", {
        attempt: cycle.attempt,
        profile: profile ?? "default-scheduler",
      }),
    ),
    h(
      "dl.facts.t12",
      from?.from
        ? [
            fact(t("From"), t("{queue}, at {time}", { queue: PLACES[from.from], time: clock(at ?? 0) })),
            fact(t("Still waiting"), counts(from)),
          ]
        : null,
      fact(term("priority", t("Priority")), factLink(integer(from?.priority ?? pod?.priority ?? 0), "key")),
      fact(
        t("Labels"),
        kind ? chips(Object.entries(kind.labels ?? {}).map(([key, value]) => `${key}=${value}`)) : "…",
      ),
      fact(t("Requests"), kind ? requested(cycle.pod, Object.entries(kind.requests ?? {})) : "…"),
      fact(t("Owner"), pod?.owner ?? t("none")),
      pod?.nominated ? fact(t("Nominated to"), mono(pod.nominated)) : null,
    ),
  );
}

/** @param {PoppedFrom} from */
const counts = (from) =>
  QUEUES.map((place, i) => [
    i ? ", " : "",
    term(PLACES[place], PLACES[place]),
    " ",
    h("b", integer(from[place])),
  ]);

/** @type {QueuePart[]} */
const QUEUES = ["active", "backoff", "unschedulable"];

/** @param {string} pod @param {[resource: string, amount: number][]} amounts */
const requested = (pod, amounts) =>
  amounts.length
    ? h(
        "span.chips",
        amounts.map(([key, value]) =>
          factLink(`${key} ${amount(key, value)}`, named("request", pod, key), { class: "chip" }),
        ),
      )
    : t("none");
/** @param {Child} name @param {Child} value */
const fact = (name, value) => [h("dt", name), h("dd", value)];
/** @param {string[]} texts */
const chips = (texts) =>
  texts.length
    ? h(
        "span.chips",
        texts.map((text) => chip(text)),
      )
    : t("none");

/** @param {Context} now */
function orderSection({ log, cycle }) {
  const body = h("tbody");
  for (const turn of log.cycles.slice(0, MAX_LISTED)) body.append(row(turn, cycle));
  return section(
    heading(t("Scheduling order"), PLUGINS.find(({ order }) => order)?.order),
    scroller(
      h("table.tbl.order", headers([t("No."), "num"], t("Pod"), [t("Priority"), "num"], t("Outcome")), body),
    ),
    log.cycles.length > MAX_LISTED
      ? note(
          t("The first {shown} of {cycles} cycles are listed; the strip below has all.", {
            shown: MAX_LISTED,
            cycles: log.cycles.length,
          }),
        )
      : null,
  );
}

/** @param {Cycle} turn @param {Cycle} current */
function row(turn, current) {
  const pending = turn.finished && !turn.finished.node;
  return h(
    "tr",
    { class: turn.index === current.index ? "here" : null },
    num(turn.index + 1),
    h(
      "td",
      h("button.link.mono", { onclick: () => goCycle(turn.index) }, turn.pod),
      turn.attempt > 1 ? h("span.mute", `  ${t("attempt {attempt}", { attempt: turn.attempt })}`) : null,
    ),
    num(turn.started.queue?.priority ?? 0),
    h("td", h("span.row", pending ? glyph("rejected") : null, outcome(turn.finished))),
  );
}
