// Nothing selected: the verdict. A placed pod has its winner, runner-up and difference; a pending one its
// event text and clauses.

import { clock } from "../../lib/format.js";
import { copyText } from "../../lib/clipboard.js";
import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { isViewed } from "../core/context.js";
import { go } from "../core/actions.js";
import { eventButton } from "../event/event.js";
import { leftWaiting, queueEventsAfter } from "../../model/log.js";
import { clausesOf, nodesOf } from "../../model/matrix.js";
import { stays } from "../facts/requeue.js";
import { addUp } from "../facts/eventtext.js";
import { factLink, named } from "../../parts/factLink.js";
import { muted, sec, title } from "../../parts/reasons.js";
import { nodeLink, winnerSummary } from "./whynot.js";

/** @import { CycleFinished } from "../../types/engine.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { Context } from "../../plugins/descriptor.js" */

/** @param {Context} now */
export function verdictParts(now) {
  const { cycle } = now;
  const { finished } = cycle;
  if (!finished) return sec(h("p", { class: "soft" }, t("This cycle is still running.")));
  if (finished.skipped)
    return sec(h("p", { class: "why-t" }, t("No cycle: {reason}", { reason: finished.skipped })));
  if (!isViewed(now)) return null;
  const { data } = now;
  const scored = finished.node && data.scored;
  return [
    scored
      ? winnerSummary(data)
      : finished.node
        ? sec(h("p", { class: "why-t" }, t("{pod} runs on {node}", { pod: cycle.pod, node: finished.node })))
        : sec(h("p", { class: "why-t" }, pendingTitle(cycle.pod, finished, data))),
    data.clauses.length ? clauseList(data) : null,
    finished.node ? null : message(finished.message ?? data.trace.fitError),
    now.pointer.point === "Result" ? null : comesBack(now),
    sec(
      h("p", { class: "t12" }, factLink(t("The pod as the scheduler reads it"), named("pod", cycle.pod))),
      h(
        "p",
        { class: "mute t12 more-l" },
        t("Pick a node on the map or a cell of the table to see its arithmetic; underlined numbers open."),
      ),
    ),
  ];
}

/** @param {string} pod @param {CycleFinished} finished @param {CycleView} data */
function pendingTitle(pod, finished, data) {
  const name = pod.split("/")[1];
  if (finished.nominated_node)
    return t("{name} makes room on {nominated_node} and waits", {
      name,
      nominated_node: finished.nominated_node,
    });
  const nodes = data.size;
  if (!nodes) return t("{name} stays pending: the cluster has no node", { name });
  return tn(
    "{name} stays pending: the one node does not fit",
    "{name} stays pending: none of {n} nodes fits",
    nodes,
    { name },
  );
}

/** Each reason with its nodes; together they are all nodes that were rejected. @param {CycleView} data */
function clauseList(data) {
  const clauses = clausesOf(data);
  return sec(
    title(
      t("Rejected"),
      muted(
        t("{rejected} of {nodes}, in plugin order", {
          rejected: nodesOf(clauses),
          nodes: tn("{n} node", "{n} nodes", data.size),
        }),
      ),
    ),
    h(
      "ul",
      { class: "why-clauses" },
      clauses.map((each, i) =>
        h(
          "li",
          null,
          glyph(each.code === "UnschedulableAndUnresolvable" ? "unresolvable" : "rejected"),
          h("b", { class: "mono" }, factLink(each.count, named("clause", i))),
          h(
            "span",
            { class: "grow" },
            h(
              "button",
              {
                type: "button",
                class: "link start",
                onclick: () => go({ point: "Filter", plugin: each.plugin, node: null }),
              },
              each.plugin,
            ),
            h("span", { class: "mute t12 block" }, each.reason),
            h(
              "span",
              { class: "t12 block" },
              data.namesOf(each.nodes.slice(0, 6)).flatMap((node, k) => [k ? ", " : "", nodeLink(node)]),
              each.nodes.length > 6 ? t(" and {n} more", { n: each.nodes.length - 6 }) : "",
            ),
          ),
        ),
      ),
    ),
    addUp(clauses, data),
  );
}

/**
 * A pod that the run leaves waiting: what happened since, and when it would be tried again.
 * @param {Context} now
 */
function comesBack({ cycle, log }) {
  const waitingPod = leftWaiting(cycle, log);
  if (!waitingPod) return null;
  const looks = queueEventsAfter(cycle, log);
  return sec(
    title(t("Next attempt"), muted(tn("{n} event checked", "{n} events checked", looks.length))),
    h(
      "p",
      { class: "soft t12" },
      `${stays(looks)} ${t("The flush would try it again at {time}.", { time: clock(waitingPod.flush_at) })} `,
      h(
        "button",
        { type: "button", class: "link", onclick: () => go({ point: "Result", plugin: null, node: null }) },
        t("Events and hints"),
      ),
    ),
  );
}

/** A message of Kubernetes, as it is. @param {string | null | undefined} text */
export function message(text) {
  if (!text) return null;
  return sec(
    title(
      t("Event"),
      muted(t("FailedScheduling, verbatim")),
      h("span", { class: "grow" }),
      eventButton(),
      h(
        "button",
        {
          type: "button",
          class: "btn bare icon",
          "aria-label": t("Copy the event text"),
          title: t("Copy"),
          onclick: () => copyText(text, t("The event text")),
        },
        icon("copy"),
      ),
    ),
    h("p", { class: "msg mono" }, text),
  );
}
