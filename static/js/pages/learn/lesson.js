// A lesson: moments with a picture, a caption and one button that goes on. The reader commits to a guess,
// which stays in the picture beside the truth. What is true is in the scenes: runs that the server has made,
// one for each setting.

import { copyText } from "../../lib/clipboard.js";
import { $, $$, h, replace } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { ENTERED } from "../../lib/inroom.js";
import { showMenu } from "../../lib/menu.js";
import { toast } from "../../lib/toast.js";
import { get, messageOf, post } from "../../net/api.js";
import { present } from "../../share/presenting.js";
import { tellRoom } from "./audience.js";
import { showCaption } from "./foot.js";
import { drawn, toggled } from "./guess.js";
import { showHead } from "./head.js";
import { listenToKeys } from "./keys.js";
import { PICTURES } from "./pictures/registry.js";
import { keep, rememberGuess } from "./progress.js";
import { side } from "./side.js";
import {
  arrivals,
  at,
  lesson,
  moment,
  moments,
  number,
  reader,
  scene,
  scenes,
  settingsQuery,
  turnTo,
  url,
} from "./state.js";
import { task } from "./task.js";

/** @import { View } from "./pictures/view.js" */

const FRAME_MS = 1400;

const main = $("#main");
let playing = 0; // the timer of the film

/** @type {View["act"]} */
const act = {
  toggle: (name) => commit(toggled(reader.guess, name)),
  choose: (value) => commit([value]),
  draw: (bar, height) =>
    commit(
      drawn(
        reader.guess,
        bar,
        height,
        lesson.base.film?.[0].zones.length ?? 0,
        Number(lesson.base.figures.pods),
      ),
    ),
  turnTo: (next) => {
    clearInterval(playing);
    reader.frame = next;
    show();
  },
};

/** @param {string[]} next */
function commit(next) {
  reader.guess = next;
  rememberGuess(lesson.slug, next);
  show();
}

// ---- what is drawn ----

/** Whether a picture is about what the reader was asked: a later truth may have other settings. */
const isAsked = () => moment().kind !== "truth" || moment().at === moments[1].at;

/** @returns {View} */
const view = () => ({
  lesson,
  scene: scene() ?? lesson.base,
  kind: moment().kind,
  guess: isAsked() ? reader.guess : null,
  show: moment().show,
  frame: reader.frame,
  act,
});

function show() {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : null;
  const isKeep = moment().kind === "keep";
  const shown = view();
  main.classList.toggle("keeping", isKeep);
  const picture = h(
    "div.picture",
    { dataset: { picture: lesson.picture }, "aria-busy": String(!scene()) },
    PICTURES[lesson.picture](shown),
  );
  const beside = side(shown, scenes.all(), at(), turnTo);
  if (isKeep) {
    keep(lesson.slug);
    replace(
      main,
      h(
        "section.keep",
        h("span.chip.accent", t("Remember this")),
        h("p.sentence", lesson.keep),
        h("a.narrow.down", { href: "#task" }, t("Now change it"), icon("down")),
      ),
      h("div.chal", h("section.goal", task(lesson, { ...reader, toggle })), picture),
    );
  } else replace(main, h("div.two", picture, beside ? h("aside.side", beside) : null));
  showCaption();
  showHead();
  tellRoom();
  if (focused)
    $$("[data-focus]", document)
      .find((element) => element.dataset.focus === focused)
      ?.focus();
}

// ---- the film, the task, free play ----

/** Runs the film of a rollout once, from its start; other moments show its end. */
function play() {
  clearInterval(playing);
  const film = scene()?.film;
  if (!film) return;
  reader.frame = film.length - 1;
  if (moment().kind !== "film" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  reader.frame = 0;
  playing = setInterval(() => {
    reader.frame += 1;
    if (reader.frame >= film.length - 1) clearInterval(playing);
    show();
  }, FRAME_MS);
}

/** @param {string} name of a change of the task */
async function toggle(name) {
  const before = reader.chosen;
  const mine = toggled(before, name);
  reader.chosen = mine;
  show();
  const query = new URLSearchParams(mine.map((change) => ["change", change]));
  try {
    const answer = await get(`/lessons/${lesson.slug}/tries?${query}`);
    if (mine !== reader.chosen) return;
    reader.tried = { chosen: mine, answer };
  } catch (error) {
    if (mine === reader.chosen) reader.chosen = before;
    toast(messageOf(error));
  }
  show();
}

async function playFreely() {
  try {
    const {
      title,
      source,
      kubernetes_version: version,
    } = await get(`/lessons/${lesson.slug}/source?${settingsQuery()}`);
    const draft = await post("/scenarios", { title, source });
    location.assign(`/w/${draft.id}/?version=${encodeURIComponent(version)}`);
  } catch (error) {
    toast(messageOf(error));
  }
}

// ---- what it follows ----

addEventListener(ENTERED, show);
const sharing = $("#share");
sharing.addEventListener("click", () =>
  showMenu(sharing, [
    { label: t("Copy link"), icon: "copy", run: () => void copyText(location.href, t("The link")) },
    {
      label: t("Present: others follow live"),
      icon: "play",
      run: () => void present(lesson.title, location.href),
    },
  ]),
);
$("#play").addEventListener("click", playFreely);

let shownMoment = number();
url.state.subscribe(() => {
  if (shownMoment !== number()) {
    shownMoment = number();
    play();
  }
  show();
});
arrivals.subscribe(show);
listenToKeys();
play();
show();

void scenes.load();
