// The pipeline: the extension points with their counts, in order. It fills while events arrive; dragging over
// it scrubs. A segment is drawn again only when something in it changed; a step moves
// the marks.

import { nameElement } from "../../parts/name.js";
import { nodeNames } from "../core/names.js";
import { effect } from "../../lib/atoms.js";
import { $$, around, h, replace } from "../../lib/dom.js";
import { integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { go, goPoint, viewData } from "../core/actions.js";
import { breakpoints } from "../core/breakpoints.js";
import { placeOf, talliesOf } from "../../model/log.js";
import { matrixOf } from "../../model/matrix.js";
import { POINTS, stateOf, termOfPoint } from "../../model/points.js";
import { scrubbing } from "./scrub.js";
import { cluster, log, pointer, run, url, view } from "../core/state.js";
import { triedScores, weightOverrides } from "../core/trial.js";
import { named } from "../../parts/factLink.js";
import { termWord } from "../../parts/term.js";
import { open } from "../facts/trail.js";

/**
 * @import {
 *   CodeName, CycleFinished, FilterCounts, PluginRejections, TotalCounts,
 * } from "../../types/engine.js"
 */
/** @import { Child } from "../../lib/dom.js" */
/** @import { Cycle } from "../../model/log.js" */
/** @import { Pointer } from "../../model/pointer.js" */
/** @import { Point, PointId } from "../../model/points.js" */
/** @import { Scores } from "../../model/scores.js" */

/** @param {HTMLElement} element */
export function mountRail(element) {
  const segments = POINTS.map(segment);
  replace(
    element,
    segments.map((each) => each.element),
  );
  let pointShown = "";
  effect([pointer, log, view, run, breakpoints, cluster, weightOverrides], () => {
    const at = pointer.get();
    const cycle = at ? log.get().cycles[at.cycle] : null;
    for (const each of segments) each.draw(at, cycle);
    if (at?.point !== pointShown) requestAnimationFrame(() => reveal(element));
    pointShown = at?.point ?? "";
  });
  scrubbing(element);
}

/** @param {Point} point */
function segment(point) {
  const element = h("button", {
    type: "button",
    dataset: { point: point.id, term: termOfPoint(point.id) },
    onclick: (event) => element.getAttribute("aria-disabled") || press(point.id, event),
  });
  let drawnKey = "";
  /** @param {Pointer | null} at @param {Cycle | null} cycle */
  const draw = (at, cycle) => {
    const state = cycle ? stateOf(point.id, cycle) : "open";
    const on = at?.point === point.id;
    const key = [
      state,
      cycle?.index,
      Boolean(cycle?.finished),
      point.id === "Filter" && Boolean(viewData()),
      point.id === "Result" && Boolean(cluster.get()),
      breakpoints.get().map((each) => each.kind + each.name),
      TRIED[point.id] && triedScores(viewData()) ? url.state.get().weights : "",
      point.id === "Run" || point.id === "Queue" || !cycle ? progress() : "",
    ].join("/");
    if (key !== drawnKey) {
      element.className = `pt ${state}${cycle && state === "done" && unscored(point.id, cycle) ? " unrun" : ""}${isMarked(point.id) ? " brk" : ""}`;
      set(element, "aria-disabled", state === "done" ? null : "true");
      replace(
        element,
        h("b", null, termWord(termOfPoint(point.id), point.label)),
        h("span", { class: "c" }, cycle ? caption(point.id, cycle, state) : progress()),
        cycle && state === "done" ? ticks(point.id, cycle) : null,
      );
    }
    drawnKey = key;
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

/** Breakpoints that are not of one plugin stand on the point at which they stop. @param {PointId} id */
function isMarked(id) {
  const kinds = new Set(breakpoints.get().map((each) => each.kind));
  if (id === "Filter") return kinds.has("rejection") || kinds.has("node");
  return id === "Total" && (kinds.has("tie") || kinds.has("node"));
}

/** @param {PointId} id @param {Cycle} cycle @param {string} state */
function caption(id, cycle, state) {
  if (state === "open") return "…";
  if (state === "off") return missing(id, cycle);
  const tried = triedScores(viewData());
  if (tried && TRIED[id]) return TRIED[id](tried);
  return unscored(id, cycle) ? t("skipped: 1 node") : CAPTIONS[id](cycle);
}

/** What a trial changes. @type {Partial<Record<PointId, (scores: Scores) => Child>>} */
const TRIED = {
  Total: ({ nodes, total }) =>
    t("{low} to {high}, tried", { low: total(nodes[nodes.length - 1]), high: total(nodes[0]) }),
  Result: (scores) => ["→ ", nameElement(scores.name(scores.winner), nodeNames()), t(", tried")],
};

/** @param {PointId} id @param {Cycle} cycle */
function missing(id, cycle) {
  if (cycle.finished?.skipped) return t("no cycle");
  if (id === "PostFilter") return cycle.finished?.node ? t("not needed") : t("not reached");
  if (id === "Filter" && cycle.finished?.node) return t("nominated node fits");
  return t("not reached");
}

/** @param {Cycle} cycle @param {"PreFilter" | "PreScore"} id */
function prepared({ points }, id) {
  const { ran = 0, skipped = 0 } = points[id]?.counts ?? {};
  return number(t("{ran} ran · {skipped} skipped", { ran, skipped }), named("plugins", id));
}

/** @param {Cycle} cycle @param {"Score" | "NormalizeScore"} id */
const scoring = ({ points }, id) =>
  number(tn("{n} plugin", "{n} plugins", points[id]?.plugins.length ?? 0), named("plugins", id));

/** @type {Record<PointId, (cycle: Cycle) => Child>} */
const CAPTIONS = {
  Run: () => tallies(talliesOf(log.get())),
  Queue: (cycle) => [
    number(placeOf(cycle, log.get()), "key"),
    `${cycle.attempt > 1 ? t(" · attempt {attempt}", { attempt: cycle.attempt }) : ""}`,
  ],
  PreFilter: (cycle) => prepared(cycle, "PreFilter"),
  Filter: ({ points }) => points.Filter && filtered(points.Filter.counts),
  PostFilter: ({ points, finished }) =>
    finished?.nominated_node
      ? number(
          t("preempts {victims}", { victims: points.PostFilter?.counts.victims }),
          named("candidate", finished.nominated_node),
        )
      : t("preemption: no help"),
  PreScore: (cycle) => prepared(cycle, "PreScore"),
  Score: (cycle) => scoring(cycle, "Score"),
  NormalizeScore: (cycle) => scoring(cycle, "NormalizeScore"),
  Total: ({ points, finished }) => points.NormalizeScore && totals(points.NormalizeScore.counts, finished),
  Result: ({ finished }) => finished && result(finished),
};

// The number in the button of the current point opens in Why; elsewhere the button goes to its point
// first.
/** @param {Child} text @param {string | null | undefined | false} fact */
const number = (text, fact) => (fact ? h("span", { class: "opn", dataset: { opens: fact } }, text) : text);

/** @param {PointId} id @param {MouseEvent} event */
function press(id, event) {
  const [stood] = event.currentTarget instanceof Element ? $$("[data-opens]", event.currentTarget) : [];
  const fact = (event.detail ? around(event, "[data-opens]") : stood)?.dataset.opens; // by key the button stands for it
  if (fact && pointer.get()?.point === id) open(fact);
  else goPoint(id);
}

/** @param {{placed: number, waiting: number}} tallies */
const tallies = ({ placed, waiting }) =>
  t("{placed} of {all} placed", { placed: integer(placed), all: integer(placed + waiting) });

/**
 * With one node left kube-scheduler does not score; the numbers are what it would have computed.
 * @param {PointId} id @param {Cycle} cycle
 */
const unscored = (id, cycle) => SCORING.has(id) && cycle.points.Score?.counts.nodes === 1;
const SCORING = new Set(["PreScore", "Score", "NormalizeScore", "Total"]);

/** Fewer are visited than there are when the search ends early. @param {FilterCounts} counts */
function filtered({ nodes, evaluated = nodes, feasible }) {
  return [
    number(h("strong", null, `${integer(evaluated)} → ${integer(feasible)}`), "nodes"),
    evaluated < nodes ? t(" of {nodes} nodes", { nodes: integer(nodes) }) : t(" nodes"),
  ];
}

/** @param {TotalCounts} counts @param {CycleFinished | null} finished */
const totals = ({ total_min: low, total_max: high }, finished) =>
  number(
    low === high ? t("all {high}", { high }) : t("{low} to {high}", { low, high }),
    finished?.node && named("total", finished.node),
  );

/** @param {CycleFinished} finished */
function result(finished) {
  if (finished.node) return h("span", { class: "strong-ink" }, "→ ", nameElement(finished.node, nodeNames()));
  return h(
    "span",
    { class: "g-rej" },
    finished.skipped ?? (finished.nominated_node ? t("Nominated") : t("Pending")),
  );
}

/** @param {PointId} id @param {Cycle} cycle */
function ticks(id, cycle) {
  const list = tickList(id, cycle);
  if (list.length < 2) return null;
  const broken = new Set(breakpoints.get().flatMap((each) => (each.kind === "plugin" ? [each.name] : [])));
  return h(
    "span",
    { class: "ticks", "aria-hidden": "true" },
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
function tickList(id, { points }) {
  if (id === "PreFilter" || id === "PreScore")
    return (points[id]?.plugins ?? []).map(({ plugin, code }) => ({ plugin, kind: CODES[code] ?? "rej" }));
  if (id !== "Filter") return [];
  const decided = (points.Filter?.plugins ?? []).map((each) => ({
    plugin: each.plugin,
    kind: filterKind(each),
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
