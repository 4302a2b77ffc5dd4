// The cases: a dozen to begin with, the others by topic, level and word. What is shown is in the address, so
// that a selection is a link too.

import { $, $$ } from "../../lib/dom.js";
import { urlState } from "../../lib/urlstate.js";
import { comparable, hitsOf } from "./search.js";

const ALL = "all";
const BEGINNING = ["infamous", "beginning"]; // sections

const page = $("#main");
const address = urlState(["topic", "level", "find"]);
const sections = $$("section[data-topic]", page).map((section) => ({
  section,
  topic: section.dataset.topic ?? "",
  items: $$("li", section),
}));
const all = sections.flatMap(({ items }) => items);
const texts = all.map((item) => {
  const card = $(".case", item);
  return comparable(`${card.textContent} ${card.dataset.words}`);
});
const topics = $$("#topics button", page);
const levels = $$("#levels button", page);
const field = $("#find-case", page, HTMLInputElement);

/** @param {HTMLElement[]} buttons @param {string} key @param {string} value */
const ifOffered = (buttons, key, value) =>
  buttons.some((button) => button.dataset[key] === value) ? value : "";

function show() {
  const state = address.state.get();
  const topic = ifOffered(topics, "topic", state.topic ?? "");
  const level = ifOffered(levels, "level", state.level ?? "");
  const query = (state.find ?? "").trim();
  const hits = hitsOf(texts, query);
  const matching = new Set(all.filter((_, index) => hits[index]));
  const isBeginning = !topic && !level && !query;
  for (const button of topics)
    button.setAttribute(
      "aria-pressed",
      String(isBeginning ? !button.dataset.topic : button.dataset.topic === (topic || ALL)),
    );
  for (const button of levels) button.setAttribute("aria-pressed", String(button.dataset.level === level));
  if (document.activeElement !== field) field.value = state.find ?? "";
  let count = 0;
  for (const { section, topic: name, items } of sections) {
    const inTopic = isBeginning
      ? BEGINNING.includes(name)
      : name !== "beginning" && (!topic || topic === ALL || topic === name);
    let visible = 0;
    for (const item of items) {
      item.hidden = !inTopic || Boolean(level && item.dataset.level !== level) || !matching.has(item);
      visible += Number(!item.hidden);
    }
    section.hidden = !visible;
    count += visible;
  }
  page.classList.toggle("beginning", isBeginning);
  $("#none-found", page).hidden = count > 0 || !sections.length;
}

for (const button of topics)
  button.addEventListener("click", () =>
    address.write(
      button.dataset.topic ? { topic: button.dataset.topic } : { topic: "", level: "", find: "" },
      {
        push: true,
      },
    ),
  );
for (const button of levels)
  button.addEventListener("click", () => address.write({ level: button.dataset.level }, { push: true }));
field.addEventListener("input", () => address.write({ find: field.value.trim() }));
$("#show-all", page).addEventListener("click", () =>
  address.write({ topic: ALL, level: "", find: "" }, { push: true }),
);
$("#surprise", page).addEventListener("click", () => {
  /** @type {HTMLAnchorElement[]} */
  const cards = $$(".case", page);
  const card = cards[Math.floor(Math.random() * cards.length)];
  if (card) location.assign(card.href);
});
address.state.subscribe(show);
show();

// On a phone the topics are a row that scrolls.
topics
  .find((button) => button.getAttribute("aria-pressed") === "true")
  ?.scrollIntoView({ block: "nearest", inline: "center" });

// A link to a card that is not shown to begin with.
if (location.hash.startsWith("#case-")) {
  const card = document.getElementById(location.hash.slice(1));
  if (card?.closest("[hidden]")) address.write({ topic: ALL });
  card?.scrollIntoView({ block: "center" });
}
