// Moments in words.

import { labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";
import { stepWords } from "./steps.js";

/** @import { PlayAction, PlayMoment } from "../../types/engine.js" */

/** The icon of a kind of moment. @type {Record<PlayMoment["kind"], string>} */
export const MOMENT_ICONS = {
  action: "play",
  "pod-created": "plus",
  "pod-placed": "plus",
  "pod-pending": "unres",
  "pod-refused": "rej",
  "pod-ready": "pass",
  "pod-unready": "warn",
  "pod-available": "pass",
  "pod-deleting": "x",
  "pod-gone": "out",
  "pod-finished": "stop",
  "eviction-refused": "stop",
  "node-added": "box",
  "node-changed": "pencil",
  "node-lost": "err",
  "node-restored": "redo",
  "node-removed": "trash",
  "workload-scaled": "eq",
  "workload-complete": "check",
  "deadline-exceeded": "warn",
};

/** Kinds that are bad news. @type {ReadonlySet<PlayMoment["kind"]>} */
export const BAD = new Set([
  "pod-pending",
  "pod-refused",
  "pod-unready",
  "eviction-refused",
  "node-lost",
  "deadline-exceeded",
]);

/** @param {string} key "namespace/name" */
export const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/** What happened, in a sentence without its cause. @param {PlayMoment} moment */
export function momentWords({ kind, pod: key, node = "", workload = "" }) {
  const pod = key ? nameOf(key) : "";
  return {
    action: () => t("an action begins"),
    "pod-created": () => t("{pod} is created", { pod }),
    "pod-placed": () => t("{pod} → {node}", { pod, node }),
    "pod-pending": () => t("{pod} stays pending", { pod }),
    "pod-refused": () => t("{pod} is rejected", { pod }),
    "pod-ready": () => t("{pod} is ready", { pod }),
    "pod-unready": () => t("{pod} is no longer ready", { pod }),
    "pod-available": () => t("{pod} is available", { pod }),
    "pod-deleting": () => t("{pod} is deleted", { pod }),
    "pod-gone": () => t("{pod} is gone", { pod }),
    "pod-finished": () => t("{pod} has finished", { pod }),
    "eviction-refused": () => t("the eviction of {pod} is refused", { pod }),
    "node-added": () => t("{node} is added", { node }),
    "node-changed": () => t("{node} changes", { node }),
    "node-lost": () => t("{node} is lost", { node }),
    "node-restored": () => t("{node} is back", { node }),
    "node-removed": () => t("{node} is removed", { node }),
    "workload-scaled": () => t("{workload} is scaled", { workload }),
    "workload-complete": () => t("{workload} is complete", { workload }),
    "deadline-exceeded": () => t("{workload} exceeds its progress deadline", { workload }),
  }[kind]();
}

/** The same with its time. @param {PlayMoment} moment */
export const timedWords = (moment) => labelled(clock(moment.at), momentWords(moment));

/** @param {PlayAction} action */
export const actionWords = ({ step }) => (step ? stepWords(step) : t("Start"));
