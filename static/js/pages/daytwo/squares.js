// Pods as squares: the newest revision is full, older ones are hatched.

import { h } from "../../lib/view.js";
import { labelled } from "../../lib/format.js";
import { t } from "../../lib/i18n.js";
import { podState } from "../../model/daytwo.js";
import { nameOf } from "./words.js";

/** @import { PlayStay } from "../../types/engine.js" */

/** @type {Record<import("../../model/daytwo.js").PodState, string>} */
const CLASSES = { ready: "", unready: " unready", leaving: " leaving", pending: " waits" };

/** @type {Record<import("../../model/daytwo.js").PodState, string>} */
export const STATES = {
  ready: t("available"),
  unready: t("not yet available"),
  leaving: t("being deleted"),
  pending: t("pending"),
};

/** @param {PlayStay} stay @param {number} moment @param {string} newest the newest revision */
export function square(stay, moment, newest) {
  const state = podState(stay, moment);
  const age = isNew(stay, newest) ? "new" : "old";
  return h("i", { class: `dt-sq ${age}${CLASSES[state]}`, title: labelled(nameOf(stay.pod), STATES[state]) });
}

/**
 * Whether a pod is of the newest revision; all are if there are no revisions.
 * @param {PlayStay} stay @param {string} newest
 */
export const isNew = (stay, newest) => !newest || !stay.revision || stay.revision === newest;

/** The newest at the top, as they come. @param {PlayStay[]} stays @param {string} newest */
export const inOrder = (stays, newest) =>
  [...stays].sort((a, b) => Number(isNew(a, newest)) - Number(isNew(b, newest)) || a.created - b.created);

/** What the squares mean. @param {boolean} revisions whether there are several */
export const legend = (revisions) => [
  revisions && h("span", h("i.dt-sq.old"), t("old revision")),
  h("span", h("i.dt-sq.new"), revisions ? t("new revision") : t("available")),
  h("span", h("i.dt-sq.unready"), t("not yet available")),
  h("span", h("i.dt-sq.leaving"), t("being deleted")),
  h("span", h("i.dt-sq.waits"), t("pending")),
];
