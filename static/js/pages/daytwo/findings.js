// Verdicts of the engine in words.

import { t, tn } from "../../lib/i18n.js";
import { clock } from "../../model/daytwo.js";
import { whyWords } from "./causes.js";

/** @import { AvailabilityVerdict, ProgressVerdict, SkewVerdict, Timeline } from "../../types/engine.js" */

/**
 * @typedef {object} Finding
 * @property {boolean} good
 * @property {string} chip in a word or two
 * @property {string} title
 * @property {string} note
 * @property {string} text
 * @property {number | null} moment that shows it
 */

/** @param {Timeline} table @param {SkewVerdict} verdict @returns {Finding} */
export function skewFinding(table, verdict) {
  const { before, worst, after, counts, constraint: number } = verdict;
  const constraints = table.workloads.find((workload) => workload.workload === verdict.workload)?.constraints;
  const constraint = constraints?.[number];
  const figures = t("Skew {before} before, {worst} at worst, {after} after.", { before, worst, after });
  const ends = Object.values(counts);
  const note = t("by {key}, maxSkew {most}", {
    key: constraint?.topology_key ?? "",
    most: constraint?.max_skew ?? "",
  });
  if (verdict.verdict === "keeps")
    return {
      good: true,
      chip: t("stays spread"),
      title: t("Stays spread"),
      note,
      text: figures,
      moment: null,
    };
  const moment = verdict.worst_moment;
  if (verdict.verdict === "heals")
    return { good: true, chip: t("heals"), title: t("Heals by itself"), note, text: figures, moment };
  const text =
    ends.length > 12
      ? t("Nothing moves running pods. {figures}", { figures })
      : t("{counts} is a skew of {after}. Nothing moves running pods. {figures}", {
          counts: ends.join("/"),
          after,
          figures,
        });
  return { good: false, chip: t("stays skewed"), title: t("Stays skewed"), note, text, moment };
}

/** @param {AvailabilityVerdict} verdict @returns {Finding} */
export function availabilityFinding({ verdict, at_least: least, lowest, moment, seconds }) {
  const demanded = t("at least {least} demanded", { least });
  return verdict === "keeps-availability"
    ? {
        good: true,
        chip: t("stays available"),
        title: t("Keeps its availability"),
        note: "",
        text:
          lowest < least
            ? t(
                "Below it from the beginning, {lowest} at the lowest, {demanded}; this action takes " +
                  "none away.",
                {
                  lowest,
                  demanded,
                },
              )
            : t("Never fewer than {lowest} pods available, {demanded}.", { lowest, demanded }),
        moment: null,
      }
    : {
        good: false,
        chip: t("loses availability"),
        title: t("Loses availability"),
        note: "",
        text: t("{lowest} available at the lowest, {demanded}; below for {time}.", {
          lowest,
          demanded,
          time: clock(seconds),
        }),
        moment,
      };
}

/** @param {ProgressVerdict} verdict @returns {Finding} */
export function progressFinding({ verdict, seconds, pending, why }) {
  return verdict === "finishes"
    ? {
        good: true,
        chip: t("finishes"),
        title: t("Finishes"),
        note: "",
        text: t("After {time}, no pod pending.", { time: clock(seconds) }),
        moment: null,
      }
    : {
        good: false,
        chip: t("stuck"),
        title: t("Stuck"),
        note: "",
        text: [pending > 0 && tn("{n} pod stays pending.", "{n} pods stay pending.", pending), whyWords(why)]
          .filter(Boolean)
          .join(" "),
        moment: null,
      };
}
