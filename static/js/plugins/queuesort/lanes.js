// The parts of the queue as lanes, with the pods in them and why each is there.

import { h } from "../../lib/dom.js";
import { clock, integer } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { LANES, lanesAt } from "../../model/queue.js";
import { podOf } from "../../model/story.js";
import { factLink, named } from "../../parts/factLink.js";
import { heading, section } from "../../parts/panels.js";
import { eventName } from "../../parts/queueEvent.js";
import { term } from "../../parts/term.js";

/** @import { Cause, Lane, Waiting } from "../../model/queue.js" */
/** @import { Context } from "../descriptor.js" */

const LISTED = 12;

/** @type {Record<Lane, {name: string, word: string, about: string}>} */
const NAMES = {
  active: { name: "activeQ", word: "activeQ", about: t("ready, next on top") },
  backoff: { name: "backoffQ", word: "backoffQ", about: t("waiting for their backoff") },
  unschedulable: { name: "unschedulablePods", word: "unschedulablePods", about: t("waiting for an event") },
  gated: { name: t("gated"), word: "gated", about: t("may not enter yet") },
};

/** The queue while the pod of a cycle is taken from it. @param {Context} now */
export function lanes({ log, cycle }) {
  const waiting = lanesAt(log, cycle);
  return section(
    heading(t("Where the pods wait"), t("while {pod} is taken", { pod: podOf(cycle) })),
    h(
      "div.queue-lanes",
      LANES.filter((lane) => lane !== "gated" || waiting.gated.length).map((lane) =>
        laneOf(lane, waiting[lane], lane === (cycle.started.queue?.from ?? "active") ? cycle.pod : null),
      ),
    ),
  );
}

/** @param {Lane} lane @param {Waiting[]} pods @param {string | null} taken the pod that leaves it now */
const laneOf = (lane, pods, taken) =>
  h(
    "section.queue-lane",
    { "aria-label": `${NAMES[lane].name} ${integer(pods.length)}` },
    h(
      "h3",
      term(NAMES[lane].word, NAMES[lane].name),
      h("span.mute", ` ${integer(pods.length)}`),
      h("span.mute.block", NAMES[lane].about),
    ),
    h(
      "ul",
      taken ? h("li.lane-pod.now", podLink(taken), h("span", t("is taken now"))) : null,
      pods.slice(0, LISTED).map(podRow),
    ),
    pods.length > LISTED ? h("p.mute", t("and {n} more", { n: pods.length - LISTED })) : null,
    pods.length || taken ? null : h("p.mute", t("no pod")),
  );

/** @param {Waiting} waiting */
const podRow = ({ pod, cause, priority }) =>
  h(
    "li.lane-pod",
    podLink(pod),
    h(
      "span.mute",
      [reason(cause), priority ? t("priority {priority}", { priority: integer(priority) }) : ""]
        .filter(Boolean)
        .join(", "),
    ),
  );

/** @param {string} pod */
const podLink = (pod) => factLink(podOf({ pod }), named("pod", pod), { class: "mono", title: pod });

/** Why a pod is where it is. @param {Cause} cause */
function reason(cause) {
  if (cause.kind === "new") return t("new");
  if (cause.kind === "gates") return t("has scheduling gates");
  if (cause.kind === "ended") return t("its backoff ended at {time}", { time: clock(cause.at) });
  if (cause.kind === "moved") return moved(cause);
  return cause.plugin
    ? t("rejected by {plugin} at attempt {attempt}", { plugin: cause.plugin, attempt: cause.attempt })
    : t("no node at attempt {attempt}", { attempt: cause.attempt });
}

/** @param {Extract<Cause, {kind: "moved"}>} cause */
function moved({ move, until }) {
  const event = move.about
    ? t("{event} of {pod}", { event: eventName(move), pod: move.about })
    : eventName(move);
  return until > move.at
    ? t("moved by {event}, until {time}", { event, time: clock(until) })
    : t("moved by {event}", { event });
}
