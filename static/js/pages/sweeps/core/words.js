// What sweeps and their settings are called.

import { integer, listOf } from "../../../lib/format.js";
import { t, tn } from "../../../lib/i18n.js";

export const HOSTNAME = "kubernetes.io/hostname";
const WEIGHT = "weight/";
const ZONE = "topology.kubernetes.io/zone";

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The plugin of "weight/NodeResourcesFit", or the path of an argument. @param {string} setting */
export const settingName = (setting) =>
  setting.startsWith(WEIGHT) ? t("weight of {plugin}", { plugin: setting.slice(WEIGHT.length) }) : setting;

/** 0.3548 → "35.5 %" @param {number} share */
export const percent = (share) =>
  t("{n} %", { n: (100 * share).toFixed(share > 0 && share < 0.9995 ? 1 : 0) });

/** How far a sweep is. @param {import("../../../types/api.js").SweepStateOut} sweep */
export function progressWords({ status, evaluated, points, seconds_left: left }) {
  const counts = t("{done} of {points}", { done: integer(evaluated), points: integer(points) });
  if (status === "queued") return t("{counts}, waiting", { counts });
  if (status === "cancelled") return t("{counts}, cancelled", { counts });
  if (status === "failed") return t("{counts}, failed", { counts });
  if (status !== "running" || left === null) return counts;
  return t("{counts}, {time} left", { counts, time: duration(left) });
}

/** @param {number} seconds */
const duration = (seconds) =>
  seconds < 90
    ? t("{n} s", { n: Math.max(1, Math.round(seconds)) })
    : seconds < 5400
      ? t("{n} min", { n: Math.round(seconds / 60) })
      : t("{n} h", { n: Math.round(seconds / 3600) });

/** @param {number} n */
export const podsWords = (n) => tn("{n} pod", "{n} pods", n);

/** What the values of a topology key are. @param {string} key */
export const keyName = (key) => (key === HOSTNAME ? t("nodes") : key === ZONE ? t("whole zone") : key);

/** "a1", "zone-a", "a1 and b2" @param {import("../../../types/engine.js").SweepLoss} loss */
export const lossWords = ({ values }) => listOf(values);
