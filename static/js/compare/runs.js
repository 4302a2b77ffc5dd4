// The two sides, by name: what was run, under which version, and how it ended for the pod that is looked at.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { tn, t } from "../lib/i18n.js";
import { glyph } from "../lib/icons.js";
import { comparison, cycle, here, SIDES } from "./state.js";
import { endOf, sign } from "./parts.js";

/** @import { CycleOut, RunOut, SideOut } from "../types/api.js" */
/** @import { CycleFinished } from "../types/engine.js" */
/** @import { Side } from "./state.js" */

/** @param {HTMLElement} element */
export function mountRuns(element) {
  effect(
    [comparison, cycle],
    (found, known) =>
      found &&
      replace(
        element,
        SIDES.map((side) => one(side, found[side], known)),
      ),
  );
}

/** @param {Side} side @param {SideOut} run @param {CycleOut | null} known */
function one(side, { snapshot, title, kubernetes_version: version, seed, summary, run }, known) {
  const told = known ? endOf(known, side) : undefined;
  const about = [
    tn("{n} node", "{n} nodes", summary.nodes),
    tn("{n} pod", "{n} pods", summary.pods),
    `v${version}`,
    seed === null ? null : t("seed {seed}", { seed }),
  ];
  return h(
    "div",
    { class: "run" },
    sign(side),
    h(
      "div",
      { class: "grow" },
      h(
        "a",
        { class: "strong cut block", href: link(snapshot), title: t("Open this run at the same step") },
        title,
      ),
      h("p", { class: "t12 mute cut" }, about.filter(Boolean).join(", ")),
    ),
    outcome(run, told, known),
  );
}

/** @param {string} snapshot */
function link(snapshot) {
  const place = Object.entries(here()).filter(([, value]) => value !== null && value !== undefined);
  const query = new URLSearchParams(place.map(([key, value]) => [key, String(value)]));
  return `/x/${snapshot}/${place.length ? `?${query}` : ""}`;
}

/** @param {RunOut | null} run @param {CycleFinished | undefined} told @param {CycleOut | null} known */
function outcome(run, told, known) {
  if (!run || run.status === "queued" || run.status === "running")
    return h("span", { class: "chip accent" }, t("running"));
  if (!known) return null;
  if (!told) return h("span", { class: "chip" }, t("no such attempt"));
  return told.node
    ? h("span", { class: "chip pass" }, glyph("pass"), t("placed on {node}", { node: told.node }))
    : h("span", { class: "chip reject" }, glyph("rejected"), told.skipped ?? t("pending"));
}
