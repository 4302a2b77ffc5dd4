// The pipeline: the extension points with their counts, in order, in slots of fixed width. It fills while
// events arrive; a click steps, dragging scrubs. A segment is drawn again only when something in it changed;
// a step moves the marks.

import { nameElement } from "../../../parts/name.js";
import { computed, effect, watch } from "../../../lib/atoms.js";
import { $$, h, replace } from "../../../lib/dom.js";
import { integer } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { go, goPoint, viewData } from "../core/actions.js";
import { breakpoints } from "../core/breakpoints.js";
import { isRolledBack } from "../../../model/gang.js";
import { placeOf, talliesOf } from "../../../model/log.js";
import { matrixOf } from "../../../model/matrix.js";
import { STOPS, opens, stateOf, termOfPoint } from "../../../model/points.js";
import { scrubbing } from "./scrub.js";
import { cluster, log, pointer, run, url } from "../core/state.js";
import { triedScores } from "../core/trial.js";
import { termWord } from "../../../parts/term.js";

/**
 * @import {
 *   CodeName, CycleFinished, FilterCounts, PluginRejections, TotalCounts,
 * } from "../../../types/engine.js"
 */
/** @import { Child } from "../../../lib/dom.js" */
/** @import { Cycle } from "../../../model/log.js" */
/** @import { Pointer } from "../../../model/pointer.js" */
/** @import { PointId, Stop } from "../../../model/points.js" */
/** @import { Scores } from "../../../model/scores.js" */

/** @param {HTMLElement} element */
export function mountRail(element) {
  const segments = STOPS.map(segment);
  replace(
    element,
    segments.map((part) => part.element),
  );
  effect(() => {
    const at = pointer.get();
    const { cycles } = log.get();
    for (const part of segments) part.draw(at, at ? cycles[at.cycle] : null);
  });
  const point = computed(() => pointer.get()?.point);
  watch([point], () => requestAnimationFrame(() => reveal(element)));
  scrubbing(element);
}

/** @param {Stop} stop */
function segment(stop) {
  const id = opens(stop);
  const element = h("button", {
    dataset: { point: stop.id, term: termOfPoint(id) },
    onclick: () => element.getAttribute("aria-disabled") || goPoint(id),
  });
  let drawnKey = "";
  /** @param {Pointer | null} at @param {Cycle | null} cycle */
  const draw = (at, cycle) => {
    const state = cycle ? stateOf(id, cycle) : "open";
    const on = at !== null && stop.points.includes(at.point);
    const key = [
      state,
      cycle?.index,
      Boolean(cycle?.finished),
      id === "Filter" && Boolean(viewData()),
      Boolean(cluster.get()), // it brings the short names
      breakpoints.get().map((breakpoint) => breakpoint.kind + breakpoint.name),
      TRIED[id] && triedScores(viewData()) ? url.state.get().weights : "",
      id === "Run" || id === "Queue" || !cycle ? progress() : "",
    ].join("/");
    if (key !== drawnKey) {
      element.className = `pt ${state}`;
      element.classList.toggle("unrun", cycle !== null && state === "done" && unscored(id, cycle));
      element.classList.toggle("undone", cycle !== null && TRIAL.has(id) && isRolledBack(cycle));
      element.classList.toggle("brk", isMarked(id));
      set(element, "aria-disabled", state === "done" ? null : "true");
      replace(
        element,
        h("b", termWord(termOfPoint(id), stop.label)),
        h("span.c", cycle ? caption(id, cycle, state) : progress()),
        cycle && state === "done" ? ticks(id, cycle) : null,
      );
    }
    drawnKey = key;
    element.hidden = (id === "Group" || id === "Kueue") && state !== "done"; // few pods have one
    element.classList.toggle("on", on);
    set(element, "aria-current", on ? "step" : null);
    for (const tick of $$(".ticks i", element)) tick.classList.toggle("cur", on && tick.title === at?.plugin);
  };
  return { element, draw };
}

/** @param {Element} element @param {string} name @param {string | null} value */
function set(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const progress = () => (run.get() && !log.get().finished ? `… ${log.get().done}` : " ").replace(/^… 0$/, "…");

/** On a phone the rail scrolls; the step stays in sight without moving the page. @param {HTMLElement} rail */
function reveal(rail) {
  const [on] = $$(".on", rail);
  if (on && rail.scrollWidth > rail.clientWidth)
    rail.scrollLeft = on.offsetLeft - (rail.clientWidth - on.offsetWidth) / 2;
}

/** What a member of a pod group comes to by itself, and loses if its group is rolled back. */
const TRIAL = new Set(["PreFilter", "Filter", "PreScore", "Score", "NormalizeScore", "Total"]);

/** Breakpoints that are not of one plugin stand on the point at which they stop. @param {PointId} id */
function isMarked(id) {
  const kinds = new Set(breakpoints.get().map((breakpoint) => breakpoint.kind));
  if (id === "Filter") return kinds.has("rejection") || kinds.has("node");
  return id === "Total" && (kinds.has("tie") || kinds.has("node"));
}

/** @param {PointId} id @param {Cycle} cycle @param {string} state */
function caption(id, cycle, state) {
  if (state === "open") return "…";
  if (state === "off") return missing(id, cycle);
  const tried = triedScores(viewData());
  if (tried && TRIED[id]) return TRIED[id](tried);
  return unscored(id, cycle) ? long(t("skipped"), t(": 1 node")) : CAPTIONS[id]?.(cycle);
}

/** What a trial changes. @type {Partial<Record<PointId, (scores: Scores) => Child>>} */
const TRIED = {
  Total: ({ nodes, total }) =>
    long(t("{low} to {high}", { low: total(nodes[nodes.length - 1]), high: total(nodes[0]) }), t(", tried")),
  Result: (scores) => long(["→ ", nameElement(scores.name(scores.winner))], t(", tried")),
};

/** A caption whose end is left out where the slot is narrow. @param {Child} text @param {Child} end */
const long = (text, end) => [text, h("span.lg", end)];

/** @param {PointId} id @param {Cycle} cycle */
function missing(id, cycle) {
  if (cycle.finished?.skipped) return t("no cycle");
  if (id === "PostFilter") return cycle.finished?.node ? t("not needed") : t("not reached");
  if (id === "Filter" && cycle.finished?.node) return long(t("nominated"), t(" node fits"));
  return ["–", h("span.vh", t("not reached"))];
}

/** @param {Cycle} cycle @param {"PreFilter" | "PreScore"} id */
function prepared({ points }, id) {
  const { ran = 0, skipped = 0 } = points[id]?.counts ?? {};
  return skipped ? t("{ran} of {all} ran", { ran, all: ran + skipped }) : t("{ran} ran", { ran });
}

/** @type {Partial<Record<PointId, (cycle: Cycle) => Child>>} */
const CAPTIONS = {
  Run: () => tallies(talliesOf(log.get())),
  Kueue: ({ kueue }) => kueue?.said,
  Queue: (cycle) => [
    placeOf(cycle, log.get()),
    cycle.attempt > 1 ? h("span.lg", t(" · attempt {attempt}", { attempt: cycle.attempt })) : null,
  ],
  Group: ({ finished }) => (finished?.gang ? nameOf(finished.gang.pod_group) : ""),
  PreFilter: (cycle) => prepared(cycle, "PreFilter"),
  Filter: ({ points }) => points.Filter && filtered(points.Filter.counts),
  PostFilter: ({ points, finished }) =>
    finished?.nominated_node
      ? t("preempts {victims}", { victims: points.PostFilter?.counts.victims })
      : t("no help"),
  PreScore: (cycle) => prepared(cycle, "PreScore"),
  Total: ({ points }) => points.NormalizeScore && totals(points.NormalizeScore.counts),
  Result: ({ finished }) => finished && result(finished),
};

/** Without the namespace. @param {string} key */
const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/** @param {{placed: number, waiting: number}} tallies */
const tallies = ({ placed, waiting }) =>
  long(t("{placed} of {all}", { placed: integer(placed), all: integer(placed + waiting) }), t(" placed"));

/**
 * With one node left kube-scheduler does not score; the numbers are what it would have computed.
 * @param {PointId} id @param {Cycle} cycle
 */
const unscored = (id, cycle) => SCORING.has(id) && cycle.points.Score?.counts.nodes === 1;
const SCORING = new Set(["PreScore", "Total"]);

/** Fewer are visited than there are when the search ends early. @param {FilterCounts} counts */
const filtered = ({ nodes, evaluated = nodes, feasible }) =>
  long(
    h("strong", `${integer(evaluated)} → ${integer(feasible)}`),
    evaluated < nodes ? t(" of {nodes}", { nodes: integer(nodes) }) : t(" nodes"),
  );

/** @param {TotalCounts} counts */
const totals = ({ total_min: low, total_max: high }) =>
  low === high ? t("all {high}", { high }) : t("{low} to {high}", { low, high });

/** @param {CycleFinished} finished */
function result(finished) {
  if (finished.node) return h("span.strong-ink", "→ ", nameElement(finished.node));
  return h("span.g-rej", finished.skipped ?? (finished.nominated_node ? t("Nominated") : t("Pending")));
}

/** @param {PointId} id @param {Cycle} cycle */
function ticks(id, cycle) {
  const list = tickList(id, cycle);
  if (list.length < 2) return null;
  const broken = new Set(
    breakpoints.get().flatMap((breakpoint) => (breakpoint.kind === "plugin" ? [breakpoint.name] : [])),
  );
  return h(
    "span.ticks",
    { "aria-hidden": "true" },
    list.map(({ plugin, kind }) =>
      h("i", {
        class: `${kind}${broken.has(plugin) ? " brk" : ""}`,
        title: plugin,
        onclick: (event) => {
          event.stopPropagation();
          go({ point: id, plugin });
        },
      }),
    ),
  );
}

/** @typedef {{plugin: string, kind: string}} Tick */

/** @param {PointId} id @param {Cycle} cycle @returns {Tick[]} */
function tickList(id, { points, kueue }) {
  if (id === "Kueue") return Object.keys(kueue?.steps ?? {}).map((plugin) => ({ plugin, kind: "ok" }));
  if (id === "PreFilter" || id === "PreScore")
    return (points[id]?.plugins ?? []).map(({ plugin, code }) => ({ plugin, kind: CODES[code] ?? "rej" }));
  if (id !== "Filter") return [];
  const decided = (points.Filter?.plugins ?? []).map((plugin) => ({
    plugin: plugin.plugin,
    kind: filterKind(plugin),
  }));
  const data = viewData();
  if (!data) return decided;
  const kinds = new Map(decided.map(({ plugin, kind }) => [plugin, kind]));
  return matrixOf(data).ran.map((plugin) => ({ plugin, kind: kinds.get(plugin) ?? "ok" }));
}

/** @type {Partial<Record<CodeName, string>>} */
const CODES = { Success: "ok", Skip: "" };

/** @param {PluginRejections} counts */
const filterKind = ({ rejected = 0, unresolvable = 0 }) => (rejected ? "rej" : unresolvable ? "un" : "ok");
