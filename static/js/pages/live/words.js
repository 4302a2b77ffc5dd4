// What is said of a running cluster, in the reader's language.

import { language, sentence, t, tn } from "../../lib/i18n.js";
import { decimal, inARow, listOf } from "../../lib/format.js";
import { WORDING as TITLES } from "../../wording/causes.js";
import { WORDING } from "../../wording/live.js";
import { messageOf } from "../../parts/lint/words.js";
import { headingOf, lastPart } from "../answer/words.js";

/** @import { LiveCause, LiveFinding, LiveSentence } from "../../types/engine.js" */

/** @param {LiveSentence} said */
export function say({ registry, kind, operands, text }) {
  const template = WORDING[registry]?.[kind];
  if (!template) return text;
  return sentence(template, counted(operands));
}

/** A sentence as one that stands alone. @param {LiveSentence} said */
export const sayAlone = (said) => capital(say(said));

/**
 * What a finding says: lint's in the words of its rule, which has the operands.
 * @param {LiveFinding} finding
 */
export function findingText({ source, rule, sentence: said }) {
  if (source !== "lint" || said.kind !== "lint") return sayAlone(said);
  return capital(messageOf({ rule, message: said.text, operands: counted(said.operands) }));
}

/**
 * Numbers of several forms come with thousands, as they are shown.
 * @param {Record<string, string>} operands @returns {Record<string, string | number>}
 */
const counted = (operands) =>
  "n" in operands ? { ...operands, n: Number(operands.n.replaceAll(",", "")) } : operands;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "not enough cpu", for a lane. @param {Pick<LiveCause, "clauses" | "title">} cause */
export function nameOf({ clauses, title }) {
  const parts = clauses.map(({ kind, operands }) => {
    const values = Object.entries(operands).map(([name, value]) => [
      name,
      Array.isArray(value) ? listOf(value) : name === "key" ? lastPart(value) : value,
    ]);
    return TITLES[kind] ? sentence(TITLES[kind], Object.fromEntries(values)) : "{}";
  });
  const text = listOf(parts);
  return parts.length && !/\{\w*\}/.test(text) ? text : title;
}

/** "train needs more cpu than any node open to it has free" @param {LiveCause} cause */
export const causeText = (cause) => headingOf({ ...cause, workload_count: cause.workloads.length });

const clockTime = new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" });
const hourTime = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const dayTime = new Intl.DateTimeFormat(language, {
  dateStyle: "medium",
  timeStyle: "medium",
  hourCycle: "h23",
});

/** "14:04:58" @param {string | number} at */
export const timeOf = (at) => clockTime.format(new Date(at));

/** "14:04" @param {number} at */
export const minuteOf = (at) => hourTime.format(new Date(at));

/** "23 Nov 2026, 14:04:58" @param {string | number} at */
export const dateOf = (at) => dayTime.format(new Date(at));

/** How long, in the two largest units: "0.4 s", "3 min", "4 h 15 min", "2 d 3 h". @param {number} seconds */
export function lasting(seconds) {
  if (seconds < 1) return t("< 1 s"); // a pod's creation has whole seconds
  if (seconds < 60) return t("{n} s", { n: decimal(seconds, seconds < 10 ? 1 : 0) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("{n} min", { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("{h} h {m} min", { h: hours, m: minutes % 60 });
  return t("{d} d {h} h", { d: Math.floor(hours / 24), h: hours % 24 });
}

/** "10 pods wait, 2 causes" @param {number} pending @param {number} causes */
export function headline(pending, causes) {
  if (!pending) return t("No pod is pending");
  const pods = tn("{n} pod is pending", "{n} pods are pending", pending);
  return causes ? inARow(pods, tn("{n} cause", "{n} causes", causes)) : pods;
}
