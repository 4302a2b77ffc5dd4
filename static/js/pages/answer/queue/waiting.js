// A workload that is not admitted: why, with every sum.

import { h } from "../../../lib/dom.js";
import { inClauses } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { trialStrip } from "../../whatif/strip.js";
import { queueList, victimList } from "./around.js";
import { cohortFigure } from "./bars.js";
import { cureList } from "./cures.js";
import { flavorList } from "./flavors.js";
import { laneOf } from "./lane.js";
import { cutMessage } from "./parts.js";
import { topologyTree } from "./tree.js";
import { WAITS_FOR, headline, nameOf } from "./words.js";

/** @import { QueueCauseKind, WaitingWorkload } from "../../../types/engine.js" */

/** @param {WaitingWorkload} workload @param {string} run the id of the run */
export function waitingView(workload, run) {
  const title = headline("causes", workload.cause);
  const [first, ...others] = workload.bars;
  const holders = workload.cause.operands.holders ?? "";
  const lane = laneOf([
    { state: "waits", said: WAITS_FOR[/** @type {QueueCauseKind} */ (workload.cause.kind)] },
    { state: "unreached", said: t("no pods yet: it is suspended") },
    { state: "unreached", said: t("not reached") },
  ]);
  const view = [
    h(
      "div.q-main",
      h("a.q-back", { href: location.pathname }, icon("left"), t("Everything that waits")),
      h(
        "div.q-title",
        h(
          "div",
          h("h1", title),
          h(
            "p.lead",
            rich(t("{label}: {text}"), {
              label: h("span.mono", nameOf(workload.job, workload.workload)),
              text: lead(workload),
            }),
          ),
        ),
        h("a.btn.primary", { href: "#changes" }, icon("arrow"), t("What would it take")),
      ),
      trialStrip(),
      first && cohortFigure(first, { holders }),
      workload.places.map((place) => topologyTree(place, workload.places.length > 1)),
      workload.pod_sets.map(
        (podSet) => podSet.flavors.length > 0 && flavorList(podSet, workload.pod_sets.length > 1),
      ),
      words(workload),
      workload.notes.map((note) => h("p.soft.q-note", headline("notes", note))),
      others.length > 0 &&
        h(
          "details.fold",
          h("summary", t("Quota of the other flavors")),
          others.map((bars) => cohortFigure(bars)),
        ),
    ),
    h(
      "aside.q-side",
      { "aria-label": t("Context") },
      workload.neighbours.length > 0 && queueList(workload),
      workload.preemption && victimList(workload.preemption),
      cureList(run, workload.workload),
    ),
  ];
  return { lane, view, title };
}

/** "4 pods × 8 cpu = 32, in queue ml-a. No node was asked." @param {WaitingWorkload} workload */
function lead({ pod_sets: podSets, queue }) {
  const pods = podSets.map(({ count, requests }) => {
    const amounts = Object.entries(requests).map(([name, { text }]) => `${text} ${name}`);
    return `${tn("{n} pod", "{n} pods", count)} × ${amounts.join(" + ") || "0"}`;
  });
  return t("{pods}, in queue {queue}. Kueue does not check nodes for this.", {
    pods: inClauses(...pods),
    queue,
  });
}

/** Kueue's own message, with the part that decides in bold. @param {WaitingWorkload} workload */
function words({ message, message_now: now, pod_sets: podSets }) {
  const text = message || now;
  if (!text) return null;
  const deciding = podSets.flatMap(({ flavors }) =>
    flavors.filter(({ decides }) => decides).flatMap(({ reasons }) => reasons),
  );
  return h(
    "section",
    h("h2", t("Kueue's message")),
    h(
      "p.q-words",
      cutMessage(text, deciding).map(({ text: part, decides }) => (decides ? h("b", part) : part)),
    ),
    !message && h("p.soft", t("Kueue writes no condition for it; it would say this.")),
  );
}
