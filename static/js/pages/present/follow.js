// A follower's page goes where the presenter's is, until they let go.

import { h, replace } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { keepRoom } from "../../lib/inroom.js";
import { toast } from "../../lib/toast.js";
import { ADDRESS_WRITTEN, arrive } from "../../lib/urlstate.js";
import { guessesCard } from "./guesses.js";

/** @import { InRoom } from "../../lib/inroom.js" */
/** @import { Guessed } from "../../lib/guessed.js" */
/** @import { Line, LineState, Uncounted } from "./line.js" */

const LEFT_AFTER_MS = 4000; // a presenter who goes to another page is away for a moment

/** @param {{room: InRoom, line: Line, bar: HTMLElement, leave: () => void}} seat */
export function follow({ room, line, bar, leave }) {
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
  guessed.subscribe(() => {
    line.uncounted.set(null);
    tell();
  });
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
          onclick: leave,
        },
        icon("x"),
      ),
      guessesCard(now),
    );
  };
  /** @param {boolean} isLeft @param {boolean} isAsked */
  const said = (isLeft, isAsked) => {
    if (line.state.get() !== "live") return t("Connecting…");
    if (isLeft) return t("The presenter has left. The presentation continues when they come back.");
    if (isAsked) return t("The presenter asks you to come back.");
    return whyUncounted(line.uncounted.get(), guessed.get(), Boolean(room.away));
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
  line.uncounted.subscribe(draw);
  line.state.subscribe((state) => {
    if (state === "connecting" || state === "live") return draw();
    leave();
    toast(whyOver(state));
  });
  draw();
}

/**
 * Why a guess does not count, for whoever made it; "" if it does.
 * @param {Uncounted | null} uncounted @param {Guessed | null} mine what is guessed on this page
 * @param {boolean} isAway whoever goes along is about to be where something else is asked
 */
export function whyUncounted(uncounted, mine, isAway) {
  if (!uncounted || uncounted.about !== mine?.about) return "";
  if (uncounted.why === "late")
    return t("Too late: the presenter has closed the question. Your guess is not counted.");
  return isAway ? t("The presenter asks something else. Your guess is not counted.") : "";
}

/** @param {LineState} state */
export function whyOver(state) {
  if (state === "full") return t("The room is full. You are not counted.");
  if (state === "crowded") return t("Too many people follow from your network. You are not counted.");
  return t("The presentation has ended. You can stay here and look around.");
}
