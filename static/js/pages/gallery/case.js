// One case: a prediction, then what happened.

import { comesNext } from "../../lib/ahead.js";
import { $, $$, h, replace } from "../../lib/dom.js";
import { guessed } from "../../lib/guessed.js";
import { t } from "../../lib/i18n.js";
import { glyph, icon } from "../../lib/icons.js";
import { get } from "../../net/api.js";
import { present } from "../../share/presenting.js";

const page = $("#main");
const answer = $("#answer", document, HTMLDetailsElement);
/** @type {HTMLButtonElement[]} */
const choices = $$("#choices button");
const verdict = $("#told");
const right = choices.filter((button) => "right" in button.dataset).map(nameOf);

page.classList.add("predict");
asked([]);
comesNext("case", { about: t("The answer"), text: $("p", answer).textContent ?? "" });

/** What a choice is called in the reader's language; its value is the same. @param {HTMLElement} choice */
function nameOf(choice) {
  return choice.innerText.trim();
}

/** @param {string[]} chosen */
function asked(chosen) {
  const named = choices.map((choice) => ({ value: choice.value, label: nameOf(choice) }));
  guessed.set(named.length > 1 ? { about: location.pathname, choices: named, chosen } : null);
}

for (const button of choices) {
  button.addEventListener("click", () => reveal(button));
  $$("#picture [data-node]")
    .filter((node) => node.dataset.node === button.value)
    .forEach((node) => node.addEventListener("click", () => button.click()));
}
$("#show-me").addEventListener("click", () => reveal(null));
$("#present").addEventListener("click", () => present($("h1").innerText, location.href));

/** @param {HTMLButtonElement | null} chosen */
function reveal(chosen) {
  if (chosen) asked([chosen.value]);
  for (const button of choices) {
    const isRight = "right" in button.dataset;
    button.disabled = true;
    button.setAttribute("aria-pressed", String(button === chosen));
    button.classList.toggle("is-right", isRight);
    button.classList.toggle("is-wrong", button === chosen && !isRight);
    if (isRight) button.prepend(glyph("pass"));
    else if (button === chosen) button.prepend(glyph("rejected"));
  }
  $("#show-me").parentElement?.toggleAttribute("hidden", true);
  tell(chosen);
  page.classList.remove("predict");
  answer.open = true;
  comesNext("case", null);
  $("#step").focus({ preventScroll: true });
  showExpected();
}

/** @param {HTMLButtonElement | null} chosen */
function tell(chosen) {
  const names = right.join(", ");
  const good = chosen !== null && "right" in chosen.dataset;
  const why = chosen?.dataset.why ?? "";
  verdict.hidden = false;
  verdict.classList.toggle("good", good);
  replace(
    verdict,
    good && icon("check"),
    h("span", good ? correct(nameOf(chosen)) : wrong(), good && why ? ` ${why}` : ""),
  );

  function wrong() {
    if (!chosen) return t("It is {names}.", { names });
    return why
      ? `${why} ${t("It is {names}.", { names })}`
      : t("Not {chosen}: {names}.", { chosen: nameOf(chosen), names });
  }
}

/** @param {string} chosen */
function correct(chosen) {
  const others = right.filter((name) => name !== chosen).join(", ");
  return others ? t("Correct. Equally correct: {names}.", { names: others }) : t("Correct.");
}

// Lists the expectations of the case with their results in this run.
async function showExpected() {
  if (!page.dataset.run) return;
  /** @type {import("../../types/api.js").ExpectationsOut} */
  const { expectations } = await get(`/runs/${page.dataset.run}/expectations`).catch(() => ({
    expectations: [],
  }));
  if (!expectations.length) return;
  replace(
    $("#expected ul"),
    expectations.map((expectation) =>
      h("li", glyph(expectation.holds ? "pass" : "rejected"), h("span.mono.t12", expectation.text)),
    ),
  );
  $("#expected").hidden = false;
}
