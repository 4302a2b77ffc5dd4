// What the answer before the scheduler says.

import { sentence, t } from "../../../lib/i18n.js";
import { WORDING } from "../../../wording/queueing.js";

/** @import { FlavorOutcome, PossibleVictim } from "../../../types/engine.js" */
/** @import { QueueCauseKind, QueueSentence } from "../../../types/engine.js" */
/** @import { SearchRecord } from "../../../types/engine.js" */

/** @typedef {"causes" | "groups" | "notes" | "cures" | "costs"} Registry */

/** @param {Registry} registry @param {QueueSentence} said */
export const worded = (registry, { kind, operands }) => sentence(WORDING[registry][kind], operands);

/**
 * The same as a heading: its first letter is a capital, unless the sentence begins with a name.
 * @param {Registry} registry @param {QueueSentence} said
 */
export function headline(registry, said) {
  const text = worded(registry, said);
  const template = WORDING[registry][said.kind];
  const first = typeof template === "string" ? template : template[0];
  return first.startsWith("{") ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** @type {Record<QueueCauseKind, string>} */
export const WAITS_FOR = {
  quota: t("Kueue: waits for quota"),
  borrowed: t("Kueue: waits for borrowed quota"),
  maximum: t("Kueue: requests more than its queue can ever have"),
  flavor: t("Kueue: no suitable flavor"),
  topology: t("Kueue: does not fit its topology"),
  behind: t("Kueue: waits behind another workload"),
  overlooked: t("Kueue: would be admitted, but is not tried"),
  untried: t("Kueue: no status yet"),
  readiness: t("Kueue: waits until other workloads' pods are ready"),
  checks: t("Kueue: waits for admission checks"),
  deactivated: t("Kueue: deactivated"),
  misconfigured: t("Kueue: cannot be queued"),
  suspended: t("Kueue: its queue is not active"),
};

/** @type {Record<FlavorOutcome, {icon: string, tone: string, word: string}>} */
export const OUTCOMES = {
  fits: { icon: "check", tone: "pass", word: t("fits") },
  preempts: { icon: "check", tone: "pass", word: t("fits once others finish") },
  waits: { icon: "x", tone: "reject", word: t("too little is unused") },
  never: { icon: "x", tone: "reject", word: t("never enough") },
  refused: { icon: "unres", tone: "reject", word: t("not for this workload") },
  topology: { icon: "x", tone: "reject", word: t("no place") },
  not_tried: { icon: "minus", tone: "mute", word: t("not tried") },
};

/** @type {Record<PossibleVictim["verdict"], {icon: string, word: string}>} */
export const VERDICTS = {
  preempted: { icon: "x", word: t("would end") },
  allowed: { icon: "x", word: t("could be preempted under another policy") },
  safe: { icon: "minus", word: t("protected") },
};

/** @type {Record<PossibleVictim["reason"], string>} */
export const WHY_VICTIM = {
  needed: t("without it the workload fits"),
  policy: t("the policy does not allow it"),
  priority: t("its priority or its age protects it"),
  within_nominal: t("its queue is within its nominal quota"),
  not_needed: t("others suffice, or it would not help"),
};

/** @type {Record<SearchRecord["rule"], string>} */
export const RULES = {
  leastFree: t("the fullest one with room for all"),
  bestFit: t("the one with the least room that still fits"),
  several: t("several together, because no single one has room for all"),
  balanced: t("several, with pods distributed as evenly as possible"),
  none: t("none: not even all together have room"),
};

/** "Job default/train" → "train" @param {string} job @param {string} workload */
export const nameOf = (job, workload) => (job || workload).split("/").pop() ?? workload;

/** The address of a workload within the answer. @param {string} workload */
export const addressOf = (workload) => `?${new URLSearchParams({ workload })}`.replaceAll("%2F", "/");
