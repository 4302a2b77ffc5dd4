// The part of the answer that is before the scheduler: for the whole cluster, and for one workload.

import { $, classes, h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { ApiError } from "../../../net/api.js";
import { workloadOf } from "./asked.js";
import { cohortFigure } from "./bars.js";
import { waitingView } from "./waiting.js";
import { admittedView, idleAmong, idleQuota, unboundOf } from "./admitted.js";
import { laneOf } from "./lane.js";
import { addressOf, headline, nameOf } from "./words.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { Cause, Causes, QueueAnswer, QueueCause } from "../../../types/engine.js" */

/**
 * @typedef {object} Looked
 * @property {QueueAnswer} queue @property {Causes} answer of the scheduler
 * @property {string} run its id
 * @property {(cause: Cause) => Child} card of a cause of the scheduler
 */

/**
 * Shows the workload that the address names, and says whether it names one: the page has nothing else then.
 * @param {Looked} looked @param {HTMLElement} page
 */
export async function showWorkload({ queue, answer, run, card }, page) {
  const name = new URLSearchParams(location.search).get("workload");
  if (!name) return false;
  const admitted = queue.admitted_workloads.find(({ workload }) => workload === name);
  if (admitted) {
    const { lane, view } = admittedView(admitted, answer, card, queue.ready_seconds);
    show(page, lane, view);
    return true;
  }
  try {
    const { lane, view, title } = waitingView(await workloadOf(run, name, page), run);
    document.title = `${title} · SchedScope`;
    show(page, lane, view);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    show(page, null, h("div.q-main.q-wide", whole(), h("h1", t("No such workload")), h("p.soft.mono", name)));
  }
  return true;
}

/** @param {HTMLElement} page @param {Child} lane @param {Child} view */
function show(page, lane, view) {
  replace($("#places"), lane);
  page.classList.add("q-page");
  replace(page, view);
}

/** The way back to all of the answer. */
export const whole = () =>
  h("a.q-back", { href: location.pathname }, icon("left"), t("Everything that waits"));

/** What is before the scheduler, for the whole cluster. @param {Looked} looked */
export function beforeTheScheduler({ queue, answer }) {
  replace($("#places"), laneOf(placesOf(queue, answer)));
  const unbound = queue.admitted_workloads.filter((workload) => unboundOf(workload, answer) > 0);
  const idle = idleAmong(unbound, answer);
  return h(
    "section.q-before",
    { id: "before", "aria-label": t("Before the scheduler") },
    queue.causes.map((cause) => causeCard(cause, idleQuota(cause, idle))),
    unbound.length > 0 &&
      h(
        "article.cause",
        h(
          "h2",
          tn(
            "{n} workload is admitted but not bound",
            "{n} workloads are admitted but not bound",
            unbound.length,
          ),
        ),
        h(
          "ul.q-heads",
          unbound.map((workload) =>
            h(
              "li",
              h("a.mono", { href: addressOf(workload.workload) }, nameOf(workload.job, workload.workload)),
              h(
                "span.soft",
                tn("{n} pod without a node", "{n} pods without a node", unboundOf(workload, answer)),
              ),
            ),
          ),
        ),
      ),
    queue.evicted.length > 0 &&
      h(
        "article.cause",
        h("h2", tn("{n} workload was preempted", "{n} workloads were preempted", queue.evicted_count)),
        h(
          "ul.q-heads",
          queue.evicted.map(({ workload, job, message }) =>
            h("li", h("span.mono", nameOf(job, workload)), h("span.soft", message)),
          ),
        ),
      ),
    queue.unmade.length > 0 &&
      h(
        "details.fold",
        h("summary", tn("{n} object has no Workload", "{n} objects have no Workload", queue.unmade_count)),
        h(
          "ul.q-heads",
          queue.unmade.map(({ object, why }) => h("li", h("span.mono", object), h("span.soft", why))),
        ),
      ),
    queue.repeats && h("p.note", t("Kueue's cycles repeat: it never settles.")),
  );
}

/** @param {QueueAnswer} queue @param {Causes} answer @returns {import("./lane.js").PlaceOnTheWay[]} */
function placesOf({ pending, admitted }, answer) {
  return [
    pending
      ? { state: "waits", said: tn("{n} workload waits", "{n} workloads wait", pending), href: "#before" }
      : { state: "passed", said: tn("{n} workload is admitted", "{n} workloads are admitted", admitted) },
    answer.pending
      ? {
          state: "failed",
          said: tn("{n} pod is pending", "{n} pods are pending", answer.pending),
          href: "#cause-1",
        }
      : answer.placed
        ? { state: "passed", said: t("no pod is pending") }
        : { state: "unreached", said: t("it got no pod") },
    answer.placed
      ? {
          state: "passed",
          said: tn("{n} pod was placed", "{n} pods were placed", answer.placed),
          href: "../",
        }
      : { state: "unreached", said: t("no pod was placed") },
  ];
}

/** @param {QueueCause} cause @param {string} idle who holds quota without a pod on a node, "" for nobody */
const causeCard = (cause, idle) =>
  h(
    "article",
    { class: classes("cause", cause.bars.length > 0 && "q-drawn") },
    h(
      "div.q-cause",
      h("span.chip.accent", icon("dot", "ic"), tn("{n} workload", "{n} workloads", cause.workload_count)),
      h(
        "span.cause-t",
        h("h2", headline("groups", cause.cause)),
        h("span.soft", tn("{n} pod in all", "{n} pods in all", cause.pod_count)),
      ),
    ),
    h(
      "ul.q-heads",
      cause.workloads.map(({ workload, job, priority, pods, asked }) =>
        h(
          "li",
          h("a.mono", { href: addressOf(workload) }, h("b", nameOf(job, workload))),
          h(
            "span.soft",
            [
              tn("{n} pod", "{n} pods", pods),
              ...Object.entries(asked).map(([name, { text }]) => `${text} ${name}`),
              t("priority {priority}", { priority }),
            ].join(", "),
          ),
        ),
      ),
    ),
    cause.workload_count > cause.workloads.length &&
      h("p.soft", t("and {n} more", { n: integer(cause.workload_count - cause.workloads.length) })),
    cause.bars.map((bars) => {
      const [{ job, workload }] = cause.workloads;
      const { holders = "" } = cause.cause.operands;
      return cohortFigure(bars, { holders: `${holders}`, name: nameOf(job, workload), heading: "h3" });
    }),
    idle && h("p.note", headline("notes", { kind: "idle", operands: { workloads: idle }, text: "" })),
  );
