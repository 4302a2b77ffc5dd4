// The head of a lesson: its progress, the scheduler's stage that it is about, its step in the workbench.

import { $, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { lesson, moment, moments, number, settingsQuery } from "./state.js";

// The stages of the rail, by the workbench's names for them.
const STAGES = {
  Queue: "Queue",
  PreFilter: "PreFilter",
  Filter: "Filter",
  PostFilter: "PostFilter",
  Score: "Score",
  NormalizeScore: "Normalize",
  Total: "Total",
  Result: "Bind",
};

/** The header and the rail. */
export function showHead() {
  replace(
    $("#moments"),
    h(
      "span.dots",
      { "aria-hidden": "true" },
      moments.map((_, index) => h("i", { class: dot(index + 1) })),
    ),
    h("span.soft", t("{n} of {total}", { n: number(), total: moments.length })),
  );
  replace(
    $("#stages"),
    Object.entries(STAGES).map(([point, name]) =>
      h("li", { "aria-current": point === moment().point ? "step" : null }, name),
    ),
  );
  const step = $("#step", document, HTMLAnchorElement);
  step.hidden = !moment().step;
  step.href = `/learn/${lesson.slug}/moments/${number()}/?${settingsQuery()}`;
}

/** @param {number} each */
const dot = (each) => (each === number() ? "c" : each < number() ? "d" : "");
