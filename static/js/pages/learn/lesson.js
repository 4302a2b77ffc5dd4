// A lesson: moments with a picture, a caption and one button that goes on. The reader commits to a guess,
// which stays in the picture beside the truth. What is true is in the scenes: runs that the server has made,
// one for each setting.

import { comesNext } from "../../lib/ahead.js";
import { copyText } from "../../lib/clipboard.js";
import { $, $$, bootData, h, isByPointer, replace, say, typingIn } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { ENTERED, presents } from "../../lib/inroom.js";
import { showMenu } from "../../lib/menu.js";
import { toast } from "../../lib/toast.js";
import { urlState } from "../../lib/urlstate.js";
import { get, messageOf, post } from "../../net/api.js";
import { present } from "../../share/presenting.js";
import { parts, plain, written } from "./caption.js";
import { nameOf } from "./coming.js";
import { drawn, isComplete, places, toggled } from "./guess.js";
import { handleOf } from "./handle.js";
import { PICTURES } from "./pictures/registry.js";
import { keep, progress, rememberGuess } from "./progress.js";
import { scenesOf } from "./scenes.js";
import { isKey, keyWith, numbersOf } from "./settings.js";
import { side } from "./side.js";
import { outcome, task } from "./task.js";

/** @import { LessonPage, Scene } from "../../types/api.js" */
/** @import { Tried } from "./task.js" */
/** @import { View } from "./pictures/view.js" */

// The stages of the rail, by the workbench's names for them.
const STAGES = {
  Queue: "Queue",
  PreFilter: "PreFilter",
  Filter: "Filter",
  PostFilter: "PostFilter",
  Score: "Score",
  NormalizeScore: "Normalize",
  Total: "Total",
  Result: "Bind",
};
const FRAME_MS = 1400;
const MOST_ASKED = 24; // choices that a room can be asked about

const lesson = /** @type {LessonPage} */ (bootData());
const moments = lesson.moments;
const main = $("#main");
const caption = $("#caption");
const url = urlState(["moment", "at"]);

const scenes = scenesOf(lesson, () => show());
/** @type {string[] | null} */
let guess = progress().guesses[lesson.slug] ?? null;
let frame = 0;
let playing = 0; // the timer of the film
/** @type {string[]} */
let chosen = [];
/** @type {Tried | null} */
let tried = null;

const number = () => Math.max(1, Math.min(moments.length, Number(url.state.get().moment) || 1));
const moment = () => moments[number() - 1];

/** The settings of what is shown: those of the address where handles are, else the moment's own. */
function at() {
  const key = url.state.get().at;
  if (moment().kind === "handles" && isKey(key, lesson.handles)) return key;
  return moment().kind === "keep" ? lesson.task.at : moment().at;
}

/** What is shown; undefined until the server has answered. @returns {Scene | undefined} */
const scene = () => (moment().kind === "keep" && tried?.answer.scene) || scenes.at(at());

const handles = lesson.handles.map((handle, index) =>
  handleOf({
    ...handle,
    at: () => numbersOf(at())[index],
    set: (value) => turnTo(keyWith(at(), index, value, lesson.handles)),
  }),
);

/** @param {string} key */
function turnTo(key) {
  url.write({ at: key });
  if (!scenes.at(key)) void scenes.load();
}

/** @type {View["act"]} */
const act = {
  toggle: (name) => commit(toggled(guess, name)),
  choose: (value) => commit([value]),
  draw: (bar, height) =>
    commit(
      drawn(guess, bar, height, lesson.base.film?.[0].zones.length ?? 0, Number(lesson.base.figures.pods)),
    ),
  turnTo: (next) => {
    clearInterval(playing);
    frame = next;
    show();
  },
};

/** @param {string[]} next */
function commit(next) {
  guess = next;
  rememberGuess(lesson.slug, next);
  show();
}

/** @param {number} next */
function goTo(next) {
  if (next > moments.length) return onward();
  if (next < 1) return;
  url.write({ moment: next === 1 ? "" : next, at: "" }, { push: true });
  main.scrollTop = 0;
  scrollTo(0, 0);
}

const onward = () => location.assign(lesson.next ? `/learn/${lesson.next.value}/` : "/learn/");

const canGoOn = () => moment().kind !== "guess" || isComplete(lesson, guess) || presents();

// ---- what is drawn ----

/** Whether a picture is about what the reader was asked: a later truth may have other settings. */
const isAsked = () => moment().kind !== "truth" || moment().at === moments[1].at;

/** @returns {View} */
const view = () => ({
  lesson,
  scene: scene() ?? lesson.base,
  kind: moment().kind,
  guess: isAsked() ? guess : null,
  show: moment().show,
  frame,
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
      h("div.chal", h("section.goal", task(lesson, { chosen, tried, toggle })), picture),
    );
  } else replace(main, h("div.two", picture, beside ? h("aside.side", beside) : null));
  showCaption();
  showFrame();
  ask();
  comesNext("lesson", whatFollows());
  if (focused)
    $$("[data-focus]", document)
      .find((element) => element.dataset.focus === focused)
      ?.focus();
}

/** What a room may be asked; bars are no choice. */
function ask() {
  const { kind, choices, among } = lesson.guess;
  if (moment().kind !== "guess" || kind === "bars") return guessed.set(null);
  const names = among.length ? among : places(lesson, lesson.base).map(({ name }) => name);
  const offered = choices.length ? choices : names.map((name) => ({ value: name, label: name }));
  guessed.set({ about: location.pathname, choices: offered.slice(0, MOST_ASKED), chosen: guess ?? [] });
}

/** What comes after this moment, for whoever presents it. */
function whatFollows() {
  const after = moments[number()];
  if (!after)
    return lesson.next && { about: t("Lesson {n}", { n: lesson.number + 1 }), text: lesson.next.label };
  return {
    about: nameOf(after.kind, moment().kind),
    text: after.kind === "keep" ? lesson.keep : asText(after, after.at, scenes.at(after.at)),
  };
}

/**
 * The caption of a moment as plain text.
 * @param {LessonPage["moments"][number]} of @param {string} settings @param {Scene | undefined} from
 */
const asText = ({ kind, caption: text }, settings, from) =>
  plain(text, (name) => {
    const handle = handleNamed(kind, name);
    if (handle < 0) return written(from?.figures[name]);
    return lesson.handles[handle].values[numbersOf(settings)[handle]];
  });

/** The number of a handle in the caption, -1 for other words. @param {string} kind @param {string} name */
const handleNamed = (kind, name) =>
  kind === "handles" ? lesson.handles.findIndex((handle) => handle.name === name) : -1;

// The foot stays, so that its buttons keep the focus.
const back = h(
  "button.btn.icon.back",
  { "aria-label": t("Back"), onclick: () => goTo(number() - 1) },
  icon("left"),
);
const text = h("p.cap-t");
const hint = h("span.soft.hint", t("change the highlighted values"));
const next = h("button.btn.primary.nx", { onclick: () => canGoOn() && goTo(number() + 1) });
caption.append(back, text, hint, next);
let captionOf = 0;

/** The caption keeps its elements while its figures change, so that a handle can be dragged. */
function showCaption() {
  if (captionOf !== number()) {
    captionOf = number();
    replace(text, words());
  }
  for (const element of $$("[data-figure]", text))
    element.textContent = written(scene()?.figures[element.dataset.figure ?? ""]);
  for (const handle of handles) handle.show();
  back.disabled = number() === 1;
  hint.hidden = moment().kind !== "handles";
  replace(next, goesOn(), icon("arrow"));
  next.setAttribute("aria-disabled", String(!canGoOn()));
  say($("#spoken"), spoken());
}

/** What is read aloud: the sentence as it stands now, and what came of the task. */
const spoken = () =>
  [asText(moment(), at(), scene()), moment().kind === "keep" && tried && outcome(lesson, tried)]
    .filter(Boolean)
    .join(" ");

/** The caption's elements. */
const words = () =>
  parts(moment().caption).map(({ kind, value, bold }) => {
    if (kind === "code") return h("code", value);
    if (kind === "text") return bold ? h("b", value) : value;
    const index = handleNamed(moment().kind, value);
    return index >= 0 ? handles[index].button : h(bold ? "b" : "span", { dataset: { figure: value } });
  });

function goesOn() {
  if (!canGoOn()) return lesson.guess.kind === "bars" ? t("Draw first") : t("Choose first");
  if (number() === moments.length)
    return lesson.next ? t("Lesson {n}", { n: lesson.number + 1 }) : t("All lessons");
  if (moment().kind !== "guess") return t("Next");
  return lesson.picture === "rollout" ? t("Play it") : t("Show me");
}

/** The header and the rail. */
function showFrame() {
  replace(
    $("#moments"),
    h(
      "span.dots",
      { "aria-hidden": "true" },
      moments.map((_, index) => h("i", { class: dot(index + 1) })),
    ),
    h("span.soft", t("{n} of {total}", { n: number(), total: moments.length })),
  );
  replace(
    $("#stages"),
    Object.entries(STAGES).map(([point, name]) =>
      h("li", { "aria-current": point === moment().point ? "step" : null }, name),
    ),
  );
  const step = $("#step", document, HTMLAnchorElement);
  step.hidden = !moment().step;
  const query = new URLSearchParams({ at: at() });
  if (moment().kind === "keep") chosen.forEach((name) => query.append("change", name));
  step.href = `/learn/${lesson.slug}/moments/${number()}/?${query}`;
}

/** @param {number} each */
const dot = (each) => (each === number() ? "c" : each < number() ? "d" : "");

// ---- the film, the task, free play ----

/** Runs the film of a rollout once, from its start; other moments show its end. */
function play() {
  clearInterval(playing);
  const film = scene()?.film;
  if (!film) return;
  frame = film.length - 1;
  if (moment().kind !== "film" || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  frame = 0;
  playing = setInterval(() => {
    frame += 1;
    if (frame >= film.length - 1) clearInterval(playing);
    show();
  }, FRAME_MS);
}

/** @param {string} name of a change of the task */
async function toggle(name) {
  const before = chosen;
  const mine = toggled(chosen, name);
  chosen = mine;
  show();
  const query = new URLSearchParams(chosen.map((change) => ["change", change]));
  try {
    const answer = await get(`/lessons/${lesson.slug}/tries?${query}`);
    if (mine !== chosen) return;
    tried = { chosen: mine, answer };
  } catch (error) {
    if (mine === chosen) chosen = before;
    toast(messageOf(error));
  }
  show();
}

async function playFreely() {
  const query = new URLSearchParams({ at: at() });
  if (moment().kind === "keep") chosen.forEach((name) => query.append("change", name));
  try {
    const {
      title,
      source,
      kubernetes_version: version,
    } = await get(`/lessons/${lesson.slug}/source?${query}`);
    const draft = await post("/scenarios", { title, source });
    location.assign(`/w/${draft.id}/?version=${encodeURIComponent(version)}`);
  } catch (error) {
    toast(messageOf(error));
  }
}

// ---- keys ----

/** @type {Record<string, () => void>} */
const KEYS = {
  ArrowRight: () => canGoOn() && number() < moments.length && goTo(number() + 1),
  ArrowLeft: () => goTo(number() - 1),
  Enter: () => {
    settle(); // the grip of a bar that had the focus goes
    if (canGoOn()) goTo(number() + 1);
  },
};

main.addEventListener("click", (event) => isByPointer(event) && settle());

/** After a choice that no Tab led to, Enter goes on; it would choose again. */
function settle() {
  if (moment().kind === "guess" && canGoOn()) next.focus({ preventScroll: true });
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || typingIn(event.target))
    return;
  const onControl =
    event.target instanceof Element && event.target.closest("button:not(.grip), a, summary, [tabindex='0']");
  if (event.key === "Enter" && onControl) return;
  if (/^[1-9]$/.test(event.key)) return press(event.key);
  if (KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key]();
  }
});

/** A digit presses what it stands on; the grip of a bar it gives the focus. @param {string} digit */
function press(digit) {
  const button = $$(`[data-key="${digit}"]`, main)[0];
  button?.focus();
  if (!button || button.matches("[role=slider]")) return;
  button.click();
  settle();
}

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
play();
show();

void scenes.load();
