// Both runs by extension point, a line each; where they part for the first time is marked.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { t, tn } from "../lib/i18n.js";
import { at, comparison, cycle, go, placeOf, SIDES, views } from "./state.js";
import { pointName, sign } from "./parts.js";

export const COLUMNS = ["PreFilter", "Filter", "PostFilter", "Score", "NormalizeScore", "Total", "Result"];

/** @param {HTMLElement} element */
export function mountRail(element) {
  effect([comparison, cycle, views, at], (found, known, seen, place) =>
    replace(element, known ? table(known, seen, place, isFirst(found, known)) : nothing(found)),
  );
}

function nothing(found) {
  if (!found) return h("p", { class: "waiting mute", role: "status" }, t("Comparing…"));
  if (!found.finished)
    return h("p", { class: "waiting mute", role: "status" }, t("Waiting for the run to finish…"));
  return found.differing_count
    ? null
    : h(
        "p",
        { class: "waiting soft" },
        tn(
          "The one attempt went the same way on both sides.",
          "All {n} attempts went the same way on both sides.",
          found.attempts,
        ),
      );
}

const isFirst = (found, known) => found.first?.pod === known.pod && found.first?.attempt === known.attempt;

function table(known, seen, place, first) {
  const parts = known.differences[0]?.point;
  const differs = new Set(known.differences.map((each) => each.point));
  const kind = (point) => (point === parts ? "first" : differs.has(point) ? "diff" : "same");
  const cell = (side) => (point) =>
    h("td", { class: kind(point) }, summary(point, known.told[side], seen[side]));
  return h(
    "div",
    { class: "scroll", tabindex: "0" },
    h(
      "table",
      { class: "cr" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          COLUMNS.map((point) =>
            h(
              "th",
              { scope: "col", class: `${kind(point)} ${place?.point === point ? "on" : ""}` },
              h(
                "button",
                {
                  type: "button",
                  "aria-current": place?.point === point ? "step" : null,
                  onclick: () => go(landing(known, point)),
                },
                h("span", null, pointName(point)),
                point === parts ? h("em", null, first ? t("first divergence") : t("first difference")) : null,
              ),
            ),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        SIDES.map((side) => h("tr", null, h("th", { scope: "row" }, sign(side)), COLUMNS.map(cell(side)))),
      ),
    ),
  );
}

function landing(known, point) {
  const difference = known.differences.find((each) => each.point === point);
  return difference ? placeOf(difference) : { point, plugin: null, node: null };
}

// A point of one side in a few words, from its log; the domains are from the view.
function summary(point, told, view) {
  const event = (name) => told.find((each) => each.point === name);
  const finished = told.at(-1);
  if (!finished) return "–";
  if (point === "Result")
    return finished.node
      ? t("→ {node}", { node: finished.node })
      : (finished.skipped ??
          (finished.nominated_node
            ? t("makes room on {node}", { node: finished.nominated_node })
            : t("pending")));
  const found = event(point === "Total" ? "NormalizeScore" : point);
  if (!found)
    return point === "PostFilter" && event("Filter") && finished.node ? t("not needed") : t("not reached");
  return SUMMARIES[point](found, view);
}

const SUMMARIES = {
  PreFilter({ counts }, view) {
    const [constraint] = view?.spread?.filter ?? [];
    if (constraint)
      return t("{domains}, minimum {minimum}", {
        domains: tn("{n} domain", "{n} domains", constraint.domains.length),
        minimum: constraint.minimum.value,
      });
    return t("{ran} ran, {skipped} skipped", counts);
  },
  Filter: ({ counts }) => `${counts.nodes} → ${counts.feasible}`,
  PostFilter: ({ counts }) =>
    counts.victims ? tn("{n} victim", "{n} victims", counts.victims) : t("no victims"),
  Score: ({ plugins }) => tn("{n} plugin", "{n} plugins", plugins.length),
  NormalizeScore: ({ plugins }) => tn("{n} plugin", "{n} plugins", plugins.length),
  Total: ({ counts: { total_min: low, total_max: high } }) =>
    low === high ? String(low) : t("{low} to {high}", { low, high }),
};
