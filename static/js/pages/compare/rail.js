// Both runs by extension point, a line each; their first difference is marked.

import { h } from "../../lib/view.js";
import { t, tn } from "../../lib/i18n.js";
import { at, comparison, cycle, failure, go, placeOf, SIDES, views } from "./state.js";
import { pointName, sign } from "./parts.js";

/** @import { ComparisonOut, CycleOut } from "../../types/api.js" */
/** @import { PointFinished } from "../../types/engine.js" */
/** @import { Child } from "../../lib/view.js" */
/** @import { CycleView } from "../../model/cycleview.js" */
/** @import { PointId } from "../../model/points.js" */
/** @import { Place, Side, Views } from "./state.js" */

/** @type {PointId[]} */
const COLUMNS = ["PreFilter", "Filter", "PostFilter", "Score", "NormalizeScore", "Total", "Result"];

export function Rail() {
  const result = comparison.get();
  const comparedCycle = cycle.get();
  return comparedCycle
    ? table(comparedCycle, views.get(), at.get(), isFirst(result, comparedCycle))
    : nothing(result);
}

/** @param {ComparisonOut | null} result */
function nothing(result) {
  if (failure.get()) return null;
  if (!result) return h("p.waiting.mute", { role: "status" }, t("Comparing…"));
  if (!result.finished) return h("p.waiting.mute", { role: "status" }, t("Waiting for the run to finish…"));
  return result.differing_count
    ? null
    : h(
        "p.waiting.soft",
        tn(
          "The only attempt had the same result on both sides.",
          "All {n} attempts had the same result on both sides.",
          result.attempts,
        ),
      );
}

/** @param {ComparisonOut | null} result @param {CycleOut}comparedCycle */
const isFirst = (result, comparedCycle) =>
  result?.first?.pod === comparedCycle.pod && result?.first?.attempt === comparedCycle.attempt;

/**
 * @param {CycleOut} comparedCycle @param {Views} sideViews @param {Place | null} place
 * @param {boolean} first
 */
function table(comparedCycle, sideViews, place, first) {
  const parts = comparedCycle.differences[0]?.point;
  const differs = new Set(comparedCycle.differences.map((difference) => difference.point));
  /** @param {PointId} point */
  const kind = (point) => (point === parts ? "first" : differs.has(point) ? "diff" : "same");
  /** @param {Side} side @returns {(point: PointId) => Child} */
  const cell = (side) => (point) =>
    h("td", { class: kind(point) }, summary(point, comparedCycle.events[side], sideViews[side]));
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table.cr",
      h(
        "thead",
        h(
          "tr",
          h("td"),
          COLUMNS.map((point) =>
            h(
              "th",
              { scope: "col", class: `${kind(point)} ${place?.point === point ? "on" : ""}` },
              h(
                "button",
                {
                  "aria-current": place?.point === point ? "step" : null,
                  onclick: () => go(landing(comparedCycle, point)),
                },
                h("span", pointName(point)),
                point === parts ? h("em", first ? t("first divergence") : t("first difference")) : null,
              ),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        SIDES.map((side) => h("tr", h("th", { scope: "row" }, sign(side)), COLUMNS.map(cell(side)))),
      ),
    ),
  );
}

/** @param {CycleOut} comparedCycle @param {PointId} point */
function landing(comparedCycle, point) {
  const difference = comparedCycle.differences.find((candidate) => candidate.point === point);
  return difference ? placeOf(difference) : { point, plugin: null, node: null };
}

/**
 * A point of one side in a few words, from its log; the domains are from the view.
 * @param {PointId} point @param {CycleOut["events"]["a"]} events @param {CycleView | null} view
 */
function summary(point, events, view) {
  const finished = events.findLast((event) => event.kind === "cycle.finished");
  if (!finished) return "–";
  if (point === "Result")
    return finished.node
      ? t("→ {node}", { node: finished.node })
      : (finished.skipped ??
          (finished.nominated_node
            ? t("preempts on {node}", { node: finished.nominated_node })
            : t("pending")));
  const points = events.filter((event) => event.kind === "point.finished");
  const event = points.find(
    (candidate) => candidate.point === (point === "Total" ? "NormalizeScore" : point),
  );
  if (event) return point === "Total" ? totals(event) : during(event, view);
  const filtered = points.some((candidate) => candidate.point === "Filter");
  return point === "PostFilter" && filtered && finished.node ? t("not needed") : t("not reached");
}

/** @param {PointFinished} event @param {CycleView | null} view */
function during(event, view) {
  switch (event.point) {
    case "PreFilter": {
      const [constraint] = view?.spread?.filter ?? [];
      const { ran, skipped } = event.counts;
      if (!constraint) return t("{ran} ran, {skipped} skipped", { ran, skipped });
      return t("{domains}, minimum {minimum}", {
        domains: tn("{n} domain", "{n} domains", constraint.domains.length),
        minimum: constraint.minimum.value,
      });
    }
    case "Filter":
      return `${event.counts.nodes} → ${event.counts.feasible}`;
    case "PostFilter":
      return event.counts.victims ? tn("{n} victim", "{n} victims", event.counts.victims) : t("no victims");
    default:
      return tn("{n} plugin", "{n} plugins", event.plugins.length);
  }
}

/** @param {PointFinished} event */
function totals(event) {
  if (event.point !== "NormalizeScore") return "";
  const { total_min: low, total_max: high } = event.counts;
  return low === high ? String(low) : t("{low} to {high}", { low, high });
}
