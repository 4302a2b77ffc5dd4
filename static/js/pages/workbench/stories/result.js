// Result: what became of the pod.

import { integer, labelled } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";
import { mostRejecting } from "../../../model/log.js";
import { podOf } from "../../../model/story.js";
import { labelOf } from "../../../plugins/registry.js";

/** @import { CycleFinished, SkipReason } from "../../../types/engine.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { Story, StoryLine } from "../../../model/story.js" */
/** @import { Context } from "../../../plugins/descriptor.js" */

/** @param {Context} now @returns {Story | null} */
export function resultStory(now) {
  const { cycle } = now;
  const { finished } = cycle;
  if (!finished) return { heading: t("This cycle is still running") };
  if (finished.skipped) return skipped(cycle, finished.skipped);
  return finished.node ? placed(now, finished, finished.node) : pending(cycle, finished);
}

/** @type {Partial<Record<SkipReason, (pod: string) => string>>} */
const SKIPPED = {
  Gated: (pod) => t("{pod} waits for its scheduling gates to be removed", { pod }),
  NotFound: (pod) => t("{pod} was preempted before its turn", { pod }),
  AlreadyBound: (pod) => t("{pod} is already running", { pod }),
  NoProfile: (pod) => t("No profile has the schedulerName of {pod}", { pod }),
  Terminating: (pod) => t("{pod} is being deleted", { pod }),
};

/** @param {Cycle} cycle @param {SkipReason} reason @returns {Story} */
const skipped = (cycle, reason) => ({
  heading: SKIPPED[reason]?.(podOf(cycle)) ?? t("{pod} was not tried", { pod: podOf(cycle) }),
  text: [t("No cycle took place.")],
});

// ---- placed ----

const BINDING = /** @type {const} */ (["Reserve", "Permit", "PreBind", "Bind"]);

/** @param {Context} now @param {CycleFinished} finished @param {string} target @returns {Story} */
function placed({ cycle, log, data }, finished, target) {
  const next = log.cycles[cycle.index + 1];
  return {
    heading: t("{pod} runs on {node}", { pod: podOf(cycle), node: target }),
    text: [how(cycle, finished, data?.trace)],
    lines: [
      ...BINDING.flatMap((point) => bindingLine(cycle, point)),
      ...(next ? [{ label: t("next pod"), value: podOf(next) }] : []),
    ],
  };
}

/**
 * Why there, without the sums.
 * @param {Cycle} cycle @param {CycleFinished} finished
 * @param {{nominatedNodeTried?: {fits: boolean} | null, nodeHint?: string | null} | undefined} trace
 */
function how({ points }, { node: target, ties = 1, likely }, trace) {
  if (trace?.nominatedNodeTried?.fits)
    return t(
      "It was nominated to this node, which is tried first: no other is checked, and nothing is scored.",
    );
  if (trace?.nodeHint === target)
    return t(
      "An equal pod was scheduled just before and filled its node: only the next node of its list is tried.",
    );
  if (!points.NormalizeScore) return t("It was the only node that fits, so nothing was scored.");
  if (ties > 1 && likely)
    return t("{n} nodes had the highest total; in a quiet cluster it is {node}.", {
      n: integer(ties),
      node: likely,
    });
  if (ties > 1)
    return t("{n} nodes had the highest total; one was picked at random, each with probability 1/{n}.", {
      n: integer(ties),
    });
  return t("One node had the highest total, so chance played no part.");
}

/** @param {Cycle} cycle @param {(typeof BINDING)[number]} point @returns {StoryLine[]} */
function bindingLine({ points }, point) {
  const plugins = points[point]?.plugins ?? [];
  return plugins.length
    ? [
        {
          label: labelled(point, plugins.map(({ plugin }) => labelOf(plugin)).join(", ")),
          value: codes(plugins),
        },
      ]
    : [];
}

/** @param {{code: string}[]} plugins */
const codes = (plugins) => [...new Set(plugins.map(({ code }) => code))].join(", ");

// ---- pending ----

/** @param {Cycle} cycle @param {CycleFinished} finished @returns {Story} */
function pending(cycle, finished) {
  const pod = podOf(cycle);
  if (finished.nominated_node)
    return {
      heading: t("{pod} preempts on {node} and waits", { pod, node: finished.nominated_node }),
      text: [t("It is nominated to that node and tried again once the victims are gone.")],
      lines: finished.victims.map((victim) => ({ label: victim, value: t("will be evicted") })),
    };
  return {
    heading: nowhere(cycle, pod),
    text: reasons(cycle),
    lines: rejections(cycle),
  };
}

/** @param {Cycle} cycle @param {string} pod */
function nowhere({ points }, pod) {
  const nodes = points.Filter?.counts.nodes;
  if (nodes === undefined) return t("{pod} stays pending: no node was checked", { pod });
  if (!nodes) return t("{pod} stays pending: the cluster has no node", { pod });
  return tn(
    "{pod} stays pending: the only node does not fit",
    "{pod} stays pending: none of {n} nodes fits",
    nodes,
    { pod },
  );
}

/** @param {Cycle} cycle */
function reasons(cycle) {
  const plugin = mostRejecting(cycle);
  return [
    ...(plugin ? [t("{plugin} rejected most of them.", { plugin })] : []),
    ...(cycle.points.PostFilter ? [t("Preempting pods would not free enough room.")] : []),
  ];
}

/** @param {Cycle} cycle @returns {StoryLine[]} */
function rejections({ points }) {
  const counts = (points.Filter?.plugins ?? []).map(({ plugin, rejected = 0, unresolvable = 0 }) => ({
    plugin,
    nodes: rejected + unresolvable,
  }));
  return counts
    .filter(({ nodes }) => nodes)
    .map(({ plugin, nodes }) => ({
      label: t("rejected by {plugin}", { plugin }),
      value: integer(nodes),
      why: `rejected:${plugin}`,
    }));
}
