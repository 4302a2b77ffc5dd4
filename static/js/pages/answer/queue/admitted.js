// A workload that was admitted: what Kueue saw, and beside it what the scheduler says of its pods.

import { h } from "../../../lib/dom.js";
import { decimal, integer, listOf } from "../../../lib/format.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { selectorOf } from "./domains.js";
import { givenFlavors } from "./flavors.js";
import { laneOf } from "./lane.js";
import { topologyTree } from "./tree.js";
import { nameOf } from "./words.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { AdmittedWorkload, Cause, Causes, QueueCause, TopologyPlace } from "../../../types/engine.js" */

/** The scheduler's causes of its pods. @param {AdmittedWorkload} workload @param {Causes} answer */
const causesOf = ({ job }, { causes }) =>
  causes
    .map((cause) => {
      const workloads = cause.workloads.filter((one) => `${one.kind} ${one.namespace}/${one.name}` === job);
      const count = workloads.reduce((sum, one) => sum + one.pod_count, 0);
      return { ...cause, workloads, workload_count: workloads.length, pod_count: count };
    })
    .filter(({ workloads }) => workloads.length > 0);

/** How many of its pods have no node. @param {AdmittedWorkload} workload @param {Causes} answer */
export const unboundOf = (workload, answer) =>
  causesOf(workload, answer).reduce((sum, cause) => sum + cause.pod_count, 0);

/** The names of those with no pod on a node. @param {AdmittedWorkload[]} unbound @param {Causes} answer */
export const idleAmong = (unbound, answer) =>
  new Set(
    unbound
      .filter((workload) => unboundOf(workload, answer) >= workload.pods)
      .map(({ workload }) => workload),
  );

/**
 * Which idle workloads hold the quota that those of a cause lack; "" for none.
 * @param {QueueCause} cause @param {Set<string>} idle
 */
export function idleQuota({ bars }, idle) {
  const held = bars.flatMap(({ queues, resource }) =>
    queues
      .flatMap(({ holders }) => holders)
      .filter(({ workload }) => idle.has(workload))
      .map(({ workload, job, amount }) => `${nameOf(job, workload)} (${amount.text} ${resource})`),
  );
  return listOf(held);
}

/**
 * @param {AdmittedWorkload} workload @param {Causes} answer @param {(cause: Cause) => Child} card
 * @param {number} patience seconds after which Kueue evicts a workload whose pods are not ready, 0 for never
 */
export function admittedView(workload, answer, card, patience) {
  const unbound = unboundOf(workload, answer);
  const name = nameOf(workload.job, workload.workload);
  const bound = Math.max(0, workload.pods - unbound);
  const lane = laneOf([
    { state: "passed", said: t("Kueue: admitted by {queue}", { queue: workload.cluster_queue }) },
    unbound
      ? {
          state: "failed",
          said: tn(
            "{pending} of {n} pod stays pending",
            "{pending} of {n} pods stay pending",
            workload.pods,
            {
              pending: integer(unbound),
            },
          ),
        }
      : { state: "passed", said: t("no pod is pending") },
    bound
      ? { state: "passed", said: tn("{n} pod has a node", "{n} pods have a node", bound) }
      : { state: "unreached", said: t("never bound") },
  ]);
  const view = h(
    "div.q-main.q-wide",
    h("a.q-back", { href: location.pathname }, icon("left"), t("Everything that waits")),
    h("h1", headlineOf(unbound, bound)),
    h("p.lead", rich(t("{label}: {text}"), { label: h("span.mono", name), text: quotaLine(workload) })),
    h(
      "div.q-halves",
      h(
        "div",
        workload.places.length
          ? workload.places.map((place) => topologyTree(place, workload.places.length > 1))
          : h(
              "section",
              h("h2", t("What Kueue saw")),
              h("p", t("Quota only: how much is unused, regardless of which nodes have room.")),
              givenFlavors(workload.flavors),
            ),
      ),
      h(
        "div",
        h("h2", t("What the scheduler sees")),
        put(workload),
        unbound ? causesOf(workload, answer).map(card) : h("p.soft", t("Each pod has a node.")),
        unbound > 0 && patience > 0 && h("p.soft.q-note", evictedAfter(patience)),
      ),
    ),
  );
  return { lane, view };
}

/** @param {number} unbound @param {number} bound */
function headlineOf(unbound, bound) {
  if (!unbound) return t("Admitted and bound");
  return bound ? t("Admitted, but only partly bound") : t("Admitted, but not bound");
}

/** @param {number} seconds */
const evictedAfter = (seconds) =>
  t(
    "Kueue evicts it if its pods are not ready {minutes} min after admission, and requeues it after a " +
      "backoff (waitForPodsReady).",
    { minutes: decimal(seconds / 60) },
  );

/** @param {AdmittedWorkload} workload */
const quotaLine = ({ pods, cluster_queue: queue, flavors }) =>
  t("{pods} in {queue}, of {flavors}", {
    pods: tn("{n} pod", "{n} pods", pods),
    queue,
    flavors: [...new Set(Object.values(flavors).flatMap((one) => Object.values(one)))].join(", "),
  });

/** What Kueue puts into the pods. @param {AdmittedWorkload} workload */
function put({ places }) {
  const lines = places.flatMap(selectors);
  return (
    lines.length > 0 &&
    h(
      "div.q-put",
      h("span.soft", t("added to the pods")),
      h("pre.mono", `nodeSelector:\n${lines.join("\n")}`),
    )
  );
}

/** @param {TopologyPlace} place */
const selectors = ({ levels, chosen }) =>
  chosen.flatMap((values) => selectorOf(levels, values).map(([key, value]) => `  ${key}: ${value}`));
