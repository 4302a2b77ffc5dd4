// The timeline: actions and what happened above the lanes of the topology. Mouse and keys move along it.

import { around } from "../../lib/dom.js";
import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { beatAt, laneKeys } from "../../model/daytwo.js";
import { rowsOf } from "./rows.js";
import { legend } from "./squares.js";
import { allLanes, goTo, laneKey, moment, timeline, url, workload } from "./state.js";
import { stepBy } from "./stepping.js";
import { columns, shownBeats } from "./view.js";
import { timedWords } from "./words.js";

/** @import { Timeline } from "../../types/engine.js" */

export const Chart = () => [h(Bar, {}), h(Grid, {})];

function Bar() {
  const table = timeline.get();
  return h("div.dt-bar", table && choosers(table));
}

function Grid() {
  const drawn = columns.get();
  const table = timeline.get();
  if (!table || !drawn.length) return h("div.dt-tl");
  const at = moment.get();
  const index = drawn.findIndex((column) => at <= column.moment);
  const all = shownBeats.get();
  return h(
    "div.dt-tl",
    {
      style: { "--dt-columns": drawn.length, "--dt-at": index < 0 ? drawn.length - 1 : index },
      onpointerdown: beginDragging,
      onpointermove: (event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event),
    },
    h("div.dt-scrub"),
    h(Rows, {}),
    h("span.dt-grip", {
      tabindex: "0",
      role: "slider",
      "aria-label": t("Moment"),
      "aria-valuemin": "0",
      "aria-valuemax": String(all.length - 1),
      "aria-valuenow": String(beatAt(all, at)),
      "aria-valuetext": timedWords(table.moments[at]),
      onkeydown: onKey,
    }),
  );
}

/** Reads nothing that changes from moment to moment. */
function Rows() {
  const table = timeline.get();
  return table && rowsOf(table, columns.get(), allLanes.get());
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

/** @typedef {PointerEvent & {currentTarget: HTMLElement}} OnGrid */

/** @param {OnGrid} event */
function beginDragging(event) {
  if (event.button || !around(event, "[data-column], .dt-grip, .dt-av")) return;
  event.currentTarget.setPointerCapture(event.pointerId);
  follow(event);
}

/** @param {OnGrid} event */
function follow({ currentTarget: grid, clientX }) {
  const drawn = columns.get();
  const first = grid.querySelector("[data-column]")?.getBoundingClientRect();
  if (!drawn.length || !first) return;
  const index = Math.floor((clientX - first.left) / first.width);
  goTo(drawn[Math.max(0, Math.min(index, drawn.length - 1))].moment);
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
const select = (label, value, options, choose) =>
  h(
    "label.row.dt-select",
    h("span", label),
    h(
      "select.in",
      { value, onchange: ({ currentTarget }) => choose(currentTarget.value) },
      options.map(([option, text]) => h("option", { value: option }, text)),
    ),
  );
