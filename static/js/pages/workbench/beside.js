// What stands beside the steps of a run and is not of the engine: captions.

import { $ } from "../../lib/dom.js";
import { mountTold } from "../learn/told.js";
import { boot, scenario, url } from "./core/state.js";

/** @param {string} run */
export function mountBeside(run) {
  if (isTold()) mountTold($(".foot"), { run, still: boot.still ?? null, go }).catch(reportError);
}

const isTold = () =>
  boot.snapshot
    ? Boolean(boot.snapshot.summary.lesson)
    : /^\s*"?lesson"?\s*:/m.test(scenario.get()?.source ?? "");

const STEP = { pod: null, attempt: null, point: null, plugin: null, node: null, show: null, why: null };

/** @param {Record<string, string>} step */
const go = (step) => url.write({ ...STEP, ...step });
