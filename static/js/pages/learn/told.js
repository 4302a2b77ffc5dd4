// The captions of a scenario's own lesson under the walk: each moves the walk to its step. A prediction comes
// first, a task last; both are compared with the run.

import { comesNext } from "../../lib/ahead.js";
import { $$, arrange, h, isByPointer, replace } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { phrase, t, tn } from "../../lib/i18n.js";
import { icon } from "../../lib/icons.js";
import { ENTERED, presents } from "../../lib/inroom.js";
import { toast } from "../../lib/toast.js";
import { urlState } from "../../lib/urlstate.js";
import { get, messageOf } from "../../net/api.js";
import { offline } from "../../net/offline.js";
import { plain, withFigures, written } from "./caption.js";
import { diffLines } from "./code.js";
import { nameOf } from "./coming.js";
import { toggled } from "./guess.js";

/** @import { OwnChoice, OwnLesson, OwnLessonOut, OwnMoment, OwnTask, OwnTryOut } from "../../types/api.js" */

/**
 * @typedef {object} Walk
 * @property {string} run
 * @property {string} snapshot
 * @property {string | null} still the address of a page that keeps its own
 * @property {string} opened the query with which the page was opened
 * @property {(step: Record<string, string>) => void} go shows a step
 */

/** Shows the lesson of a run, if it has one. @param {HTMLElement} foot @param {Walk} walk */
export async function mountTold(foot, walk) {
  const { lesson } = /** @type {OwnLessonOut} */ (await get(`/runs/${walk.run}/lesson`));
  $$(".told", foot).forEach((old) => old.remove());
  if (lesson) new Told(lesson, walk).mount(foot);
}

class Told {
  /** @param {OwnLesson} lesson @param {Walk} walk */
  constructor(lesson, walk) {
    this.lesson = lesson;
    this.walk = walk;
    this.url = urlState(["caption"], walk.still);
    this.element = h("section.told", { "aria-label": t("Captions") });
    this.text = h("div.told-t");
    this.caption = h("p.told-c", { "aria-live": "polite" }); // stays, for what is new in it is read aloud
    /** @type {string[]} */
    this.chosen = [];
    /** @type {string[]} changes of the task */
    this.changes = [];
    /** @type {OwnTryOut | null} */
    this.attempt = null;
    this.folded = false;
    this.total = lesson.moments.length + Number(Boolean(lesson.task && !offline));
  }

  /** @param {HTMLElement} foot */
  mount(foot) {
    const { still, opened } = this.walk;
    foot.prepend(this.element);
    const query = new URLSearchParams(still ? new URL(still).search : opened);
    this.folded = !query.has("caption"); // a link that names none is about the run
    if (!this.folded && !query.has("pod") && !query.has("point")) this.move();
    this.url.state.subscribe(() => this.show());
    addEventListener("keydown", (event) => this.press(event));
    addEventListener(ENTERED, () => this.show());
    this.show();
  }

  get number() {
    const asked = Number(this.url.state.get().caption || 1);
    return Math.min(Math.max(Number.isInteger(asked) ? asked : 1, 1), this.total);
  }

  /** The moment that is read; none at the task. @returns {OwnMoment | undefined} */
  get moment() {
    return this.lesson.moments[this.number - 1];
  }

  /** What comes after it, for whoever presents it. */
  get next() {
    const { moments, task } = this.lesson;
    const after = moments[this.number];
    if (!after) return this.number < this.total && task ? { about: t("The task"), text: task.text } : null;
    return {
      about: nameOf(after.kind, this.moment?.kind ?? ""),
      text: plain(after.caption, (name) => written(after.figures[name], `{${name}}`)),
    };
  }

  get mayGoOn() {
    if (this.number >= this.total) return false;
    return this.moment?.kind !== "guess" || this.chosen.length > 0 || presents();
  }

  /** @param {number} number */
  goTo(number) {
    if (number < 1 || number > this.total) return;
    this.url.write({ caption: number }, { push: true });
    this.move();
  }

  /** The walk goes where the caption points. */
  move() {
    const step = this.moment?.step;
    if (step) this.walk.go(Object.fromEntries(new URLSearchParams(step)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.key !== "Enter" || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (this.folded || !this.element.isConnected || event.target !== document.body) return;
    event.preventDefault();
    if (this.mayGoOn) this.goTo(this.number + 1);
  }

  show() {
    const { guess } = this.lesson;
    guessed.set(
      this.moment?.kind === "guess" && guess
        ? { about: this.walk.snapshot, choices: guess.choices, chosen: this.chosen }
        : null,
    );
    comesNext("captions", this.folded ? null : this.next);
    this.element.classList.toggle("folded", this.folded);
    this.element.classList.toggle("asks", this.moment?.kind === "guess");
    const had = document.activeElement?.closest(".told")
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.focus
      : undefined;
    if (!this.folded) this.showText();
    arrange(this.element, this.folded ? this.unfold() : [this.text, this.buttons()]);
    if (had) ($$(`[data-focus="${had}"]`, this.element)[0] ?? $$(".nx", this.element)[0])?.focus();
  }

  unfold() {
    return h(
      "button.btn.bare",
      { dataset: { focus: "fold" }, onclick: () => this.fold(false) },
      icon("up"),
      t("Captions"),
      h("span.soft", t("{n} of {total}", { n: this.number, total: this.total })),
    );
  }

  /** @param {boolean} folded */
  fold(folded) {
    this.folded = folded;
    this.show();
  }

  showText() {
    const { moment, lesson } = this;
    if (!moment) {
      if (lesson.task) replace(this.caption, this.asks(lesson.task));
      arrange(this.text, this.caption, this.task());
      return;
    }
    const { caption, figures, kind } = moment;
    replace(
      this.caption,
      kind === "keep" ? h("span.chip.accent", t("Remember this")) : null,
      withFigures(caption, figures),
    );
    arrange(
      this.text,
      this.caption,
      kind === "guess" ? this.choices() : null,
      kind === "truth" ? this.compared() : null,
      this.mistakes(),
    );
  }

  choices() {
    const { guess } = this.lesson;
    if (!guess) return null;
    return h(
      "div.row.wrap",
      { role: "group", "aria-label": t("Your prediction") },
      guess.choices.map((choice) =>
        h(
          "button.btn",
          {
            "aria-pressed": String(this.chosen.includes(choice.value)),
            dataset: { focus: `choice-${choice.value}` },
            onclick: (event) => this.choose(choice.value, guess.several, isByPointer(event)),
          },
          choice.label,
        ),
      ),
    );
  }

  /** @param {string} value @param {boolean} several @param {boolean} byPointer then Enter goes on */
  choose(value, several, byPointer) {
    this.chosen = several ? toggled(this.chosen, value) : [value];
    this.show();
    if (byPointer && this.mayGoOn) $$(".nx", this.element)[0]?.focus({ preventScroll: true });
  }

  /** What the reader said, beside what is so. */
  compared() {
    const { guess } = this.lesson;
    if (!guess || !this.chosen.length) return null;
    return h(
      "p.row.wrap",
      guess.choices
        .filter(({ value, right }) => right || this.chosen.includes(value))
        .map((choice) => this.ghost(choice)),
    );
  }

  /** @param {OwnChoice} choice */
  ghost({ value, label, right }) {
    const mine = this.chosen.includes(value);
    return h(
      `span.chip.${right ? "ok" : "ghost"}`,
      right && icon("check"),
      label,
      mine && h("span.soft", t("you guessed this")),
    );
  }

  mistakes() {
    const path = new RegExp(
      `^lesson\\.(moments\\[${this.number - 1}\\]|${this.number === 1 ? "guess|pod" : "-"})`,
    );
    return this.lesson.problems
      .filter((problem) => path.test(problem.path))
      .map(({ path: where, message }) =>
        h("p.note", icon("warn"), h("span", h("code", where), " ", message)),
      );
  }

  // ---- the task ----

  /** What is to be done, and whether it is. @param {OwnTask} task */
  asks({ text }) {
    const { attempt, changes } = this;
    return [
      h("b", t("Now change it:")),
      " ",
      text,
      " ",
      attempt?.solved
        ? h("span.chip.ok", icon("check"), t("solved"))
        : attempt && changes.length
          ? h("span.chip", t("not yet"))
          : null,
    ];
  }

  task() {
    const { task } = this.lesson;
    if (!task) return null;
    const { attempt, changes } = this;
    return [
      h(
        "div.row.wrap",
        { role: "group", "aria-label": t("Changes") },
        task.changes.map(({ value, label }) =>
          h(
            "button.btn",
            {
              "aria-pressed": String(changes.includes(value)),
              dataset: { focus: `change-${value}` },
              onclick: () => this.change(value),
            },
            label,
          ),
        ),
        h(
          "span.soft",
          t("{yours}, par {par}", {
            yours: tn("{n} change", "{n} changes", changes.length),
            par: task.par,
          }),
        ),
      ),
      attempt?.error ? h("p.note", icon("warn"), h("span", attempt.error)) : null,
      attempt && changes.length ? instead(attempt) : null,
      attempt && diffLines(attempt.diff),
    ];
  }

  /** @param {string} name */
  async change(name) {
    this.changes = toggled(this.changes, name);
    const mine = this.changes;
    this.show();
    const query = new URLSearchParams(mine.map((change) => ["change", change]));
    try {
      const answer = await get(`/runs/${this.walk.run}/lesson/tries?${query}`);
      if (mine !== this.changes) return;
      this.attempt = answer;
      this.show();
    } catch (error) {
      toast(messageOf(error));
    }
  }

  buttons() {
    const { number, total } = this;
    return h(
      "div.told-b",
      h("span.soft.told-n", t("{n} of {total}", { n: number, total })),
      h(
        "button.btn.icon",
        {
          "aria-label": t("Previous caption"),
          disabled: number === 1,
          dataset: { focus: "back" },
          onclick: () => this.goTo(number - 1),
        },
        icon("left"),
      ),
      number < total &&
        h(
          "button.btn.primary.nx",
          {
            title: t("Next caption (Enter)"),
            "aria-disabled": String(!this.mayGoOn),
            dataset: { focus: "next" },
            onclick: () => this.mayGoOn && this.goTo(number + 1),
          },
          this.moment?.kind === "guess" ? t("Show me") : t("Next"),
          icon("arrow"),
        ),
      h(
        "button.btn.bare.icon",
        { "aria-label": t("Hide the captions"), dataset: { focus: "fold" }, onclick: () => this.fold(true) },
        icon("down"),
      ),
    );
  }
}

/** What the run has where the task is not solved. @param {OwnTryOut} attempt */
const instead = ({ actual, message }) =>
  actual &&
  h(
    "div.told-was",
    h("p", t("In this run: {actual}", { actual: phrase(actual) })),
    message ? h("p.soft", message) : null,
  );
