// A step of Kueue's cycle: the heads in their order, flavors with their sums, places, victims, the result.

import { classes, h } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { offline } from "../../../net/offline.js";
import { flavorList, givenFlavors } from "../../answer/queue/flavors.js";
import { queueList } from "../../answer/queue/around.js";
import { topologyTree } from "../../answer/queue/tree.js";
import { addressOf, nameOf } from "../../answer/queue/words.js";
import { go } from "../core/actions.js";
import { theRun } from "../core/state.js";

/** @import { Child } from "../../../lib/dom.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */
/** @import { KueueSteps } from "../../../model/log.js" */
/** @import { KueueWalk, QueueTurn } from "../../../types/engine.js" */

/** @param {Context} now */
export function kueueStage({ pointer, cycle: { kueue } }) {
  if (!kueue) return h("div.blank", h("p.soft", t("This pod has no known Kueue workload.")));
  const ids = Object.keys(kueue.steps);
  const id = ids.includes(pointer.plugin ?? "") ? (pointer.plugin ?? "") : ids[0];
  return h("div.q-walk", stepList(kueue, id), PARTS[id](kueue.walk));
}

/** @param {KueueSteps} kueue @param {string} current */
const stepList = ({ steps }, current) =>
  h(
    "ol.q-steps",
    { "aria-label": t("Kueue's cycle") },
    Object.entries(steps).map(([id, { title }], i) =>
      h(
        "li",
        h(
          "button",
          {
            "aria-current": id === current ? "step" : null,
            onclick: () => go({ point: "Kueue", plugin: id }, { push: false }),
          },
          h("span.q-nr", String(i + 1)),
          title,
        ),
      ),
    ),
  );

/** @type {Record<string, (walk: KueueWalk) => Child>} */
const PARTS = {
  Waiting: ({ untried, cluster_queue: queue }) =>
    untried &&
    untried.neighbours.length > 0 &&
    queueList({ ...untried, cluster_queue: queue }, offline ? () => null : answerOf),
  Order: ({ turns, turn_count: count }) =>
    h(
      "section",
      h("h2", t("The heads, in Kueue's order")),
      h("ol.q-list", turns.map(turnOf)),
      count > turns.length && h("p.soft", t("and {n} more", { n: integer(count - turns.length) })),
    ),
  Flavors: ({ pod_sets: podSets }) =>
    podSets.map((podSet) => podSet.flavors.length > 0 && flavorList(podSet, podSets.length > 1)),
  Topology: ({ places }) => places.map((place) => topologyTree(place, places.length > 1)),
  Victims: ({ victims }) =>
    h(
      "section",
      h("h2", t("Workloads preempted for it")),
      h(
        "ol.q-list",
        victims.map(({ job, workload, message }) =>
          h(
            "li",
            icon("x", "ic q-reject"),
            h("div", h("b.mono", nameOf(job, workload)), h("p.soft", message)),
          ),
        ),
      ),
    ),
  Admission: (walk) => [
    h(
      "section",
      h("h2", t("What the workload got")),
      walk.admitted ? givenFlavors(walk.flavors) : waits(walk),
    ),
    !offline && h("p", h("a", { href: answerOf(walk.workload) }, t("This workload in the answer"))),
  ],
};

/** @type {Record<QueueTurn["outcome"], {word: string, tone: string}>} */
const TURNS = {
  admitted: { word: t("admitted"), tone: "pass" },
  preempts: { word: t("preempts, and waits for the victims"), tone: "reject" },
  waits: { word: t("waits"), tone: "reject" },
};

/** @param {QueueTurn} turn */
function turnOf({ workload, job, cluster_queue: queue, place, priority, borrows, own, outcome }) {
  const { word, tone } = TURNS[outcome];
  const facts = [t("priority {priority}", { priority }), borrows && t("borrows from the cohort")];
  return h(
    "li",
    { class: classes(own && "me") },
    h("span.q-nr", String(place)),
    h(
      "div",
      h("b.mono", `${queue}/${nameOf(job, workload)}`),
      own && [" ", h("span.chip.accent", t("this workload"))],
      h("p.soft", facts.filter(Boolean).join(", ")),
    ),
    h(`span.chip.${tone}`, word),
  );
}

/** @param {KueueWalk} walk */
const waits = ({ message }) => h("p.q-words", message || t("Kueue writes no condition for it."));

/** @param {string} workload */
const answerOf = (workload) => `/x/${theRun().snapshot}/answer/${addressOf(workload)}`;
