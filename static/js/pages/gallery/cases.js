// The filters of the cases (in the address, so that a filtered gallery is a link too) and "predict
// first".

import { $, $$ } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";

/** @param {HTMLElement} page with the cases in sections, one a topic */
export function setUpFilters(page) {
  const address = urlState(["topic", "level", "find"]);
  const sections = $$("section[data-topic]", page);
  const topics = $$("#topics button", page);
  const levels = $$("#levels button", page);
  const field = $("#find-case", page, HTMLInputElement);
  const wordsOf = new Map(
    $$(".case", page).map((card) => [card, `${card.textContent} ${card.dataset.words}`.toLowerCase()]),
  );
  /** @param {HTMLElement[]} buttons @param {string} key @param {string} value */
  const ifOffered = (buttons, key, value) =>
    buttons.some((button) => button.dataset[key] === value) ? value : "";

  const show = () => {
    const state = address.state.get();
    const topic = ifOffered(topics, "topic", state.topic ?? "");
    const level = ifOffered(levels, "level", state.level ?? "");
    const searchWords = (state.find ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    for (const button of topics) button.setAttribute("aria-pressed", String(button.dataset.topic === topic));
    for (const button of levels) button.setAttribute("aria-pressed", String(button.dataset.level === level));
    if (document.activeElement !== field) field.value = state.find ?? "";
    let matching = 0;
    for (const section of sections) {
      const inTopic = !topic || section.dataset.topic === topic;
      let visible = 0;
      for (const item of $$("li", section)) {
        const words = wordsOf.get($(".case", item)) ?? "";
        item.hidden =
          !inTopic ||
          Boolean(level && item.dataset.level !== level) ||
          !searchWords.every((word) => words.includes(word));
        visible += Number(!item.hidden);
      }
      section.hidden = !visible;
      matching += visible;
    }
    $("#none-found", page).hidden = matching > 0 || !sections.length;
  };
  for (const button of topics)
    button.addEventListener("click", () => address.write({ topic: button.dataset.topic }, { push: true }));
  for (const button of levels)
    button.addEventListener("click", () => address.write({ level: button.dataset.level }, { push: true }));
  field.addEventListener("input", () => address.write({ find: field.value.trim() }));
  $("#show-all", page).addEventListener("click", () =>
    address.write({ topic: "", level: "", find: "" }, { push: true }),
  );
  address.state.subscribe(show);
  show();
}

/**
 * Hides every outcome, so that a reader can guess before looking; a card then opens its question. Remembered.
 * @param {HTMLElement} toggle @param {HTMLElement} page
 */
export function setUpPredict(toggle, page) {
  /** @type {HTMLAnchorElement[]} */
  const links = $$(".case", page);
  const cards = links.map((card) => ({ card, run: card.href }));
  /** @param {boolean} on */
  const show = (on) => {
    toggle.setAttribute("aria-checked", String(on));
    page.classList.toggle("predict", on);
    for (const { card, run } of cards) card.href = (on && card.dataset.example) || run;
  };
  show(localStorage.getItem("predict") === "on");
  toggle.addEventListener("click", () => {
    const on = toggle.getAttribute("aria-checked") !== "true";
    localStorage.setItem("predict", on ? "on" : "off");
    show(on);
  });
}
