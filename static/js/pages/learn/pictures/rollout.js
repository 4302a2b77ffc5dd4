// A rollout: bars to draw before it, then a film of it, with the drawing as a ghost behind the bars.

import { h } from "../../../lib/dom.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { blocks, isOpen } from "./view.js";
import { sumWords } from "./sum.js";

/** @import { View } from "./view.js" */
/** @import { FilmZone, Frame } from "../../../types/api.js" */

const ROWS = 4; // of a film whose bars are no higher

/** @param {View} view */
export const rollout = (view) => (isOpen(view) ? drawing(view) : film(view));

/** @param {View} view */
function drawing({ scene, guess, act }) {
  const start = scene.film?.[0]?.zones ?? [];
  const pods = Number(scene.figures.pods);
  const placed = (guess ?? []).reduce((sum, height) => sum + Number(height), 0);
  return h(
    "div.dr",
    h(
      "figure",
      h("figcaption", h("b", t("Before")), h("span.soft", t("{n} old pods", { n: pods }))),
      h(
        "div.zs.zb",
        { style: { "--rows": 3 } },
        start.map(({ name, old }) => h("div.zn", h("h2", name), h("div.tw", blocks(old, "old")))),
      ),
    ),
    h(
      "figure",
      h(
        "figcaption",
        h("b", t("After the rollout")),
        h("span.soft", t("drag the bars: {placed} of {pods} placed", { placed, pods })),
      ),
      h(
        "div.zs",
        { style: { "--rows": pods + 1 } }, // all in one bar, and its grip
        start.map((zone, index) => bar(zone, index, Number(guess?.[index] ?? 0), act)),
      ),
    ),
  );
}

/** @param {FilmZone} zone @param {number} index @param {number} height @param {View["act"]} act */
function bar({ name }, index, height, act) {
  const tower = h("div.tw", blocks(height, "gh"));
  const grip = h(
    "button.grip",
    {
      role: "slider",
      "aria-orientation": "vertical",
      "aria-valuemin": 0,
      "aria-valuemax": ROWS + 1,
      "aria-valuenow": height,
      "aria-label": t("pods in zone {zone} at the end", { zone: name }),
      dataset: { focus: `bar-${name}`, key: index + 1 },
      onkeydown: (event) => {
        const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        event.stopPropagation();
        act.draw(index, height + step);
      },
    },
    icon("more"),
  );
  tower.append(grip);
  return h(
    "div.zn.dz",
    h("h2", t("zone {zone}", { zone: name })),
    tower,
    h(
      "div.vd",
      stepButton("minus", t("one pod less in zone {zone}", { zone: name }), () =>
        act.draw(index, height - 1),
      ),
      h("span.pill.w.count", height),
      stepButton("plus", t("one pod more in zone {zone}", { zone: name }), () => act.draw(index, height + 1)),
    ),
  );
}

/** @param {string} sign @param {string} label @param {() => void} onclick */
const stepButton = (sign, label, onclick) =>
  h("button.btn.icon", { "aria-label": label, onclick, dataset: { focus: label } }, icon(sign));

/** @param {View} view */
function film({ scene, guess, frame, act, kind }) {
  const frames = scene.film ?? [];
  const current = frames[Math.min(frame, frames.length - 1)];
  if (!current) return null;
  const heights = frames.flatMap(({ zones }) => zones.map(heightOf));
  const rows = Math.max(ROWS, ...heights, ...(guess ?? []).map(Number));
  return h(
    "div.roll",
    h(
      "div.zs",
      { style: { "--rows": rows } },
      current.zones.map((zone, index) =>
        filmZone(current, zone, kind === "film" ? Number(guess?.[index] ?? 0) : 0),
      ),
    ),
    strip(
      frames.map((drawn, index) =>
        h(
          "li",
          h(
            "button",
            {
              "aria-current": index === frame ? "true" : null,
              dataset: { focus: `frame-${index}` },
              onclick: () => act.turnTo(index),
            },
            h("span.mini", { "aria-hidden": "true" }, drawn.zones.map(small)),
            frameName(drawn, index, frames.length),
          ),
        ),
      ),
    ),
  );
}

/** @param {FilmZone} zone */
const heightOf = ({ new: fresh, old, going }) => fresh + old + going;

/** The moments, scrolled to the one that is shown. @param {HTMLElement[]} moments */
function strip(moments) {
  const list = h("ol.film", { "aria-label": t("Moments of the rollout") }, moments);
  requestAnimationFrame(() => {
    const now = moments.find((moment) => moment.querySelector("[aria-current]"));
    if (now) list.scrollLeft = now.offsetLeft - list.offsetLeft - (list.clientWidth - now.clientWidth) / 2;
  });
  return list;
}

/** @param {Frame} frame @param {number} index @param {number} all */
const frameName = ({ zone }, index, all) =>
  zone ? t("{zone} +1", { zone }) : index === all - 1 ? t("end") : t("start");

/** @param {FilmZone} zone */
const small = ({ new: fresh, old, going }) =>
  h("span", blocks(fresh, "new"), blocks(old, "old"), blocks(going, "dy"));

/** @param {Frame} frame @param {FilmZone} zone @param {number} guessed */
function filmZone(frame, zone, guessed) {
  const isHere = frame.zone === zone.name;
  return h(
    "div",
    { class: isHere ? "zn here" : "zn" },
    h("h2", t("zone {zone}", { zone: zone.name })),
    h("p.sum", sumOf(frame, zone, isHere)),
    h(
      "div.tw",
      guessed ? h("span.drawn", { "aria-hidden": "true", style: { "--l": guessed } }) : null,
      blocks(zone.new - Number(isHere), ""),
      isHere ? blocks(1, "ok") : null,
      blocks(zone.old, "old"),
      blocks(zone.going, "dy"),
    ),
    h("div.vd", guessed ? h("span.pill.w", t("you drew {n}", { n: guessed })) : null),
  );
}

/** @param {Frame} frame @param {FilmZone} zone @param {boolean} isHere */
function sumOf({ spread }, { count, skew, fits }, isHere) {
  if (count === null || !spread) return "";
  if (!isHere) return t("{n} counted", { n: count });
  return h(fits ? "span.pi" : "span.ri", sumWords(spread, count, skew, fits));
}

/** What the blocks mean, beside the picture. */
export const legend = () => [
  h("h2", t("Every step is legal")),
  h(
    "p.key.tall",
    h("span", h("i.sw"), t("new revision")),
    h("span", h("i.sw.ok"), t("the next pod")),
    h("span", h("i.sw.old"), t("old revision, still counted")),
    h("span", h("i.sw.dy"), t("being deleted, not counted")),
    h("span", h("i.sw.gh"), t("the outcome as you drew it")),
  ),
];
