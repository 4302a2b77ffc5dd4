// The timeline: actions and what happened above the lanes of the topology. Mouse and keys move along it.

import { effect } from "../../lib/atoms.js";
import { around, arrange, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { beatAt, laneKeys } from "../../model/daytwo.js";
import { rowsOf } from "./rows.js";
import { legend } from "./squares.js";
import { allLanes, goTo, laneKey, moment, timeline, url, workload } from "./state.js";
import { stepBy } from "./stepping.js";
import { columns, shownBeats } from "./view.js";
import { timedWords } from "./words.js";

/** @import { Timeline } from "../../types/engine.js" */

/** @param {HTMLElement} element */
export function mountTimeline(element) {
  const bar = h("div.dt-bar");
  const grid = h("div.dt-tl");
  const scrub = h("div.dt-scrub");
  const grip = h("span.dt-grip", { tabindex: "0", role: "slider", "aria-label": t("Moment") });
  replace(element, bar, grid);
  effect(() => {
    const table = timeline.get();
    replace(bar, table && choosers(table));
  });
  effect(() => {
    const now = columns.get();
    const all = allLanes.get();
    const table = timeline.get();
    if (!table || !now.length) return replace(grid);
    grid.style.setProperty("--dt-columns", String(now.length));
    return arrange(grid, scrub, rowsOf(table, now, all), grip);
  });
  effect(() => {
    const at = moment.get();
    const drawn = columns.get();
    const table = timeline.get();
    if (!table || !drawn.length) return;
    const index = drawn.findIndex((column) => at <= column.moment);
    grid.style.setProperty("--dt-at", String(index < 0 ? drawn.length - 1 : index));
    const all = shownBeats.get();
    grip.setAttribute("aria-valuemin", "0");
    grip.setAttribute("aria-valuemax", String(all.length - 1));
    grip.setAttribute("aria-valuenow", String(beatAt(all, at)));
    grip.setAttribute("aria-valuetext", timedWords(table.moments[at]));
  });
  grip.addEventListener("keydown", onKey);
  drag(grid);
}

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -1e9, End: 1e9 };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const by = STEPS[event.key];
  if (!by || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  event.preventDefault();
  event.stopPropagation();
  stepBy(by);
}

/** @param {HTMLElement} grid */
function drag(grid) {
  /** @param {PointerEvent} event */
  const follow = (event) => {
    const drawn = columns.get();
    const first = grid.querySelector("[data-column]")?.getBoundingClientRect();
    if (!drawn.length || !first) return;
    const index = Math.floor((event.clientX - first.left) / first.width);
    goTo(drawn[Math.max(0, Math.min(index, drawn.length - 1))].moment);
  };
  grid.addEventListener("pointerdown", (event) => {
    if (event.button || !around(event, "[data-column], .dt-grip, .dt-av")) return;
    grid.setPointerCapture(event.pointerId);
    follow(event);
  });
  grid.addEventListener("pointermove", (event) => {
    if (grid.hasPointerCapture(event.pointerId)) follow(event);
  });
}

/** @param {Timeline} table */
function choosers(table) {
  const chosen = workload.get();
  const names = table.workloads.map(({ workload: name }) => name);
  return [
    legend((chosen?.revisions.length ?? 0) > 1),
    h("span.grow"),
    names.length > 1 &&
      select(
        t("Pods of"),
        chosen?.workload ?? "all",
        [...names.map((name) => [name, name]), ["all", t("all workloads")]],
        (of) => url.write({ of }),
      ),
    select(
      t("Lanes by"),
      laneKey.get(),
      laneKeys(table).map((key) => [key, key]),
      (by) => url.write({ by }),
    ),
  ];
}

/**
 * @param {string} label @param {string} value @param {string[][]} options value and text of each
 * @param {(value: string) => void} choose
 */
function select(label, value, options, choose) {
  const element = h(
    "select.in",
    { onchange: () => choose(element.value) },
    options.map(([option, text]) => h("option", { value: option, selected: option === value }, text)),
  );
  return h("label.row.dt-select", h("span", label), element);
}
