// One presents, others follow: each page of the presenter's tab says where it is, each page of a follower's
// goes there, until they let go.

import { h, replace } from "../../lib/dom.js";
import { loadStyle } from "../../lib/assets.js";
import { effect } from "../../lib/atoms.js";
import { copyText } from "../../lib/clipboard.js";
import { guessed } from "../../lib/guessed.js";
import { t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { keepRoom, roomNow } from "../../lib/inroom.js";
import { toast } from "../../lib/toast.js";
import { ADDRESS_WRITTEN, arrive } from "../../lib/urlstate.js";
import { shareableAddress } from "../../share/links.js";
import { chosenBy } from "./choices.js";
import { Line } from "./line.js";

/** @import { Child } from "../../lib/dom.js" */
/** @import { InRoom } from "../../lib/inroom.js" */
/** @import { RoomState } from "../../types/api.js" */

const LEFT_AFTER_MS = 4000; // a presenter who goes to another page is away for a moment
const PUBLIC = /^\/($|(x|learn|cases|examples|glossary|message|conformance)\/)/;

/** Shows the room that this tab is in. */
export async function mountRoom() {
  const room = roomNow();
  if (!room) return;
  document.querySelector(".room")?.remove();
  await loadStyle(new URL("../../../css/present.css", import.meta.url));
  const line = new Line(room);
  const bar = h("section.room", { "aria-label": t("Presentation") });
  document.body.prepend(bar);
  document.body.classList.add("in-room");
  if (room.secret) lead(room, line, bar);
  else follow(room, line, bar);
  line.connect();
}

/** The tab is in no room any more. @param {Line} line @param {HTMLElement} bar */
function leave(line, bar) {
  line.close();
  keepRoom(null);
  bar.remove();
  document.body.classList.remove("in-room");
}

// ---- the presenter ----

/** @param {InRoom} room @param {Line} line @param {HTMLElement} bar */
function lead(room, line, bar) {
  const here = () => {
    const at = addressHere();
    if (at) line.say("at", { at, question: question() });
  };
  line.onOpen = here;
  addEventListener(ADDRESS_WRITTEN, here);
  addEventListener("popstate", here);
  guessed.subscribe(here);
  const end = () => {
    line.say("end");
    setTimeout(() => leave(line, bar), 300);
  };
  effect([line.state, line.room], (state, now) => {
    if (state === "gone" || state === "ended") {
      leave(line, bar);
      return toast(t("The presentation has ended."));
    }
    replace(
      bar,
      h("span.chip.accent", t("Presenting")),
      h("b.room-title.cut", room.title),
      h("span.room-link", t("join:"), " ", h("b.mono", shown(room.link))),
      h(
        "button.btn.icon",
        {
          "aria-label": t("Copy the link to follow"),
          title: t("Copy the link to follow"),
          onclick: () => copyText(room.link, t("The link to follow")),
        },
        icon("copy"),
      ),
      h("span.grow"),
      h("span.room-n", { role: "status" }, state === "live" && now ? counts(now) : t("Connecting…")),
      now && now.along < now.followers
        ? h("button.btn", { onclick: () => line.say("back") }, t("Ask all back"))
        : null,
      now?.asked && now.guessed
        ? h(
            "button.btn",
            { onclick: () => line.say("show", { show: !now.asked?.counts }) },
            now.asked.counts ? t("Hide the guesses") : t("Show the guesses"),
          )
        : null,
      h("button.btn", { onclick: end }, t("End")),
      guesses(now),
    );
  });
}

const question = () => {
  const asked = guessed.get();
  return asked
    ? { about: asked.about, choices: asked.choices.map(({ value, label }) => ({ value, label })) }
    : null;
};

/** @param {string} link */
const shown = (link) => link.replace(/^https?:\/\//, "").replace(/\/$/, "");

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

/** Where the page is for others, or null: what is private stays where it is. */
function addressHere() {
  const snapshot = document.querySelector(".run-top")?.getAttribute("data-snapshot") ?? "";
  if (/^\/[wx]\//.test(location.pathname) && !snapshot && !location.pathname.startsWith("/x/")) return null;
  const { pathname, search } = new URL(shareableAddress(location.href, snapshot));
  const path = /^\/[wxe]\//.test(location.pathname) ? pathname : location.pathname;
  return PUBLIC.test(path) ? path + search : null;
}

// ---- a follower ----

/** @param {InRoom} room @param {Line} line @param {HTMLElement} bar */
function follow(room, line, bar) {
  let acted = false;
  let arriving = false;
  /** @param {Event} event */
  const act = (event) => {
    if (!(event.target instanceof Node && bar.contains(event.target))) acted = true;
  };
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, act, true);
  const along = (/** @type {boolean} */ now) => {
    room.away = !now;
    keepRoom(room);
    line.say("with", { along: now });
    draw();
  };
  const goThere = () => {
    const at = line.room.get()?.at;
    if (!at) return;
    acted = false;
    room.at = at;
    keepRoom(room);
    if (at === location.pathname + location.search) return;
    arriving = true;
    arrive(at);
    arriving = false;
  };
  const ownStep = () => {
    if (acted && !arriving && !room.away) along(false);
  };
  addEventListener(ADDRESS_WRITTEN, ownStep);
  addEventListener("popstate", ownStep);
  if (!room.away && new URL(room.at ?? "/", location.href).pathname !== location.pathname) room.away = true;
  line.onOpen = () => {
    line.say("with", { along: !room.away });
    tell();
  };
  const tell = () => {
    const mine = guessed.get();
    if (mine?.chosen.length) line.say("guess", { about: mine.about, chosen: mine.chosen });
  };
  guessed.subscribe(tell);
  let leftAt = 0;
  const draw = () => {
    const now = line.room.get();
    const isLeft = Boolean(now && !now.here && leftAt && Date.now() - leftAt >= LEFT_AFTER_MS);
    const isAsked = Boolean(room.away && now && now.back > (room.back ?? 0));
    bar.classList.toggle("asked", isAsked);
    replace(
      bar,
      h("span.chip.accent", room.away ? t("Looking around") : t("Following")),
      h("b.room-title.cut", room.title),
      h("span.grow.room-said", { role: "status" }, said(isLeft, isAsked)),
      room.away
        ? h("button.btn.primary", { onclick: comeBack }, t("Come back"))
        : h("button.btn", { onclick: () => along(false) }, t("Let go")),
      h(
        "button.btn.bare.icon",
        {
          "aria-label": t("Leave the presentation"),
          title: t("Leave the presentation"),
          onclick: () => leave(line, bar),
        },
        icon("x"),
      ),
      guesses(now),
    );
  };
  /** @param {boolean} isLeft @param {boolean} isAsked */
  const said = (isLeft, isAsked) => {
    if (line.state.get() !== "live") return t("Connecting…");
    if (isLeft) return t("The presenter has left. It goes on here when they come back.");
    return isAsked ? t("The presenter asks you back.") : "";
  };
  const comeBack = () => {
    room.back = line.room.get()?.back ?? 0;
    along(true);
    goThere();
  };
  line.room.subscribe((now) => {
    if (!now) return;
    room.back ??= now.back;
    if (now.here) leftAt = 0;
    else if (!leftAt) {
      leftAt = Date.now();
      setTimeout(draw, LEFT_AFTER_MS);
    }
    if (!room.away && now.at !== room.at && !now.ended) goThere();
    draw();
  });
  line.state.subscribe((state) => {
    if (state === "connecting" || state === "live") return draw();
    leave(line, bar);
    toast(
      state === "full"
        ? t("So many follow already that nobody else can.")
        : t("The presentation has ended. You can stay here and look around."),
    );
  });
  draw();
}

/** How many chose what, once the presenter shows it. @param {RoomState | null} now */
function guesses(now) {
  if (!now?.asked?.counts) return null;
  const { rows, of } = chosenBy(now, guessed.get());
  return h(
    "div.room-card",
    { role: "group", "aria-label": t("What the room says") },
    rows.map(({ label, count }) =>
      h(
        "p",
        h("span.row", h("span.grow.cut", label), h("span", t("{n} of {total}", { n: count, total: of }))),
        h("meter", { min: 0, max: of, value: count, "aria-label": label }),
      ),
    ),
  );
}
