// The foot of a lesson: the caption with its figures and handles, and the buttons that go on and back.

import { $, $$, h, replace, say } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { parts, plain, written } from "./caption.js";
import { handleOf } from "./handle.js";
import { keyWith, numbersOf } from "./settings.js";
import { at, canGoOn, goTo, lesson, moment, moments, number, reader, scene, turnTo } from "./state.js";
import { outcome } from "./task.js";

/** @import { LessonPage, Scene } from "../../types/api.js" */

const handles = lesson.handles.map((handle, index) =>
  handleOf({
    ...handle,
    at: () => numbersOf(at())[index],
    set: (value) => turnTo(keyWith(at(), index, value, lesson.handles)),
  }),
);

// The foot stays, so that its buttons keep the focus.
const back = h(
  "button.btn.icon.back",
  { "aria-label": t("Back"), onclick: () => goTo(number() - 1) },
  icon("left"),
);
const sentence = h("p.cap-t");
const hint = h("span.soft.hint", t("change the highlighted values"));
export const next = h("button.btn.primary.nx", { onclick: () => canGoOn() && goTo(number() + 1) });
$("#caption").append(back, sentence, hint, next);
let captionOf = 0;

/** The caption keeps its elements while its figures change, so that a handle can be dragged. */
export function showCaption() {
  if (captionOf !== number()) {
    captionOf = number();
    replace(sentence, words());
  }
  for (const element of $$("[data-figure]", sentence))
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
  [asText(moment(), at(), scene()), moment().kind === "keep" && reader.tried && outcome(lesson, reader.tried)]
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

/**
 * The caption of a moment as plain text.
 * @param {LessonPage["moments"][number]} of @param {string} settings @param {Scene | undefined} from
 */
export const asText = ({ kind, caption: text }, settings, from) =>
  plain(text, (name) => {
    const handle = handleNamed(kind, name);
    if (handle < 0) return written(from?.figures[name]);
    return lesson.handles[handle].values[numbersOf(settings)[handle]];
  });

/** The number of a handle in the caption, -1 for other words. @param {string} kind @param {string} name */
const handleNamed = (kind, name) =>
  kind === "handles" ? lesson.handles.findIndex((handle) => handle.name === name) : -1;
