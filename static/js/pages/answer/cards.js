// A cause as a card: who, what is short, the nearest nodes, why each node refuses, the way into the steps.

import { h } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { rich, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { briefRepairs } from "../whatif/brief.js";
import { nearestNodes, partsFigure, selectorFigure, shortages, spreadFigure } from "./figures.js";
import { aboutCause } from "./lighting.js";
import { stepsOf } from "./links.js";
import { headingOf } from "./words.js";

/** @import { Cause, PendingWorkload, PodGroup } from "../../types/engine.js" */

const OPEN = 2; // causes that are open at first

/** @param {Cause} cause @param {number} i @param {string} run the id of the run */
export function causeCard(cause, i, run) {
  const [first] = cause.workloads;
  const repairs = h("div");
  const search = () => {
    // The first of them: a repair of the workload may have room for one pod alone.
    const pod = `${first.namespace}/${first.pods[0]}`;
    if (!repairs.childNodes.length)
      repairs.append(briefRepairs({ run, pod, nodes: first.nodes, page: "../repairs/", shown: true }));
  };
  if (i < OPEN) search();
  return h(
    "article.cause",
    { id: `cause-${i + 1}` },
    h(
      "details",
      { open: i < OPEN, ontoggle: (event) => isOpen(event) && search() },
      h(
        "summary",
        first.open_nodes > 0
          ? h("span.chip.reject", icon("rej", "g g-rej"), tn("{n} pod", "{n} pods", cause.pod_count))
          : h("span.chip.unres", icon("unres", "g g-unres"), tn("{n} pod", "{n} pods", cause.pod_count)),
        h(
          "span.cause-t",
          h("h2", { dataset: aboutCause(cause) }, headingOf(cause)),
          h("span.soft", h("span.mono", workloadName(first)), others(cause)),
        ),
      ),
      cause.workloads.map((workload) => workloadPart(workload, cause.workloads.length > 1)),
      repairs,
      cause.workload_count > cause.workloads.length &&
        h(
          "p.soft",
          tn(
            "and {n} more workload",
            "and {n} more workloads",
            cause.workload_count - cause.workloads.length,
          ),
        ),
    ),
    h(
      "a.btn.steps",
      { href: stepsOf(first.pod, first.attempt) },
      icon("arrow"),
      t("Step through"),
      h("span.vh", ` ${first.pod}`),
    ),
  );
}

/** @param {Event} event of the card, or of a part of it that folds too */
const isOpen = ({ target, currentTarget }) =>
  target === currentTarget && target instanceof HTMLDetailsElement && target.open;

/** @param {PodGroup} group */
const workloadName = ({ namespace, name }) => `${namespace}/${name}`;

/** @param {Cause} cause */
function others({ workloads: [first], workload_count: count }) {
  if (count > 1) return tn(" and {n} more workload", " and {n} more workloads", count - 1);
  return first.kind === "Pod" && first.pod_count > 1
    ? tn(" and {n} pod like it", " and {n} pods like it", first.pod_count - 1)
    : "";
}

/** @param {PendingWorkload} workload @param {boolean} named several share the card */
const workloadPart = (workload, named) =>
  h(
    "div.wl",
    named && h("h3.wl-h", h("span.mono", workloadName(workload))),
    h("div.wl-say", groupLine(workload), shortages(workload)),
    workload.spread.map(spreadFigure),
    workload.selectors.map(selectorFigure),
    nearestNodes(workload),
    partsFigure(workload),
    h(
      "div.folds",
      podList(workload),
      h("details.fold", h("summary", t("The scheduler's message")), h("p.mono.words", workload.message)),
    ),
  );

/** The pod group that it was tried with, and the way to its cycle. @param {PendingWorkload} workload */
const groupLine = ({ pod_group: group, pod, attempt }) =>
  group
    ? h(
        "p",
        rich(t("A member of pod group {group}, which is placed as a whole or not at all."), {
          group: h("b.mono", group),
        }),
        " ",
        h("a", { href: stepsOf(pod, attempt, "Group") }, t("See which member fails the group")),
      )
    : null;

/** The pods of a workload, each a link to its steps. @param {PendingWorkload} workload */
function podList({ namespace, pods, pod_count: count }) {
  return h(
    "details.fold",
    h("summary", tn("{n} pod", "{n} pods", count)),
    h(
      "ul.pods",
      pods.map((pod) => h("li", h("a.mono", { href: stepsOf(`${namespace}/${pod}`) }, pod))),
      count > pods.length && h("li.soft", t("and {n} more", { n: integer(count - pods.length) })),
    ),
  );
}
