// The two sides, by name: what was run, under which version, and how it ended for the selected pod.

import { h } from "../../lib/view.js";
import { tn, t } from "../../lib/i18n.js";
import { glyph } from "../../lib/icon.js";
import { comparison, cycle, here, SIDES } from "./state.js";
import { RunName } from "../../parts/runName.js";
import { endOf, sign } from "./parts.js";

/** @import { ChangeOut, ComparisonOut, CycleOut, RunOut, SideOut } from "../../types/api.js" */
/** @import { CycleFinished } from "../../types/engine.js" */
/** @import { Side } from "./state.js" */

export function Runs() {
  const result = comparison.get();
  const comparedCycle = cycle.get();
  return result && SIDES.map((side) => one(side, result[side], changeOn(result, side), comparedCycle));
}

/**
 * Two runs of one scenario have one title: then B goes by what it changes.
 * @param {ComparisonOut} comparison @param {Side} side @returns {ChangeOut | null}
 */
const changeOn = ({ a, b, change }, side) => (side === "b" && a.title === b.title ? change : null);

/** Names the page by what B changes. */
export function nameTab() {
  const result = comparison.get();
  const name = result && changeOn(result, "b")?.name;
  if (name) document.title = [t("Compare"), name, result.b.title, "SchedScope"].join(" · ");
}

/**
 * @param {Side} side @param {SideOut} run @param {ChangeOut | null} change
 * @param {CycleOut | null} comparedCycle
 */
function one(
  side,
  { snapshot, title, kubernetes_version: version, seed, summary, run },
  change,
  comparedCycle,
) {
  const end = comparedCycle ? endOf(comparedCycle, side) : undefined;
  const about = [
    change ? title : null,
    tn("{n} node", "{n} nodes", summary.nodes),
    tn("{n} pod", "{n} pods", summary.pods),
    `v${version}`,
    seed === null ? null : t("seed {seed}", { seed }),
  ];
  return h(
    "div.run",
    sign(side),
    h(
      "div.grow",
      h(
        "a.strong.cut.block",
        { href: link(snapshot), title: t("Open this run at the same step") },
        h(RunName, { change, title }),
      ),
      h("p.t12.mute.cut", about.filter(Boolean).join(", ")),
    ),
    outcome(run, end, comparedCycle),
  );
}

/** @param {string} snapshot */
function link(snapshot) {
  const place = Object.entries(here()).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(place.map(([key, value]) => [key, String(value)]));
  return `/x/${snapshot}/${place.length ? `?${query}` : ""}`;
}

/**
 * @param {RunOut | null} run @param {CycleFinished | undefined} end
 * @param {CycleOut | null} comparedCycle
 */
function outcome(run, end, comparedCycle) {
  if (!run || run.status === "queued" || run.status === "running") return h("span.chip.accent", t("running"));
  if (!comparedCycle) return null;
  if (!end) return h("span.chip", t("not there"));
  return end.node
    ? h("span.chip.pass", glyph("pass"), t("placed on {node}", { node: end.node }))
    : h("span.chip.reject", glyph("rejected"), end.skipped ?? t("pending"));
}
