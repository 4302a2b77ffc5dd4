// Result: Reserve, Permit and Bind, where the pod went, and what follows from that; or why it stays pending.

import { h } from "../../../lib/dom.js";
import { rich, t, tn } from "../../../lib/i18n.js";
import { glyph, icon } from "../../../lib/icons.js";
import { go } from "../core/actions.js";
import { isViewed } from "../core/context.js";
import { eventPanel } from "./eventpanel.js";
import { chip, headers, heading, mono, note, section } from "../../../parts/panels.js";
import { wait } from "../facts/requeue.js";
import { panelsAt } from "./page.js";

/** @import { CycleFinished, SkipReason } from "../../../types/engine.js" */
/** @import { Cycle } from "../../../model/log.js" */

/** @type {import("../core/context.js").Stage} */
export const result = {
  early: true,
  key: ({ clause, log }) => `${clause}/${Boolean(log.finished)}`,
  render(now) {
    const { cycle, data } = now;
    const { finished } = cycle;
    if (!finished) return { body: section(note(t("This cycle is still running."))) };
    if (finished.skipped)
      return {
        body: section(
          heading(t("No cycle took place"), null, chip(finished.skipped)),
          h("p.soft", SKIPPED[finished.skipped] ?? ""),
        ),
      };
    return {
      body: [
        finished.node
          ? placed(cycle.pod, finished)
          : [pending(cycle.pod, finished, Boolean(data?.size)), wait(now)],
        bindSection(cycle),
        finished.node && isViewed(now) ? panelsAt("Result", now) : null,
        !finished.node && isViewed(now) ? eventPanel(now, { open: true }) : null,
      ],
    };
  },
};

/** @type {Partial<Record<SkipReason, string>>} */
const SKIPPED = {
  Gated: t("The pod has scheduling gates: it does not enter the queue until they are removed."),
  NotFound: t("The pod was preempted before its turn."),
  AlreadyBound: t("The pod is already running."),
  NoProfile: t("No profile matches its schedulerName."),
  Terminating: t("The pod is being deleted."),
};

/** @param {string} pod @param {CycleFinished} finished */
function placed(pod, finished) {
  const ties = finished.ties ?? 1;
  return section(
    h(
      "p.big",
      icon("star", "g g-sel"),
      h("span", rich(t("{pod} runs on {node}"), { pod: mono(pod), node: h("b.mono", finished.node) })),
    ),
    ties > 1
      ? note(
          finished.likely
            ? t("One of {n} nodes with the highest total. In a quiet cluster it is {node}.", {
                n: ties,
                node: finished.likely,
              })
            : t("One of {n} nodes with the highest total: each had a chance of 1/{n}.", { n: ties }),
        )
      : null,
  );
}

/** @param {string} pod @param {CycleFinished} finished @param {boolean} canPreempt */
function pending(pod, finished, canPreempt) {
  return section(
    h(
      "p.big",
      glyph("rejected"),
      h(
        "span",
        rich(
          finished.nominated_node
            ? tn(
                "{pod} is nominated to {node} after {n} victim",
                "{pod} is nominated to {node} after {n} victims",
                finished.victims.length,
              )
            : t("{pod} stays pending"),
          { pod: mono(pod), node: h("b.mono", finished.nominated_node ?? "") },
        ),
      ),
    ),
    canPreempt
      ? h(
          "p.row",
          h(
            "button.btn",
            { onclick: () => go({ point: "Filter", plugin: null, node: null }) },
            t("See which nodes were rejected"),
          ),
        )
      : null,
  );
}

const BINDING = /** @type {const} */ (["Reserve", "Permit", "PreBind", "Bind"]);

/** @param {Cycle} cycle */
function bindSection({ points }) {
  const steps = BINDING.flatMap(
    (point) => points[point]?.plugins.map((plugin) => ({ point, ...plugin })) ?? [],
  );
  if (!steps.length) return null;
  return section(
    heading(t("Reserve to Bind")),
    h(
      "table.tbl",
      headers(t("Point"), t("Plugin"), t("Answer")),
      h(
        "tbody",
        steps.map(({ point, plugin, code }) =>
          h("tr", h("th", { scope: "row" }, point), h("td.mono", plugin), h("td", code)),
        ),
      ),
    ),
  );
}
