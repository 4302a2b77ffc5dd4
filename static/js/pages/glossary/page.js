// The page of all words: typing leaves those that have it in their name or definition.

import { $, $$ } from "../../lib/dom.js";

const field = $("#find-term", document, HTMLInputElement);
const sections = $$("section[aria-labelledby]").map((element) => ({
  element,
  words: $$(".glossary-t", element).map((word) => ({ word, text: (word.textContent ?? "").toLowerCase() })),
}));
const none = $("#no-term");

function search() {
  const typed = field.value.trim().toLowerCase();
  let count = 0;
  for (const { element, words } of sections) {
    for (const { word, text } of words) word.hidden = !text.includes(typed);
    const matching = words.filter(({ word }) => !word.hidden).length;
    element.hidden = !matching;
    count += matching;
  }
  none.hidden = count > 0;
}

field.addEventListener("input", search);
search(); // what was typed before this script ran
