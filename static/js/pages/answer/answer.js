// The answer of a run: its pending pods by cause. While it runs, how far it is.

import { $, bootData, h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { problemList } from "../../lib/problems.js";
import { Cluster } from "../../model/cluster.js";
import { Families } from "../../model/families.js";
import { kindsIn } from "../../model/nodekinds.js";
import { ApiError, get } from "../../net/api.js";
import { follow, isUnfinished } from "../../net/question.js";
import { PodNames } from "../../model/podnames.js";
import { spellNames } from "../../parts/name.js";
import { admissionParts, countsOf, isEmpty } from "../../parts/admission.js";
import { briefWholeRun } from "../whatif/briefrun.js";
import { causeCard } from "./cards.js";
import { gauges } from "./gauges.js";
import { differencesNote } from "./differences.js";
import { headingOf, subjectOf } from "./words.js";

/** @import { AdmissionReport, Causes, NodesOverview, ScenarioSummary } from "../../types/engine.js" */
/** @import { Names } from "../../model/names.js" */
/** @import { RunOut } from "../../types/api.js" */

const boot = /** @type {{run: RunOut, summary: ScenarioSummary}} */ (bootData());
const page = $("#answer");

const bar = h("progress", { max: Math.max(boot.summary.pending, 1), "aria-labelledby": "progress-text" });
const progressText = h("p.soft", { id: "progress-text" });

follow(
  async () => boot.run,
  ({ id }) => get(`/runs/${id}`),
  { take: (run) => (isUnfinished(run) ? showProgress(run) : show(run)), fail: (error) => tell(error) },
);

/** @param {RunOut} run that is over */
async function show(run) {
  try {
    if (run.status === "failed") return refuse([{ path: "", message: run.error ?? t("The run failed.") }]);
    const [answer, overview, admission] = await Promise.all([
      get(`/runs/${run.id}/causes`),
      get(`/runs/${run.id}/overview`),
      get(`/runs/${run.id}/admission`),
    ]);
    const nodes = new Families(kindsIn(overview.nodes));
    const pods = podsOf(answer);
    spellNames(() => [nodes, pods]);
    render(answer, nodes, admission);
    await showCluster(run, overview.nodes);
  } catch (error) {
    tell(error);
  }
}

/** @param {unknown} error of the server; anything else is a fault */
function tell(error) {
  if (!(error instanceof ApiError)) throw error;
  refuse(error.errors);
}

/** The nodes beside the causes. @param {RunOut} run @param {NodesOverview} nodes */
async function showCluster(run, nodes) {
  const side = $("#cluster");
  replace(side, gauges(new Cluster(await get(`/runs/${run.id}/cluster`)), nodes));
  side.hidden = false;
}

/** How far the run is. @param {RunOut} run */
function showProgress({ placed, pending }) {
  if (!bar.isConnected) replace(page, h("div.running", h("h1", t("Running…")), bar, progressText));
  bar.value = placed + pending;
  progressText.textContent = t("{done} of {all} pods, {n} nodes", {
    done: integer(placed + pending),
    all: integer(boot.summary.pending),
    n: integer(boot.summary.nodes),
  });
}

/** @param {import("../../lib/problems.js").Problem[]} errors */
function refuse(errors) {
  replace(page, h("h1", t("There is no answer")), problemList(errors));
}

/** What shortens the names of the pods that the causes name. @param {Causes} answer */
const podsOf = ({ causes }) =>
  new PodNames(
    causes.flatMap(({ workloads }) =>
      workloads.flatMap(({ namespace, pods }) => pods.map((pod) => `${namespace}/${pod}`)),
    ),
  );

/** @param {Causes} answer @param {Names} nodes @param {AdmissionReport} admission */
function render(answer, nodes, admission) {
  document.title = `${headline(answer)} · SchedScope`;
  replace(
    page,
    h("h1", headline(answer)),
    h("p.lead", lead(answer)),
    answer.pending > 1 &&
      h("p", briefWholeRun({ run: boot.run.id, nodes: boot.summary.nodes, page: "../repairs/" })),
    answer.causes.length > 0 && summaryBar(answer),
    answer.causes.map((cause, i) => causeCard(cause, i, nodes, boot.run.id)),
    differencesNote(answer.differences),
    admissionNote(admission),
  );
}

/** What was filled in before the run; open if pods would not exist. @param {AdmissionReport} report */
const admissionNote = (report) =>
  isEmpty(report)
    ? null
    : h(
        "details.admission",
        { open: report.refused.length > 0 },
        h("summary", t("Filled in before scheduling"), ": ", countsOf(report)),
        admissionParts(report),
      );

/** "16 pending, 4 causes" @param {Causes} answer */
function headline({ pending, causes }) {
  if (!pending) return t("No pod is pending");
  return `${tn("{n} pending", "{n} pending", pending)}, ${tn("{n} cause", "{n} causes", causes.length)}`;
}

/** @param {Causes} answer */
const lead = ({ placed, nodes }) =>
  t("{placed}; {nodes}, {running}.", {
    placed: tn("{n} pod was placed", "{n} pods were placed", placed),
    nodes: tn("{n} node", "{n} nodes", nodes),
    running: tn("{n} running pod", "{n} running pods", boot.summary.pods - boot.summary.pending),
  });

/** The causes and what was placed, as wide as their numbers of pods. @param {Causes} answer */
const summaryBar = ({ causes, placed }) =>
  h(
    "ul.sum",
    causes.map((cause, i) =>
      h(
        "li",
        { style: { flexGrow: cause.pod_count } },
        h(
          "a",
          { href: `#cause-${i + 1}`, title: headingOf(cause), onclick: () => open(`#cause-${i + 1}`) },
          h("i", { class: `sum-${(i % 3) + 1}` }),
          h("b", integer(cause.pod_count)),
          " ",
          subjectOf(cause),
        ),
      ),
    ),
    placed > 0 &&
      h(
        "li",
        { style: { flexGrow: placed } },
        h("span", h("i.sum-placed"), h("b", integer(placed)), " ", t("placed")),
      ),
  );

/** @param {string} card */
const open = (card) => $(`${card} > details`).setAttribute("open", "");
