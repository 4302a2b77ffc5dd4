// The presenter's page says where it is and what it asks. On a wide window a panel beside the page has the
// room and what comes next, for the presenter alone; else the bar has what of it is needed.

import { ahead } from "../../lib/ahead.js";
import { atom, effect } from "../../lib/atoms.js";
import { copyText } from "../../lib/clipboard.js";
import { h, replace } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { keepRoom } from "../../lib/inroom.js";
import { toast } from "../../lib/toast.js";
import { ADDRESS_WRITTEN } from "../../lib/urlstate.js";
import { addressFor } from "./address.js";
import { remembered } from "./choices.js";
import { guessesCard } from "./guesses.js";
import { panel } from "./panel.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { InRoom } from "../../lib/inroom.js" */
/** @import { RoomState } from "../../types/api.js" */
/** @import { Line } from "./line.js" */

/**
 * @typedef {object} Seat
 * @property {InRoom} room
 * @property {Line} line
 * @property {HTMLElement} bar
 * @property {HTMLElement} side
 * @property {() => void} leave
 */

const WIDE = matchMedia("(min-width: 1420px)"); // room for the panel beside the page

/** @param {Seat} seat */
export function lead({ room, line, bar, side, leave }) {
  const here = () => {
    const at = addressFor(location, snapshotHere());
    if (at) line.say("at", { at, question: question() });
  };
  line.onOpen = here;
  addEventListener(ADDRESS_WRITTEN, here);
  addEventListener("popstate", here);
  guessed.subscribe(here);
  const isWide = atom(WIDE.matches);
  WIDE.addEventListener("change", () => isWide.set(WIDE.matches));
  const isFolded = atom(room.folded ?? false);
  const acts = {
    back: () => line.say("back"),
    show: () => line.say("show", { show: !line.room.get()?.asked?.counts }),
    end: () => {
      line.say("end");
      setTimeout(leave, 300);
    },
    fold: () => {
      room.folded = !isFolded.get();
      keepRoom(room);
      isFolded.set(room.folded);
    },
  };
  effect(() => {
    const state = line.state.get();
    const now = line.room.get();
    const next = ahead.get();
    const wide = isWide.get();
    const folded = isFolded.get();
    if (state === "gone" || state === "ended") {
      leave();
      return toast(t("The presentation has ended."));
    }
    if (now) {
      room.asked = remembered(room.asked ?? [], now, titleHere());
      keepRoom(room);
    }
    const beside = wide && !folded;
    side.hidden = !beside;
    document.body.classList.toggle("with-side", beside);
    redraw(
      bar,
      h("span.chip.accent", t("Presenting")),
      h("b.room-title.cut", room.title),
      h("span.room-link", t("join:"), " ", h("b.mono", shortLink(room.link))),
      h(
        "button.btn.icon",
        {
          "aria-label": t("Copy the link to follow"),
          title: t("Copy the link to follow"),
          dataset: { focus: "copy" },
          onclick: () => copyText(room.link, t("The link to follow")),
        },
        icon("copy"),
      ),
      h("span.grow"),
      (state !== "live" || !now) && h("span.room-n", { role: "status" }, t("Connecting…")),
      state === "live" && now && !beside && inBar(now, acts),
      wide &&
        h(
          "button.btn",
          { dataset: { focus: "fold" }, onclick: acts.fold },
          beside ? t("Hide the panel") : t("Show the panel"),
        ),
      h("button.btn", { dataset: { focus: "end" }, onclick: acts.end }, t("End")),
      !beside && guessesCard(now),
    );
    if (beside && now) redraw(side, panel(now, { next: Object.values(next), asked: room.asked ?? [], acts }));
  });
}

/**
 * The room, where there is no panel.
 * @param {RoomState} now @param {{back: () => void, show: () => void}} acts
 */
const inBar = (now, acts) => [
  h("span.room-n", { role: "status" }, counts(now)),
  now.along < now.followers &&
    h("button.btn", { dataset: { focus: "back" }, onclick: acts.back }, t("Ask all back")),
  now.asked &&
    now.guessed > 0 &&
    h(
      "button.btn",
      { dataset: { focus: "show" }, onclick: acts.show },
      now.asked.counts ? t("Hide the guesses") : t("Show the guesses"),
    ),
];

/** @param {RoomState} now @returns {Child} */
function counts({ followers, along, guessed: answered, asked }) {
  return [
    h("b", followers),
    " ",
    tn("follows", "follow", followers),
    along < followers && [" · ", tn("{n} looks around", "{n} look around", followers - along)],
    asked && (asked.is_open || asked.counts) && [" · ", tn("{n} has guessed", "{n} have guessed", answered)],
  ];
}

/** Draws anew; the focus stays where it is. @param {HTMLElement} element @param {...Child} children */
function redraw(element, ...children) {
  const active = document.activeElement;
  const had = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : null;
  replace(element, children);
  if (had) element.querySelector(/** @type {"button"} */ (`[data-focus="${had}"]`))?.focus();
}

const question = () => {
  const asked = guessed.get();
  return asked
    ? { about: asked.about, choices: asked.choices.map(({ value, label }) => ({ value, label })) }
    : null;
};

const titleHere = () => document.title.replace(/ · SchedScope$/, "");

/** @param {string} link */
const shortLink = (link) => link.replace(/^https?:\/\//, "").replace(/\/$/, "");

/** Of the run that is on the page. */
const snapshotHere = () => document.querySelector(".run-top")?.getAttribute("data-snapshot") ?? "";
