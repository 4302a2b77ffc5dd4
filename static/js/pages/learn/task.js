// The small task at the end: changes to choose among, which a run checks; own changes are counted against
// par.

import { h } from "../../lib/dom.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { plain, withFigures, written } from "./caption.js";
import { diffLines } from "./code.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { TaskTryOut, LessonPage, Scene } from "../../types/api.js" */

/** @typedef {{chosen: string[], answer: TaskTryOut}} Tried the newest changes that the server answered */

/**
 * @typedef {object} Trying
 * @property {string[]} chosen
 * @property {Tried | null} tried
 * @property {(name: string) => void} toggle
 */

/** @param {LessonPage} lesson @param {Trying} trying */
export const task = ({ task: asked, picture }, { chosen, tried, toggle }) => [
  h("p.row", { id: "task" }, h("b.t16.grow", t("Now change it")), chip(chosen, tried)),
  h("p.t14", asked.text),
  h("div.tgt", h("span.soft", t("target")), (TARGETS[picture] ?? bars)(asked.target)),
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
  tried && why(asked, tried),
  h(
    "div.par",
    h("p", h("b", chosen.length), h("span.soft", tn("change you made", "changes you made", chosen.length))),
    h("p", h("b", asked.par), h("span.soft", t("par"))),
  ),
  tried && diffLines(tried.answer.diff),
];

/** @param {string[]} chosen @param {Tried | null} tried */
function chip(chosen, tried) {
  if (!chosen.length) return null;
  if (tried?.chosen !== chosen) return h("span.chip", t("running…"));
  return tried.answer.solved ? h("span.chip.ok", icon("check"), t("solved")) : h("span.chip", t("not yet"));
}

/** Why changes do not solve the task. @param {LessonPage["task"]} asked @param {Tried} tried */
function why(asked, { chosen, answer: { solved, error, scene } }) {
  if (error) return h("p.note", icon("warn"), h("span", error));
  if (solved || !chosen.length) return null;
  return h("p.because", withFigures(reason(asked, chosen), scene?.figures ?? {}));
}

/**
 * One change has its own reason; several together have none.
 * @param {LessonPage["task"]} asked @param {string[]} chosen
 */
const reason = ({ changes }, chosen) =>
  (chosen.length === 1 && changes.find(({ value }) => value === chosen[0])?.because) ||
  t("Together they do not do it. Try one at a time: each says why.");

/** What came of changes, as text. @param {LessonPage} lesson @param {Tried} tried */
export function outcome({ task: asked }, { chosen, answer: { solved, error, scene } }) {
  if (!chosen.length) return "";
  if (solved) return t("solved");
  return error || plain(reason(asked, chosen), (name) => written(scene?.figures[name]));
}

/**
 * The end to reach, small, by the kind of the picture: who it is, which nodes take the pod; else what runs in
 * each zone.
 * @type {Record<string, (scene: Scene) => Child>}
 */
const TARGETS = {
  walls: nodesThatFit,
  nodes: nodesThatFit,
  victims: ({ figures }) => h("b", t("{node} pays", { node: figures.pays })),
  scores: ({ node }) => h("b", t("{node} wins", { node })),
  dots: ({ node }) => h("b", t("{node} wins", { node })),
  gang: ({ figures }) => h("b", t("{n} of {total} run", { n: figures.placed, total: figures.pods })),
};

/** @param {Scene} scene */
function nodesThatFit({ nodes, figures }) {
  const words = t("{n} of {total} nodes take the pod", { n: figures.fits, total: figures.nodes });
  return h(
    "span.cells",
    { role: "img", "aria-label": words, title: words },
    nodes.map(({ fits, name }) => h(fits ? "i.ok" : "i", name)),
  );
}

/** @param {Scene} scene */
function bars(scene) {
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
