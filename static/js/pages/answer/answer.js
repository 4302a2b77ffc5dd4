// The answer of a run: its pending pods by cause. While it runs, how far it is.

import { computed, effect } from "../../lib/atoms.js";
import { $, bootData, h, replace } from "../../lib/dom.js";
import { inARow, integer, labelled } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { later } from "../../lib/later.js";
import { problemList } from "../../lib/problems.js";
import { Cluster } from "../../model/cluster.js";
import { ApiError, get } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";
import { admissionParts, countsOf, isEmpty } from "../../parts/admission.js";
import { findingsOf } from "../../share/findings.js";
import { briefWholeRun } from "../whatif/briefrun.js";
import { trialStrip } from "../whatif/strip.js";
import { endOf, trial } from "../whatif/trial.js";
import { causeCard } from "./cards.js";
import { gauges } from "./gauges.js";
import { differencesNote } from "./differences.js";
import { aboutCause, lightFrom } from "./lighting.js";
import { headingOf, subjectOf } from "./words.js";

/** @import { AdmissionReport, Cause, Causes, NodesOverview } from "../../types/engine.js" */
/** @import { QueueAnswer, ScenarioSummary, TriedEnd } from "../../types/engine.js" */
/** @import { RunOut } from "../../types/api.js" */

const boot = /** @type {{run: RunOut, summary: ScenarioSummary}} */ (bootData());
const page = $("#answer");

const bar = h("progress", { max: Math.max(boot.summary.pending, 1), "aria-labelledby": "progress-text" });
const progressText = h("p.soft", { id: "progress-text", role: "status" });

follow(
  async () => boot.run,
  ({ id }) => get(`/runs/${id}`),
  { take: (run) => (isUnfinished(run) ? showProgress(run) : show(run)), fail: (error) => tell(error) },
);

/** @param {RunOut} run that is over */
async function show(run) {
  try {
    if (run.status === "failed") return refuse([{ path: "", message: run.error ?? t("The run failed.") }]);
    const [answer, overview, admission, queue] = await Promise.all([
      get(`/runs/${run.id}/causes`),
      get(`/runs/${run.id}/overview`),
      get(`/runs/${run.id}/admission`),
      boot.summary.queued ? queueOf(run.id, page).then((queued) => queued ?? null) : null,
    ]);
    /** @param {Cause} cause */
    const card = (cause) => causeCard(cause, 0, run.id);
    const looked = queue && { queue, answer, run: run.id, card };
    if (looked && (await showWorkload(looked, page))) return withoutCluster();
    render(answer, admission, queue, looked && (await beforeTheScheduler(looked)));
    await showCluster(run, overview.nodes);
  } catch (error) {
    tell(error);
  }
}

// Few clusters have Kueue.
const queueOf = later(async () => (await import("./queue/asked.js")).queueOf);
const showWorkload = later(async () => (await import("./queue/page.js")).showWorkload);
const beforeTheScheduler = later(async () => (await import("./queue/page.js")).beforeTheScheduler);

/** @param {unknown} error of the server; anything else is a fault */
function tell(error) {
  if (!(error instanceof ApiError)) throw error;
  refuse(error.errors);
}

/**
 * The nodes beside the causes, with a change that is tried, as that
 * leaves them.
 * @param {RunOut} run @param {NodesOverview} nodes
 */
async function showCluster(run, nodes) {
  const side = $("#cluster");
  const cluster = new Cluster(await get(`/runs/${run.id}/cluster`));
  const end = computed(() => endOf(trial.get()));
  const map = h("div.ans-map.scroll", { tabindex: "0", role: "region", "aria-label": t("Nodes") });
  replace(side, map);
  effect(() => replace(map, gauges(cluster, nodes, end.get())));
  lightFrom(page, side, nodes.names);
}

/** How far the run is. @param {RunOut} run */
function showProgress({ placed, pending }) {
  if (!bar.isConnected) replace(page, h("div.running", h("h1", t("Running…")), bar, progressText));
  bar.value = placed + pending;
  progressText.textContent = tn(
    "{done} of {n} pod, {nodes}",
    "{done} of {n} pods, {nodes}",
    boot.summary.pending,
    {
      done: integer(placed + pending),
      nodes: tn("{n} node", "{n} nodes", boot.summary.nodes),
    },
  );
}

/** @param {import("../../lib/problems.js").Problem[]} errors */
function refuse(errors) {
  replace(page, h("h1", t("There is no answer")), problemList(errors));
  withoutCluster();
}

/** Gives the place that is kept for the nodes to the answer. */
function withoutCluster() {
  $("#cluster").hidden = true;
}

/**
 * @param {Causes} answer @param {AdmissionReport} admission
 * @param {QueueAnswer | null} queue
 * @param {import("../../lib/dom.js").Child} before what is before the scheduler
 */
function render(answer, admission, queue, before) {
  const refused = admission.refused.filter(({ object }) => object.startsWith("Pod ")).length;
  document.title = `${headline(answer, queue, refused)} · SchedScope`;
  const head = h("div");
  const parts = h("div.ans-bar");
  replace(
    page,
    head,
    h("div.ans-now", trialStrip(), parts),
    before,
    answer.pending > 1 && briefWholeRun({ run: boot.run.id, nodes: boot.summary.nodes, page: "../repairs/" }),
    answer.causes.map((cause, i) => causeCard(cause, i, boot.run.id)),
    answer.pending === 0 && !queue?.pending && !refused && nothingWaits(answer),
    differencesNote(answer.differences),
    findingsLine(),
    admissionNote(admission),
  );
  const end = computed(() => endOf(trial.get()));
  effect(() => {
    const tried = end.get();
    replace(
      head,
      h("h1", headline(tried?.causes ?? answer, queue, refused)),
      h("p.lead", lead(answer, tried)),
      refused > 0 &&
        answer.pending > 0 &&
        h("p.ans-refused", h("a", { href: "#admission" }, refusedPods(refused))),
    );
    replace(parts, summaryBar(answer, tried));
  });
}

/** What was filled in before the run; open if pods would not exist. @param {AdmissionReport} report */
const admissionNote = (report) =>
  isEmpty(report)
    ? null
    : h(
        "details.admission",
        { id: "admission", open: report.refused.length > 0 },
        h("summary", labelled(t("Filled in before scheduling"), countsOf(report))),
        admissionParts(report),
      );

/** @param {number} count */
const refusedPods = (count) => tn("The API server refuses {n} pod", "The API server refuses {n} pods", count);

/** What to ask instead. @param {Causes} answer */
const nothingWaits = ({ placed }) =>
  h(
    "p.ans-instead",
    rich(
      placed
        ? t(
            "Every pod has a node. {walk} shows why it is that one; {daytwo} shows the effect of losing a " +
              "node.",
          )
        : t("No pod was pending. Add one with Edit, or see the effect of losing a node in {daytwo}."),
      {
        walk: h("a", { href: "../" }, t("Walk")),
        daytwo: h("a", { href: "../day-two/" }, t("Day two")),
      },
    ),
  );

/** How many faults the linter finds in what was sent; empty until that is known, and without any. */
function findingsLine() {
  const line = h("p.ans-findings");
  const { snapshot } = $(".run-top").dataset;
  if (snapshot) findingsOf(snapshot).then((count) => count && replace(line, findingsLink(count)));
  return line;
}

/** @param {number} count */
const findingsLink = (count) =>
  h(
    "a",
    { href: "../lint/" },
    tn("{n} lint finding, with its line and fix", "{n} lint findings, each with its line and fix", count),
  );

/**
 * "16 pods wait, 4 causes", "3 workloads wait before the scheduler"
 * @param {Causes} answer @param {QueueAnswer | null} queue @param {number} refused pods that do not exist
 */
function headline({ pending, causes }, queue, refused) {
  const before =
    queue?.pending &&
    tn(
      "{n} workload waits for admission by Kueue",
      "{n} workloads wait for admission by Kueue",
      queue.pending,
    );
  if (before)
    return pending ? inARow(before, tn("{n} pod for a node", "{n} pods for a node", pending)) : before;
  if (!pending) return refused ? refusedPods(refused) : t("No pod is pending");
  return inARow(
    tn("{n} pod is pending", "{n} pods are pending", pending),
    tn("{n} cause", "{n} causes", causes.length),
  );
}

/** @param {Causes} answer @param {TriedEnd | null} tried */
function lead({ placed, pending, nodes, differences }, tried) {
  const sizes = inARow(
    tn("{n} node", "{n} nodes", nodes),
    tn("{n} running pod", "{n} running pods", boot.summary.pods - boot.summary.pending),
  );
  if (tried)
    return t("With the change; without it {n} are pending. {sizes}.", { n: integer(pending), sizes });
  const fits = h(
    "b",
    differences.placed.length > 0
      ? tn("{fit} of {n} pending pod fits now", "{fit} of {n} pending pods fit now", placed + pending, {
          fit: integer(placed),
        })
      : tn("{n} pod was placed", "{n} pods were placed", placed),
  );
  return rich(t("{fits}; {sizes}."), { fits, sizes });
}

/**
 * The causes and what was placed, as wide as their numbers of pods; what a change places is told apart.
 * @param {Causes} answer @param {TriedEnd | null} tried
 */
function summaryBar(answer, tried) {
  const { causes, placed } = tried?.causes ?? answer;
  if (!causes.length && !placed) return null;
  const gained = tried ? Math.max(placed - answer.placed, 0) : 0;
  return h(
    "ul.sum",
    causes.map((cause, i) => causePart(cause, i, !tried)),
    gained > 0 && part(gained, "sum-gained", t("placed thanks to the change")),
    placed > gained && part(placed - gained, "sum-placed", t("placed")),
  );
}

/** @param {number} count @param {string} kind @param {string} text */
const part = (count, kind, text) =>
  h(
    "li",
    { style: { flexGrow: count } },
    h("span", h("i", { class: kind }), h("b", integer(count)), " ", text),
  );

/**
 * As in the bar of its nodes: those that lack something, or those that are closed to it.
 * @param {Cause} cause
 */
const lookOf = ({ workloads: [first] }) => (first.open_nodes > 0 ? "st-open-1" : "st-closed-1");

/** @param {Cause} cause @param {number} i @param {boolean} linked to the card */
function causePart(cause, i, linked) {
  const words = [h("i", { class: lookOf(cause) }), h("b", integer(cause.pod_count)), " ", subjectOf(cause)];
  const title = headingOf(cause);
  const href = `#cause-${i + 1}`;
  return h(
    "li",
    { style: { flexGrow: cause.pod_count }, dataset: aboutCause(cause) },
    linked ? h("a", { href, title, onclick: () => open(href) }, words) : h("span", { title }, words),
  );
}

/** @param {string} card */
const open = (card) => $(`${card} > details`).setAttribute("open", "");
