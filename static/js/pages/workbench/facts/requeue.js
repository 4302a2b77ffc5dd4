// What may bring a rejected pod back: the events that were checked, and the hint of each plugin that
// rejected it.

import { h } from "../../../lib/dom.js";
import { clock } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { goCycle } from "../core/actions.js";
import { attemptAfter, broughtBack, leftWaiting, queueEventsAfter } from "../../../model/log.js";
import { eventName } from "../../../parts/queueEvent.js";
import { chip, headers, heading, mono, note, podNames, scroller } from "../../../parts/panels.js";

/** @import { HintName, MovedPod, QueuePart } from "../../../types/engine.js" */
/** @import { Child } from "../../../lib/dom.js" */
/** @import { Cycle, Look } from "../../../model/log.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

/**
 * @typedef {{event: string, about: (string | null)[], hints: Record<string, HintName | null>}} Row events
 *   that are alike
 */

/** @type {Record<QueuePart, string>} */
export const PLACES = { active: "activeQ", backoff: "backoffQ", unschedulable: "unschedulablePods" };

/** @param {...Child} children */
const spaced = (...children) => h("section.sec.spaced", ...children);

/** The event that ended the wait before this attempt. @param {Pick<Context, "cycle" | "log">} now */
export function returned({ cycle, log }) {
  const broughtBy = broughtBack(cycle, log);
  if (!broughtBy) return null;
  const { move, answer } = broughtBy;
  return spaced(
    heading(
      t("What moved it back"),
      answer.to === "backoff"
        ? t("at {time}, to {queue} until {ready}", {
            time: clock(move.at),
            queue: PLACES[answer.to],
            ready: clock(answer.ready_at),
          })
        : t("at {time}, to {queue}", { time: clock(move.at), queue: PLACES[answer.to] }),
    ),
    hintTable([{ event: eventName(move), about: [move.about], hints: answer.hints }]),
    Object.keys(answer.hints).length
      ? null
      : note(t("No plugin had rejected it, so any event moves it back.")),
    popped(cycle, answer),
  );
}

/**
 * activeQ was empty: kube-scheduler then pops the next pod of backoffQ early.
 * @param {Cycle} cycle @param {MovedPod} answer
 */
function popped({ started }, { to, ready_at: ready }) {
  if (to !== "backoff" || (started.at ?? Infinity) >= ready) return null;
  return note(t("activeQ was empty, so it left backoffQ before its backoff had ended."));
}

/** The wait after an attempt that found no node. @param {Pick<Context, "cycle" | "log">} now */
export function wait({ cycle, log }) {
  const looks = queueEventsAfter(cycle, log);
  const next = attemptAfter(cycle, log);
  const waitingPod = leftWaiting(cycle, log);
  if (!next && !log.finished) return null;
  return spaced(
    heading(
      next ? t("Until attempt {attempt}", { attempt: next.attempt }) : t("In unschedulablePods"),
      tn("{n} event checked", "{n} events checked", looks.length),
    ),
    waitingPod?.rejectors.length
      ? h(
          "p.row.wrap-row",
          h("span.mute.t12", t("Rejected by"), " "),
          waitingPod.rejectors.map((plugin) => chip(plugin, "", "rejected")),
        )
      : null,
    looks.length ? hintTable(alike(looks)) : null,
    next
      ? h(
          "p.row",
          h(
            "button.btn",
            { onclick: () => goCycle(next.index) },
            t("See attempt {attempt}", { attempt: next.attempt }),
          ),
        )
      : null,
    waitingPod
      ? note(
          stays(looks),
          " ",
          rich(t("{flush}, five minutes after this attempt."), {
            flush: h("b", t("The flush would move it at {time}", { time: clock(waitingPod.flush_at) })),
          }),
        )
      : null,
  );
}

/** Why the pod still waits, in one sentence. @param {Look[]} looks */
export const stays = (looks) =>
  looks.length ? t("No hint was Queue.") : t("After this attempt there was no event for queueing hints.");

/** Equal events with equal hints are one row. @param {Look[]} looks */
function alike(looks) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (const { move, answer } of looks) {
    const event = eventName(move);
    const key = JSON.stringify([event, answer.hints]);
    const row = rows.get(key) ?? { event, about: [], hints: answer.hints };
    row.about.push(move.about);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** @param {Row[]} rows */
function hintTable(rows) {
  const plugins = [...new Set(rows.flatMap(({ hints }) => Object.keys(hints)))];
  return scroller(
    h(
      "table.tbl",
      headers(t("Event"), t("Pod"), ...plugins),
      h(
        "tbody",
        rows.map(({ event, about, hints }) =>
          h(
            "tr",
            h("th", { scope: "row" }, event),
            h(
              "td",
              { title: about.join(", ") },
              mono(
                podNames(
                  about.filter((pod) => pod !== null),
                  2,
                ),
              ),
            ),
            plugins.map((plugin) => h("td", hint(hints[plugin]))),
          ),
        ),
      ),
    ),
  );
}

/** @param {HintName | null | undefined} answer */
function hint(answer) {
  if (answer === "Queue") return chip("Queue", "pass", "pass");
  return answer ? chip(answer) : h("span.mute", t("not registered"));
}
