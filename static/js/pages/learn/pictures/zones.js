// Zones as bars: pods stand over the line, the limit runs through all of them, and each zone has its sum.

import { h } from "../../../lib/dom.js";
import { t, tn } from "../../../lib/i18n.js";
import { blocks, choices, ghost, isOpen, takes } from "./view.js";
import { sumWords } from "./sum.js";

/** @import { View } from "./view.js" */
/** @import { Scene, SceneZone } from "../../../types/api.js" */

const ROWS = 4; // blocks that a bar has room for

/** @param {View} view */
export function zones(view) {
  const { scene } = view;
  const waiting = isOpen(view) ? Number(scene.figures.pods) : scene.waiting;
  return [
    isOpen(view) || waiting ? inHand(waiting, view) : null,
    choices(view),
    h(
      "div.zs",
      { style: { "--rows": Math.max(ROWS, ...scene.zones.map(({ count }) => count + 1)) } },
      scene.zones.map((zone, index) => card(view, zone, index)),
    ),
    ghost(view),
  ];
}

/** @param {number} waiting @param {View} view */
const inHand = (waiting, { kind }) =>
  h(
    "p.inh",
    h("span.hand", { "aria-hidden": "true" }, blocks(Math.min(waiting, 8), "")),
    kind === "guess" && waiting === 1
      ? t("the next pod")
      : tn("{n} pod is pending", "{n} pods are pending", waiting),
  );

/** @param {View} view @param {SceneZone} zone @param {number} index */
function card(view, zone, index) {
  const { act, guess, kind, lesson, scene } = view;
  const canBeGuessed = kind === "guess" && lesson.guess.kind === "zones";
  const isPicked = canBeGuessed && guess?.includes(zone.name);
  const name = t("zone {zone}", { zone: zone.name });
  const content = [
    h("h2", name),
    isOpen(view) ? null : h("p.sum", sum(scene, zone)),
    tower(view, zone, index),
    h(
      "div.nds",
      scene.nodes.filter((node) => node.zone === zone.name).map((node) => h("span", node.name)),
    ),
    h(
      "div.vd",
      takes(view, { ...zone, why: why(scene, zone) }),
      isOpen(view) ? null : refusedBy(scene, zone),
    ),
  ];
  return canBeGuessed
    ? h(
        "button.zn",
        {
          class: isPicked ? "zn pick" : "zn",
          "aria-pressed": String(Boolean(isPicked)),
          "aria-label": tn(
            "{zone}, {n} pod: can take the next one",
            "{zone}, {n} pods: can take the next one",
            zone.at_start,
            { zone: name },
          ),
          dataset: { focus: zone.name, key: index + 1 },
          onclick: () => act.toggle(zone.name),
        },
        content,
      )
    : h("div", { class: hasLeft(zone) && kind !== "guess" ? "zn off" : "zn" }, content);
}

/** @param {View} view @param {SceneZone} zone @param {number} index */
function tower(view, zone, index) {
  const { scene } = view;
  if (isOpen(view)) return h("div.tw", blocks(zone.at_start, ""));
  const limit = scene.spread ? scene.spread.minimum + scene.spread.max_skew : null;
  const isDrawn = limit !== null && limit <= Math.max(ROWS, zone.count + 1) && zone.skew !== null;
  return h(
    "div",
    { class: isDrawn ? "tw lim" : "tw", style: { "--l": limit ?? 0 } },
    blocks(zone.count, ""),
    hasLeft(zone) ? null : blocks(1, zone.fits ? "ok" : "bad"),
    isDrawn && index === 0 && scene.spread
      ? h(
          "span.ltag",
          t("limit {minimum} + {skew}", { minimum: scene.spread.minimum, skew: scene.spread.max_skew }),
        )
      : null,
  );
}

/** The sum of the rule, as the run has it. @param {Scene} scene @param {SceneZone} zone */
function sum({ spread }, zone) {
  if (!spread) return "";
  if (zone.skew === null) return h("span.mute", t("no longer counted"));
  return h(zone.within ? "span.pi" : "span.ri", sumWords(spread, zone.count, zone.skew, zone.within));
}

/** Whether the pod may use no node of the zone, whatever the rule says. @param {SceneZone} zone */
const hasLeft = (zone) => zone.skew === null || (!zone.fits && zone.within);

/** Who refuses where the rule does not. @param {Scene} scene @param {SceneZone} zone */
const refusedBy = (scene, zone) =>
  zone.within && !zone.fits
    ? h("span.soft", scene.nodes.find((node) => node.zone === zone.name && node.plugin)?.plugin)
    : null;

/** @param {Scene} scene @param {SceneZone} zone */
const why = (scene, zone) => scene.nodes.find((node) => node.zone === zone.name && node.why)?.why;
