// The pods of the run in scheduling order, each with its outcome; a window around the current one.

import { nameElement } from "../../../parts/name.js";
import { effect } from "../../../lib/atoms.js";
import { classes, $$, h, replace } from "../../../lib/dom.js";
import { labelled } from "../../../lib/format.js";
import { t } from "../../../lib/i18n.js";
import { glyph } from "../../../lib/icons.js";
import { goCycle, viewData } from "../core/actions.js";
import { breakpoints, hasStop } from "../core/breakpoints.js";
import { beforeMark, beforeText, changeOf } from "../facts/before.js";
import { hostLength } from "../../../model/names.js";
import { outcome } from "../../../model/narrate.js";
import { changedPods } from "../core/runChange.js";
import { cluster, log, pointer } from "../core/state.js";
import { triedScores } from "../core/trial.js";

/** @import { CycleFinished } from "../../../types/engine.js" */
/** @import { Cycle } from "../../../model/log.js" */

const LEAST_WIDTH = 112; // pixels: room for an owner and a last part
const MOST_WIDTH = 200;
const LETTER = 7.7;

/** @param {HTMLElement} element */
export function mountTimeline(element) {
  let width = element.clientWidth;
  /** @type {unknown[]} */
  let drawnFor = [];
  const draw = () => {
    const at = pointer.get();
    const tried = triedWinner();
    // A step within a cycle changes none of these.
    const now = [at?.cycle, log.get(), width, breakpoints.get(), cluster.get(), tried, changedPods.get()];
    if (now.every((input, i) => input === drawnFor[i]) && drawnFor.length) return;
    drawnFor = now;
    const { cycles } = log.get();
    if (!at) return replace(element);
    const count = Math.max(3, Math.floor(width / widthOf(cycles, at.cycle, Math.floor(width / LEAST_WIDTH))));
    const from = Math.max(0, Math.min(at.cycle - Math.floor(count / 2), cycles.length - count));
    const focused = element.contains(document.activeElement);
    replace(
      element,
      cycles.slice(from, from + count).map((cycle) => item(cycle, at.cycle, tried)),
    );
    if (focused) $$(".cur", element)[0]?.focus({ preventScroll: true });
  };
  effect(draw);
  new ResizeObserver(([entry]) => {
    width = entry.contentRect.width;
    draw();
  }).observe(element);
}

/**
 * How wide a pod must be so that the names around the current one, which differ at their ends, are whole.
 * @param {Cycle[]} cycles @param {number} current @param {number} most pods that are shown
 */
function widthOf(cycles, current, most) {
  const around = cycles.slice(Math.max(0, current - most), current + most);
  const lengths = around.flatMap(({ pod, finished }) => [
    hostLength(pod),
    finished?.node ? hostLength(finished.node) + 2 : 0, // behind an arrow
  ]);
  const longest = Math.max(0, ...lengths);
  return Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, 16 + longest * LETTER));
}

/** The node that the weights that are tried would give the current pod, or null. */
function triedWinner() {
  const scores = triedScores(viewData());
  return scores && scores.name(scores.winner);
}

/** @param {Cycle} cycle @param {number} current @param {string | null} tried */
function item(cycle, current, tried) {
  const { finished } = cycle;
  const isCurrent = cycle.index === current;
  const pending = Boolean(finished && !finished.node && !finished.skipped);
  const change = changeOf(cycle, log.get());
  return h(
    "button",
    {
      class: classes(
        pending && "pend",
        isCurrent && "cur",
        cycle.index > current && "after",
        hasStop(cycle) && "brk",
      ),
      "aria-current": isCurrent ? "true" : null,
      title: cycle.pod,
      dataset: { pod: cycle.pod },
      onclick: () => goCycle(cycle.index),
    },
    h("b", nameElement(cycle.pod), cycle.attempt > 1 ? `×${cycle.attempt}` : null),
    h(
      "span",
      change ? beforeMark(change) : null,
      isCurrent && tried ? ["→ ", nameElement(tried), t(", tried")] : short(finished),
    ),
    h("span.vh", ", ", inFull(cycle, change && beforeText(change))),
  );
}

/** @param {Cycle} cycle @param {string | null | undefined} before */
function inFull(cycle, before) {
  const { pod, attempt, finished } = cycle;
  return labelled(
    attempt > 1 ? t("{pod}, attempt {attempt}", { pod, attempt }) : pod,
    [outcome(finished), before].filter(Boolean).join(", "),
  );
}

/** @param {CycleFinished | null} finished */
function short(finished) {
  if (!finished) return "…";
  if (finished.node) return ["→ ", nameElement(finished.node)];
  if (finished.skipped) return finished.skipped;
  return [glyph("rejected"), finished.nominated_node ? t("nominated") : t("pending")];
}
