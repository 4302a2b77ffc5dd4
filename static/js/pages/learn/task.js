// The small task at the end: changes to choose among, which a run checks; own changes are counted against
// par.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { diffLines } from "./code.js";

/** @import { TaskTryOut, LessonPage, Scene } from "../../types/api.js" */

/**
 * @typedef {object} Trying
 * @property {string[]} chosen
 * @property {TaskTryOut | null} attempt what came of them; null until the server has answered
 * @property {(name: string) => void} toggle
 */

/** @param {LessonPage} lesson @param {Trying} trying */
export const task = ({ task: asked }, { chosen, attempt, toggle }) => [
  h(
    "p.row",
    h("b.t16.grow", t("Now change it")),
    h("span", { role: "status" }, attempt && chosen.length ? outcome(attempt) : null),
  ),
  h("p.t14", asked.text),
  h("div.tgt", h("span.soft", t("target")), sketch(asked.target)),
  h(
    "div.changes",
    { role: "group", "aria-label": t("Changes") },
    asked.changes.map(({ value, label }, index) =>
      h(
        "button.change",
        {
          "aria-pressed": String(chosen.includes(value)),
          dataset: { focus: `change-${value}`, key: index + 1 },
          onclick: () => toggle(value),
        },
        h("span.kbd", { "aria-hidden": "true" }, index + 1),
        label,
      ),
    ),
  ),
  attempt?.error ? h("p.note", icon("warn"), h("span", attempt.error)) : null,
  h(
    "div.par",
    h("p", h("b", chosen.length), h("span.soft", tn("change you made", "changes you made", chosen.length))),
    h("p", h("b", asked.par), h("span.soft", t("par"))),
  ),
  attempt && diffLines(attempt.diff),
];

/** @param {TaskTryOut} attempt */
const outcome = ({ solved }) =>
  solved ? h("span.chip.ok", icon("check"), t("solved")) : h("span.chip", t("not yet"));

/** The end to reach, small: what runs in each zone. @param {Scene} scene */
function sketch(scene) {
  const last = scene.film?.at(-1)?.zones.map(({ name, new: count }) => ({ name, at_end: count }));
  const zones = last?.map((zone) => ({ ...zone, won: false })) ?? zonesWith(scene);
  const words = zones.map(({ name, at_end: count }) => t("{n} in zone {zone}", { n: count, zone: name }));
  return h(
    "span.mini.target",
    { role: "img", "aria-label": words.join(", ") },
    zones.map(({ at_end: count, won }) =>
      h(
        "span",
        Array.from({ length: count - Number(won ?? 0) }, () => h("i")),
        won ? h("i.ok") : null,
      ),
    ),
  );
}

/** @param {Scene} scene @returns {{name: string, at_end: number, won: boolean}[]} */
const zonesWith = ({ zones, nodes, node }) =>
  zones.map(({ name, at_end: count }) => ({
    name,
    at_end: count,
    won: nodes.some((drawn) => drawn.name === node && drawn.zone === name) && count > 0,
  }));
