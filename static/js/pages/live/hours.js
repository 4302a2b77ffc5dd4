// The last hours below everything: a lane each, and the cursor, which changes the whole page.

import { computed, effect } from "../../lib/atoms.js";
import { h, replace, svg } from "../../lib/dom.js";
import { inARow, integer } from "../../lib/format.js";
import { t, tn } from "../../lib/i18n.js";
import { askHours } from "./feed.js";
import {
  areaOf,
  gapsOf,
  lanesOf,
  marksOf,
  MINUTE,
  mostOf,
  OTHERS,
  placed,
  QUEUES,
  rangeOf,
  shareOf,
} from "./lanes.js";
import { lookAt } from "./past.js";
import { cluster, dragged, hours, HOURS, shown, span, url } from "./state.js";
import { dateOf, minuteOf, nameOf, timeOf } from "./words.js";

/** @import { LiveHoursOut } from "../../types/api.js" */
/** @import { Lane, Range } from "./lanes.js" */

const LANES = 4;
const PAUSE_MS = 120; // of a cursor that is dragged, before the page follows
const STEPS = new Map([
  ["ArrowLeft", -1],
  ["ArrowDown", -1],
  ["ArrowRight", 1],
  ["ArrowUp", 1],
  ["PageDown", -15],
  ["PageUp", 15],
]);

const by = computed(() => (url.state.get().lanes === "pools" ? "pools" : "causes"));

/** The end of what is known, in whole minutes: now, or when the cluster was last heard. */
const end = computed(() => {
  hours.get(); // each answer moves it
  const out = cluster.get();
  const at = out?.state === "stopped" && out.heard ? Date.parse(out.heard) : Date.now();
  return Math.ceil(at / MINUTE) * MINUTE;
});

const range = computed(() => rangeOf(hours.get()?.minutes ?? [], span.get(), end.get()));

/** Where the cursor stands; null is now. */
const cursor = computed(() => {
  const { at: address } = url.state.get();
  return dragged.get() ?? (address ? Date.parse(address) : null);
});

/** @param {HTMLElement} place */
export function mountHours(place) {
  const names = h("div.lv-lane-names");
  const track = h("div.lv-track");
  const handle = cursorElement();
  const drawing = h("div.lv-drawing");
  const axis = h("div.lv-axis", { "aria-hidden": "true" });
  track.append(drawing, handle);
  place.append(names, track, h("div.lv-hours-of", lengthChooser(), laneChooser()), axis);
  effect(() => {
    const out = hours.get();
    const within = range.get();
    const kind = by.get();
    if (!out) return;
    const places = placed(out.minutes, within);
    const lanes = lanesOf(places, kind, LANES);
    replace(
      names,
      lanes.map((lane, i) => laneName(lane, i, out, kind)),
    );
    replace(
      drawing,
      lanes.map((lane, i) => laneArea(lane, i, mostOf(lanes), kind)),
      gaps(places, out, within),
      marks(within),
    );
    if (!lanes.length)
      drawing.append(
        h(
          "p.soft",
          kind === "causes" ? t("No attempt failed in these hours.") : t("No pod was placed in these hours."),
        ),
      );
    replace(
      axis,
      marksOf(within).map((at) =>
        h(
          "span",
          { style: { left: `clamp(18px, ${percent(shareOf(at, within))}, 100% - 18px)` } },
          minuteOf(at),
        ),
      ),
    );
  });
  effect(() => placeCursor(handle, cursor.get(), range.get()));
  span.subscribe(() => hours.get() && askHours());
  dragging(track);
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(3)}%`;

/** @param {Lane} lane @param {number} i @param {LiveHoursOut} out @param {"causes" | "pools"} kind */
function laneName({ key, now }, i, out, kind) {
  const spans = kind === "causes" ? out.causes.filter(({ cause }) => cause.key === key) : [];
  const latest = spans.at(-1);
  const text =
    key === OTHERS
      ? t("others")
      : key === QUEUES
        ? t("before the scheduler")
        : kind === "pools"
          ? key || t("no pool")
          : latest
            ? nameOf(latest.cause)
            : key;
  return h(
    "div",
    { class: `lv-lane-name lane-${i}` },
    latest
      ? h(
          "button.link.cut",
          {
            title: t("Go to when it appeared: {time}", { time: dateOf(latest.since) }),
            onclick: () => lookAt(Date.parse(latest.since)),
          },
          text,
        )
      : h("span.cut", { title: text }, text),
    h("b", integer(now)),
  );
}

/** @param {Lane} lane @param {number} i @param {number} most @param {"causes" | "pools"} kind */
const laneArea = (lane, i, most, kind) =>
  svg(
    "svg",
    {
      class: `lv-lane ${kind} lane-${i}`,
      viewBox: `0 0 ${lane.values.length} 1`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    svg("path", { d: areaOf(lane, most) }),
  );

/** @param {ReturnType<typeof placed>} places @param {LiveHoursOut} out @param {Range} within */
function gaps(places, { first }, within) {
  const oldest = first ? Date.parse(first) : within.to;
  return gapsOf(places).map(([from, to]) => {
    const at = within.from + from * MINUTE;
    const until = within.from + to * MINUTE;
    const title =
      until <= oldest
        ? t("Not followed yet, or no longer stored")
        : t("Unknown: {from} to {to}", { from: minuteOf(at), to: minuteOf(until) });
    return h("i.lv-unknown", {
      title,
      style: { left: percent(from / places.length), width: percent((to - from) / places.length) },
    });
  });
}

/** @param {Range} within */
const marks = (within) =>
  marksOf(within).map((at) => h("i.lv-mark", { style: { left: percent(shareOf(at, within)) } }));

function cursorElement() {
  return h(
    "div.lv-cursor",
    {
      role: "slider",
      tabindex: "0",
      "aria-label": t("Displayed moment"),
      "aria-valuemin": "0",
      onkeydown: (event) => {
        const step = STEPS.get(event.key);
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        if (step) moveTo((cursor.get() ?? range.get().to) + step * MINUTE);
        else if (event.key === "Home") moveTo(oldestOf(range.get()));
        else if (event.key === "End" || event.key === "Escape") lookAt(null);
        else return;
        event.preventDefault();
      },
    },
    h("b"),
    h("i"),
  );
}

/** @param {Range} within the oldest moment in it that can be shown */
const oldestOf = ({ from }) => Math.max(from, Date.parse(hours.get()?.first ?? "") + 1 || from);

/** @param {number} at milliseconds since 1970; the last half minute is now */
function moveTo(at) {
  const within = range.get();
  lookAt(at >= Math.min(within.to, Date.now()) - MINUTE / 2 ? null : Math.max(oldestOf(within), at));
}

/** @param {HTMLElement} handle @param {number | null} at @param {Range} within */
function placeCursor(handle, at, within) {
  const minutes = Math.round((within.to - within.from) / MINUTE);
  const share = at === null ? 1 : shareOf(at, within);
  const now = shown.get();
  const word = at === null ? t("now") : timeOf(at);
  handle.style.left = percent(share);
  handle.classList.toggle("is-now", at === null);
  handle.setAttribute("aria-valuemax", String(minutes));
  handle.setAttribute("aria-valuenow", String(Math.round(share * minutes)));
  handle.setAttribute(
    "aria-valuetext",
    now ? inARow(word, tn("{n} pod is pending", "{n} pods are pending", now.pending)) : word,
  );
  const [label] = handle.children;
  if (label.textContent !== word) label.textContent = word;
}

/** @param {HTMLElement} track */
function dragging(track) {
  let timer = 0;
  /** @param {PointerEvent} event */
  const timeAt = ({ clientX }) => {
    const { left, width } = track.getBoundingClientRect();
    const { from, to } = range.get();
    return from + Math.max(0, Math.min(1, (clientX - left) / width)) * (to - from);
  };
  track.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    track.setPointerCapture(event.pointerId);
    dragged.set(timeAt(event));
  });
  track.addEventListener("pointermove", (event) => {
    if (!track.hasPointerCapture(event.pointerId)) return;
    const at = timeAt(event);
    dragged.set(at);
    clearTimeout(timer);
    timer = setTimeout(() => moveTo(at), PAUSE_MS);
  });
  track.addEventListener("pointerup", (event) => {
    clearTimeout(timer);
    if (dragged.get() === null) return;
    moveTo(timeAt(event));
    dragged.set(null);
  });
  track.addEventListener("pointercancel", () => dragged.set(null));
}

function lengthChooser() {
  const chooser = h("div.seg", { role: "group", "aria-label": t("How many hours") });
  effect(() => {
    const chosen = span.get();
    replace(
      chooser,
      HOURS.map((n) =>
        h(
          "button",
          { "aria-pressed": String(n === chosen), onclick: () => url.write({ hours: n }) },
          t("{n} h", { n }),
        ),
      ),
    );
  });
  return chooser;
}

function laneChooser() {
  const chooser = h("div.seg", { role: "group", "aria-label": t("One lane per") });
  effect(() => {
    const chosen = by.get();
    replace(
      chooser,
      h(
        "button",
        { "aria-pressed": String(chosen === "causes"), onclick: () => url.write({ lanes: null }) },
        t("cause"),
      ),
      h(
        "button",
        { "aria-pressed": String(chosen === "pools"), onclick: () => url.write({ lanes: "pools" }) },
        t("pool"),
      ),
    );
  });
  return chooser;
}

// The end moves on with the clock, also where nothing happens.
setInterval(() => {
  const out = hours.get();
  if (out && !document.hidden && cluster.get()) hours.set({ ...out });
}, MINUTE);
