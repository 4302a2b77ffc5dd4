// Verdicts of the engine in words, each headed by its workload.

import { ended, t, tn } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";
import { whyWords } from "./causes.js";
import { kindOf } from "./steps.js";

/** @import { AvailabilityVerdict, PlayAction, ProgressVerdict } from "../../types/engine.js" */
/** @import { SkewVerdict, Timeline } from "../../types/engine.js" */

/**
 * @typedef {object} Finding
 * @property {boolean} good
 * @property {string} of its workload or budget
 * @property {string} chip in a word or two
 * @property {string} title what is true of it, after its name
 * @property {string} text
 * @property {string} raw the scheduler's own message, where the text is short for it
 * @property {number | null} moment that shows it
 */

/** @param {Timeline} table @param {SkewVerdict} verdict @returns {Finding} */
export function skewFinding(table, verdict) {
  const { workload: of, before, worst, after, counts, constraint: number } = verdict;
  const constraints = table.workloads.find((workload) => workload.workload === of)?.constraints;
  const { topology_key: key = "", max_skew: most = "" } = constraints?.[number] ?? {};
  const figures = t("Skew {before} before, {worst} at worst, {after} after; maxSkew is {most}.", {
    ...{ before, worst, after, most },
  });
  const moment = verdict.worst_moment;
  const finding = { of, raw: "", text: figures };
  if (verdict.verdict === "keeps")
    return {
      ...finding,
      good: true,
      chip: t("stays spread"),
      title: t("stays spread over {key}", { key }),
      moment: null,
    };
  if (verdict.verdict === "heals")
    return {
      ...finding,
      good: true,
      chip: t("heals"),
      title: t("is spread over {key} again", { key }),
      moment,
    };
  const ends = Object.values(counts);
  const text =
    ends.length > 12
      ? t("Running pods are not moved. {figures}", { figures })
      : t("{counts} is a skew of {after}. Running pods are not moved. {figures}", {
          counts: ends.join("/"),
          after,
          figures,
        });
  return {
    ...finding,
    good: false,
    chip: t("stays skewed"),
    title: t("stays skewed over {key}", { key }),
    text,
    moment,
  };
}

/** @param {AvailabilityVerdict} verdict @returns {Finding} */
export function availabilityFinding({ workload: of, verdict, at_least: least, lowest, moment, seconds }) {
  if (verdict === "keeps-availability")
    return {
      good: true,
      of,
      chip: t("stays available"),
      title: t("stays available"),
      text:
        lowest < least
          ? tn(
              "Already below the {n} pod required ({lowest} at the lowest); this action removes none.",
              "Already below the {n} pods required ({lowest} at the lowest); this action removes none.",
              least,
              { lowest },
            )
          : tn("Never below the {n} pod required.", "Never below the {n} pods required.", least),
      raw: "",
      moment: null,
    };
  return {
    good: false,
    of,
    chip: t("loses availability"),
    title: t("loses availability"),
    text: tn(
      "Down to {lowest} of the {n} pod required; below that for {time}.",
      "Down to {lowest} of the {n} pods required; below that for {time}.",
      least,
      { lowest, time: clock(seconds) },
    ),
    raw: "",
    moment,
  };
}

/** @param {PlayAction | undefined} action @param {ProgressVerdict} verdict @returns {Finding} */
export function progressFinding(action, { workload: of, verdict, seconds, pending, why }) {
  const isRollout = action?.step && kindOf(action.step) === "rollout" && action.operands.workload === of;
  if (verdict === "finishes")
    return {
      good: true,
      of,
      chip: isRollout ? t("rollout finishes") : t("complete"),
      title: isRollout ? t("its rollout finishes") : t("has all its pods"),
      text: t("All of them are available after {time}.", { time: clock(seconds) }),
      raw: "",
      moment: null,
    };
  const waits = tn("{n} pod stays pending", "{n} pods stay pending", pending);
  const raw = why.code === "scheduler rejected" ? String(why.operands.message ?? "") : "";
  return {
    good: false,
    of,
    chip: isRollout || !pending ? t("stuck") : t("pods pending"),
    title: isRollout ? t("its rollout is stuck") : pending ? waits : t("is stuck"),
    text: [isRollout && pending > 0 && ended(waits), raw ? mainReason(raw) : whyWords(why)]
      .filter(Boolean)
      .join(" "),
    raw,
    moment: null,
  };
}

/**
 * What most nodes answer, of a FailedScheduling message: "48 of 80 nodes: Insufficient nvidia.com/gpu".
 * Nothing if it is another message.
 * @param {string} message
 */
function mainReason(message) {
  const [, all, reasons] = /^0\/(\d+) nodes are available: (.*?)\.( preemption: |$)/.exec(message) ?? [];
  const counted = (reasons?.split(/, (?=\d+ )/) ?? [])
    .map((reason) => /^(\d+) (?:node\(s\) )?(.*)$/.exec(reason))
    .filter((match) => match !== null)
    .sort((a, b) => Number(b[1]) - Number(a[1]));
  if (!counted.length) return "";
  const [[, count, reason]] = counted;
  return counted.length > 1
    ? tn(
        "{count} of {n} node: {reason}; the others differ.",
        "{count} of {n} nodes: {reason}; the others differ.",
        Number(all),
        { count, reason },
      )
    : tn("{count} of {n} node: {reason}.", "{count} of {n} nodes: {reason}.", Number(all), { count, reason });
}
