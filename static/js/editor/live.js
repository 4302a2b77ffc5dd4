// Running by itself: a draft that is valid and quick runs when its reader pauses.

import { atom, effect } from "../lib/atoms.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../lib/icons.js";
import { store, stored } from "../lib/stored.js";

const STORED = "editor.live";
const PAUSE_MS = 600;
const QUICK_MS = 1000; // a run that takes longer waits for its reader
const SMALL = 1500; // nodes and pods of a draft whose runs nobody has timed

/** @import { Source } from "../lib/atoms.js" */
/** @import { ScenarioSummary } from "../types/engine.js" */
/** @import { Problem } from "../lib/problems.js" */

/**
 * @typedef {object} Draft
 * @property {Source<boolean>} changed the text is not that of the last run
 * @property {Source<boolean>} running
 * @property {Source<string | null>} validated the text that `errors` and `summary` are about
 * @property {() => string} source the present text
 * @property {() => Problem[]} errors
 * @property {() => ScenarioSummary | null} summary
 * @property {() => number | null} lastRunMs how long the last run took; null if that is not known
 * @property {() => void} run
 */

/** Whether a draft is worth running without being asked. @param {Draft} draft */
export function runsByItself(draft) {
  const summary = draft.summary();
  if (!draft.changed.get() || draft.running.get()) return false;
  if (draft.validated.get() !== draft.source() || draft.errors().length) return false;
  if (!summary?.nodes || !summary.pods) return false;
  return isQuick(draft.lastRunMs(), summary);
}

/** @param {number | null} lastRunMs @param {ScenarioSummary} summary */
const isQuick = (lastRunMs, { nodes, pods }) =>
  lastRunMs === null ? nodes + pods <= SMALL : lastRunMs < QUICK_MS;

/**
 * The switch of live runs, and what starts them.
 * @param {Draft} draft
 * @returns {{control: HTMLElement, start: () => () => void}} `start` returns what stops it
 */
export function liveRuns(draft) {
  const on = atom(stored(STORED) !== "off");
  let timer = 0;
  /** @type {string | null} the text of the last attempt: one that failed is not repeated */
  let attempted = null;
  const run = () => {
    if (!runsByItself(draft) || draft.source() === attempted) return;
    attempted = draft.source();
    draft.run();
  };
  const control = h(
    "button.btn.bare.ed-live",
    {
      title: t("Run after each change, while a run takes less than a second"),
      onclick: () => on.set(!on.get()),
    },
    icon("retry"),
    t("Live"),
  );
  const start = () => {
    const off = effect(() => {
      control.setAttribute("aria-pressed", String(on.get()));
      clearTimeout(timer);
      if (on.get() && runsByItself(draft)) timer = setTimeout(run, PAUSE_MS);
    });
    const forget = on.subscribe((now) => store(STORED, now ? "on" : "off"));
    return () => {
      clearTimeout(timer);
      forget();
      off();
    };
  };
  return { control, start };
}
