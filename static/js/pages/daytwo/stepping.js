// From moment to moment, by key, by button and by themselves.

import { typingIn } from "../../lib/dom.js";
import { h } from "../../lib/view.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icon.js";
import { iconButton } from "../../lib/iconButton.js";
import { beatAt } from "../../model/daytwo.js";
import { openMoment } from "./opening.js";
import { goTo, moment, running, timeline } from "./state.js";
import { shownBeats } from "./view.js";
import { timedWords } from "./words.js";

const BEAT_MS = 450;

/** @param {number} by beats */
export function stepBy(by) {
  const all = shownBeats.get();
  if (!all.length) return;
  const index = beatAt(all, moment.get()) + by;
  goTo(all[Math.max(0, Math.min(index, all.length - 1))].last);
}

/** Goes on by itself until the end. */
function toggle() {
  const all = shownBeats.get();
  if (!running.get() && all.length && moment.get() >= all[all.length - 1].last) goTo(all[0].last);
  running.update((on) => !on);
}

/** @type {ReturnType<typeof setTimeout>} */
let timer;

/** The effect by which the moments go on. */
export function playOn() {
  const on = running.get();
  const at = moment.get();
  clearTimeout(timer);
  const last = shownBeats.get().at(-1)?.last ?? 0;
  if (on && at >= last) running.set(false);
  else if (on) timer = setTimeout(() => stepBy(1), BEAT_MS);
}

export function followKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typingIn(event.target)) return;
    if (event.target instanceof Element && event.target.closest("[role=menu], .scroll")) return;
    const by = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1 }[event.key];
    if (by) stepBy(by);
    if (event.key === "p") toggle();
  });
}

export function Buttons() {
  const on = running.get();
  return [
    button("first", t("First moment"), () => stepBy(-1e9)),
    button("left", t("Previous moment"), () => stepBy(-1)),
    button(on ? "stop" : "play", on ? t("Stop") : t("Play"), toggle),
    button("right", t("Next moment"), () => stepBy(1)),
    button("last", t("Last moment"), () => stepBy(1e9)),
    h("span.grow.cut", { "aria-live": "polite" }, nowWords()),
  ];
}

/** On a phone, at the bottom. */
export const Bottom = () => [
  button("left", t("Previous moment"), () => stepBy(-1)),
  button("right", t("Next moment"), () => stepBy(1)),
  h("span.grow", nowWords()),
  h("button.btn", { onclick: openMoment }, icon("link"), t("Open")),
];

function nowWords() {
  const all = shownBeats.get();
  const table = timeline.get();
  if (!table || !all.length) return null;
  const index = beatAt(all, moment.get());
  return [
    h("b", t("Moment {n} of {all}", { n: index, all: all.length - 1 })),
    " ",
    h("span.soft", timedWords(all[index].main)),
  ];
}

/** @param {string} name @param {string} label @param {() => void} run */
const button = (name, label, run) => iconButton(name, label, run, "btn icon");
