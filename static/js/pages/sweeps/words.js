// What sweeps and their settings are called.

import { integer, listOf } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";

/** @import { SweepKind, SweepSpecification, WeightsSweep } from "../../types/engine.js" */

export const HOSTNAME = "kubernetes.io/hostname";
const WEIGHT = "weight/";
const ZONE = "topology.kubernetes.io/zone";

/** @type {Record<SweepKind, string>} */
export const KINDS = {
  seeds: t("Seeds"),
  weights: t("Weights and arguments"),
  percentages: t("Nodes to score"),
  versions: t("Kubernetes versions"),
  losses: t("Nodes and zones lost"),
  capacity: t("Capacity"),
  fleet: t("Fleet"),
};

/** What each kind answers. @type {Record<SweepKind, string>} */
export const QUESTIONS = {
  seeds: t("How much of the placement is chance, and which ties decide?"),
  weights: t("Where does the winner flip, and what is packed or spread?"),
  percentages: t("Does it matter that not every node is looked at?"),
  versions: t("Which pods land elsewhere under another version?"),
  losses: t("Which pods come back when a node or a zone is gone, and which stay pending?"),
  capacity: t("Which nodes, and how many of them, place every pod?"),
  fleet: t("What does one change or upgrade do to many clusters?"),
};

/** What a sweep is over, as a name. @param {SweepSpecification} sweep */
export function sweepName(sweep) {
  if (sweep.kind === "losses") {
    const what = listOf(sweep.topology_keys.map(lossName));
    return capital(sweep.pairs ? t("{what} lost, and pairs", { what }) : t("{what} lost", { what }));
  }
  if (sweep.kind === "weights") return settingsName(sweep);
  if (sweep.kind === "fleet" && sweep.version) return t("Fleet under {version}", { version: sweep.version });
  return KINDS[sweep.kind];
}

/** @param {WeightsSweep} sweep */
function settingsName({ x, y }) {
  if (!y) return capital(settingName(x.setting));
  return [x, y].every(({ setting }) => setting.startsWith(WEIGHT)) ? t("Two weights") : t("Two settings");
}

/** The same within a sentence. @param {SweepSpecification} sweep */
export function sweepWords(sweep) {
  if (sweep.kind === "seeds") return tn("{n} seed", "{n} seeds", sweep.seeds);
  if (sweep.kind === "versions") return tn("{n} version", "{n} versions", sweep.versions.length);
  return uncapital(sweepName(sweep));
}

/** @param {string} key */
const lossName = (key) => (key === HOSTNAME ? t("nodes") : key === ZONE ? t("zones") : key);

/** @param {string} text */
const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The plugin of "weight/NodeResourcesFit", or the path of an argument. @param {string} setting */
export const settingName = (setting) =>
  setting.startsWith(WEIGHT) ? t("weight of {plugin}", { plugin: setting.slice(WEIGHT.length) }) : setting;

/** 0.3548 → "35.5 %" @param {number} share */
export const percent = (share) =>
  t("{n} %", { n: (100 * share).toFixed(share > 0 && share < 0.9995 ? 1 : 0) });

/** How far a sweep is. @param {import("../../types/api.js").SweepStateOut} sweep */
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

/** "a1", "zone-a", "a1 and b2" @param {import("../../types/engine.js").SweepLoss} loss */
export const lossWords = ({ values }) => listOf(values);
