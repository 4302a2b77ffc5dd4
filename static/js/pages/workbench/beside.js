// What stands beside the steps of a run and is not of the scheduler: Kueue's cycle, captions and notes.

import { $ } from "../../lib/dom.js";
import { offline } from "../../net/offline.js";
import { mountTold } from "../learn/told.js";
import { mountNotes } from "../notes/notes.js";
import { followKueue } from "./kueue/follow.js";
import { boot, scenario, theRun, url } from "./core/state.js";

/** @param {string} run @param {string} opened the query with which the page was opened */
export function mountBeside(run, opened) {
  const { snapshot } = theRun();
  const still = boot.still ?? null;
  if (!still || offline) mountNotes($("#stepper"), { snapshot, at: url.state, go }).catch(reportError);
  Object.assign($(".run-top").dataset, { run, snapshot }); // a draft has other ones after each run
  if (isQueued()) followKueue();
  if (isTold()) mountTold($(".foot"), { run, snapshot, still, opened, go }).catch(reportError);
}

const isTold = () =>
  boot.snapshot
    ? Boolean(boot.snapshot.summary.lesson)
    : /^\s*"?lesson"?\s*:/m.test(scenario.get()?.source ?? "");

const isQueued = () =>
  boot.snapshot ? boot.snapshot.summary.queued : scenario.get()?.source?.includes("kueue.x-k8s.io/");

const STEP = { pod: null, attempt: null, point: null, plugin: null, node: null, show: null, why: null };

/** @param {Record<string, string>} step */
const go = (step) => url.write({ ...STEP, ...step });
