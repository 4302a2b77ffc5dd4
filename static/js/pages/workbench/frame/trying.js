// The one banner while weights are tried: what is tried, what comes of it, Reset, Keep as a copy.

import { effect } from "../../../lib/atoms.js";
import { h, replace } from "../../../lib/dom.js";
import { rich, t } from "../../../lib/i18n.js";
import { later } from "../../../lib/later.js";
import { toast } from "../../../lib/toast.js";
import { messageOf } from "../../../net/api.js";
import { nameElement } from "../../../parts/name.js";
import { current, viewData } from "../core/actions.js";
import { boot, run, theSnapshot } from "../core/state.js";
import { overridesFor, resetTrial, triedScores, weightOverrides } from "../core/trial.js";

/** @import { Scores } from "../../../model/scores.js" */

const keepWeights = later(async () => (await import("../editing/keepWeights.js")).keepWeights);

/** @param {HTMLElement} panes the banner stands above them */
export function mountTrying(panes) {
  const words = h("span.grow", { role: "status" });
  const keep = h(
    "button.btn.small.primary",
    { onclick: keepThem, hidden: Boolean(boot.still) },
    t("Keep as a copy"),
  );
  const banner = h(
    "section.trying",
    { "aria-label": t("Weights that are tried"), hidden: true },
    words,
    h("button.btn.small", { onclick: resetTrial }, t("Reset")),
    keep,
  );
  panes.prepend(banner);
  effect(() => {
    const overrides = weightOverrides.get();
    banner.hidden = !overrides.size;
    if (banner.hidden) return;
    const scores = triedScores(viewData());
    replace(words, h("b", t("Trying:")), " ", scores ? outcome(scores) : withoutEffect(overrides));
  });
}

/** @param {Scores} scores */
function outcome(scores) {
  const weights = [...overridesFor(scores)]
    .map(([plugin, weight]) =>
      t("{plugin} ×{weight}, was ×{from}", { plugin, weight, from: scores.profileWeight(plugin) }),
    )
    .join("; ");
  /** @param {number} node */
  const name = (node) => nameElement(scores.name(node));
  const { winner, profileWinner, nodes, total, best } = scores;
  const gap = nodes.length > 1 ? total(nodes[0]) - total(nodes[1]) : 0;
  const values = { weights: h("b", weights), node: name(winner), other: name(profileWinner), gap };
  const sentence =
    best.length > 1
      ? t("{weights} → {n} nodes share the highest total.", { n: best.length })
      : winner === profileWinner
        ? t("{weights} → {node} stays first.")
        : t("{weights} → {node} wins by {gap} instead of {other}.");
  return [
    rich(sentence, values),
    " ",
    h("span.soft", t("Every pane shows this trial, which is not kube-scheduler's result.")),
  ];
}

/** @param {Map<string, number>} overrides */
const withoutEffect = (overrides) =>
  t("{weights}. This changes nothing for this pod.", {
    weights: [...overrides].map(([plugin, weight]) => `${plugin} ×${weight}`).join("; "),
  });

async function keepThem() {
  const profile = current()?.started?.profile ?? "default-scheduler";
  try {
    await keepWeights(run.get()?.snapshot ?? theSnapshot().id, profile, weightOverrides.get());
  } catch (error) {
    toast(messageOf(error));
  }
}
