// The pipeline: the extension points with their counts, in order. It is the scrubber too, and fills while events arrive.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { integer } from "../lib/format.js";
import { go, goPoint, viewData } from "./actions.js";
import { placeOf } from "./log.js";
import { matrixOf } from "./matrix.js";
import { POINTS, pointOf, stateOf } from "./points.js";
import { log, pointer, run, view } from "./state.js";

/** @param {HTMLElement} element */
export function mountRail(element) {
  effect([pointer, log, view, run], () => {
    const at = pointer.get();
    const cycle = at ? log.get().cycles[at.cycle] : null;
    const focused = element.contains(document.activeElement) ? document.activeElement?.dataset.point : null;
    replace(element, POINTS.map((point) => segment(point, cycle, at)));
    if (focused) element.querySelector(`[data-point="${focused}"]`)?.focus({ preventScroll: true });
    requestAnimationFrame(() => reveal(element));
  });
}

function segment(point, cycle, at) {
  const state = cycle ? stateOf(point.id, cycle) : "open";
  const on = at?.point === point.id;
  return h(
    "button",
    {
      type: "button",
      class: `pt ${state}${on ? " on" : ""}${cycle && state === "done" && unscored(point.id, cycle) ? " unrun" : ""}`,
      "aria-current": on ? "step" : null,
      "aria-disabled": state === "done" ? null : "true",
      dataset: { point: point.id },
      onclick: () => state === "done" && goPoint(point.id),
    },
    h("b", null, point.label),
    h("span", { class: "c" }, cycle ? caption(point.id, cycle, state) : run.get() && !log.get().finished ? "…" : " "),
    cycle && state === "done" ? ticks(point.id, cycle, at) : null,
  );
}

// On a phone the rail scrolls; the step stays in sight without moving the page.
function reveal(rail) {
  const on = rail.querySelector(".on");
  if (on && rail.scrollWidth > rail.clientWidth) rail.scrollLeft = on.offsetLeft - (rail.clientWidth - on.offsetWidth) / 2;
}

function caption(id, cycle, state) {
  if (state === "open") return "…";
  if (state === "off") return missing(id, cycle);
  return unscored(id, cycle) ? "skipped: 1 node" : CAPTIONS[id](cycle);
}

function missing(id, cycle) {
  if (cycle.finished.skipped) return "no cycle";
  if (id === "PostFilter") return cycle.finished.node ? "not needed" : "not reached";
  if (id === "Filter" && cycle.finished.node) return "nominated node fits";
  return "not reached";
}

const CAPTIONS = {
  Queue: (cycle) => `${placeOf(cycle, log.get())}${cycle.attempt > 1 ? ` · attempt ${cycle.attempt}` : ""}`,
  PreFilter: ({ points }) => `${points.PreFilter.counts.ran} ran · ${points.PreFilter.counts.skipped} skipped`,
  Filter: ({ points }) => filtered(points.Filter.counts),
  PostFilter: ({ points, finished }) =>
    finished?.nominated_node ? `preempts ${points.PostFilter.counts.victims}` : "preemption: no help",
  PreScore: ({ points }) => `${points.PreScore.counts.ran} ran · ${points.PreScore.counts.skipped} skipped`,
  Score: ({ points }) => `${points.Score.plugins.length} plugins`,
  NormalizeScore: ({ points }) => `${points.NormalizeScore.plugins.length} plugins`,
  Total: ({ points }) => totals(points.NormalizeScore.counts),
  Result: ({ finished }) => result(finished),
};

// With one node left kube-scheduler does not score; the numbers are those that it would have had.
const unscored = (id, cycle) => SCORING.has(id) && cycle.points.Score?.counts.nodes === 1;
const SCORING = new Set(["PreScore", "Score", "NormalizeScore", "Total"]);

// Fewer are looked at than there are when the search ends early.
function filtered({ nodes, evaluated = nodes, feasible }) {
  return [h("strong", null, `${integer(evaluated)} → ${integer(feasible)}`), evaluated < nodes ? ` of ${integer(nodes)} nodes` : " nodes"];
}

const totals = ({ total_min: low, total_max: high }) => (low === high ? `all ${high}` : `${low} to ${high}`);

function result(finished) {
  if (finished.node) return h("span", { class: "strong-ink" }, `→ ${finished.node}`);
  return h("span", { class: "g-rej" }, finished.skipped ?? (finished.nominated_node ? "Nominated" : "Pending"));
}

function ticks(id, cycle, at) {
  const list = tickList(id, cycle);
  if (list.length < 2) return null;
  return h(
    "span",
    { class: "ticks", "aria-hidden": "true" },
    list.map(({ plugin, kind }) =>
      h("i", {
        class: `${kind}${at?.point === id && at.plugin === plugin ? " cur" : ""}`,
        title: plugin,
        onclick: (event) => {
          event.stopPropagation();
          go({ point: id, plugin });
        },
      }),
    ),
  );
}

function tickList(id, cycle) {
  const data = id === "Filter" ? viewData() : null;
  const event = cycle.points[pointOf(id).event];
  if (data) {
    const kinds = new Map(event.plugins.map((each) => [each.plugin, filterKind(each)]));
    return matrixOf(data).ran.map((plugin) => ({ plugin, kind: kinds.get(plugin) ?? "ok" }));
  }
  if (id === "Filter") return event.plugins.map((each) => ({ plugin: each.plugin, kind: filterKind(each) }));
  if (id === "PreFilter" || id === "PreScore") return event.plugins.map((each) => ({ plugin: each.plugin, kind: CODES[each.code] ?? "rej" }));
  return [];
}

const CODES = { Success: "ok", Skip: "" };
const filterKind = ({ rejected = 0, unresolvable = 0 }) => (rejected ? "rej" : unresolvable ? "un" : "ok");
