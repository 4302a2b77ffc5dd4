// A lesson before an audience: what its followers may be asked, and what comes next for whoever presents it.

import { comesNext } from "../../lib/ahead.js";
import { guessed } from "../../lib/guessed.js";
import { t } from "../../lib/i18n.js";
import { nameOf } from "./coming.js";
import { asText } from "./foot.js";
import { places } from "./guess.js";
import { lesson, moment, moments, number, reader, scenes } from "./state.js";

const MOST_ASKED = 24; // choices that a room can be asked about

export function tellRoom() {
  ask();
  comesNext("lesson", whatFollows());
}

/** What a room may be asked; bars are no choice. */
function ask() {
  const { kind, choices, among } = lesson.guess;
  if (moment().kind !== "guess" || kind === "bars") return guessed.set(null);
  const names = among.length ? among : places(lesson, lesson.base).map(({ name }) => name);
  const offered = choices.length ? choices : names.map((name) => ({ value: name, label: name }));
  guessed.set({
    about: location.pathname,
    choices: offered.slice(0, MOST_ASKED),
    chosen: reader.guess ?? [],
  });
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
