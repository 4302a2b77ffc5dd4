// Buttons that never move, "Step 14 of 61", what the step says, and what a step is.

import { effect } from "../lib/atoms.js";
import { h, replace } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { canStep, current, position, viewData } from "./actions.js";
import { keyName, tooltip } from "./commands.js";
import { narrate } from "./narrate.js";
import { level, log, pointer, view } from "./state.js";
import { LEVELS } from "./steps.js";

const SPOKEN_AFTER_MS = 250;

/**
 * @param {HTMLElement} element
 * @param {import("./commands.js").Command[]} list
 */
export function mountStepper(element, list) {
  const byId = Object.fromEntries(list.map((command) => [command.id, command]));
  const buttons = [
    button(byId.first, "first", -1, "dk"),
    button(byId.previous, "left", -1),
    button(byId.next, "right", 1),
    button(byId.last, "last", 1, "dk"),
  ];
  const where = h("span", { class: "where cut dk" });
  const levels = levelChooser();
  replace(
    element,
    h("div", { class: "btns" }, buttons.map((each) => each.element)),
    where,
    h("span", { class: "fill" }),
    h("span", { class: "mute t12 dk", id: "step-by" }, "Step by"),
    levels,
    hints(byId),
  );
  effect([pointer, log, view, level], () => {
    for (const each of buttons) each.element.setAttribute("aria-disabled", String(!canStep(each.direction)));
    replace(where, sentence());
  });
  speak();
}

function button(command, glyph, direction, extra = "") {
  const element = h(
    "button",
    { type: "button", class: `btn icon ${extra}`, title: tooltip(command), "aria-label": command.label, onclick: command.run },
    icon(glyph),
  );
  return { element, direction };
}

function levelChooser() {
  const element = h("div", { class: "seg", role: "group", "aria-label": "Step by" });
  const buttons = LEVELS.map((name) => h("button", { type: "button", onclick: () => level.set(name) }, name));
  effect([level], (now) => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.textContent === now))));
  element.append(...buttons);
  return element;
}

function hints(byId) {
  const hint = (commands, text) => [commands.flatMap((each) => each.keys).map((key) => h("kbd", { class: "kbd" }, keyName(key))), h("span", null, text)];
  return h(
    "span",
    { class: "hints mute t12 dk" },
    hint([byId.previous, byId.next], "step"),
    hint([byId["next-rejected"]], "next rejected"),
    hint([byId.help], "all keys"),
  );
}

function sentence() {
  const at = pointer.get();
  const cycle = current();
  if (!at || !cycle) return "";
  const said = narrate(at, cycle, viewData());
  if (level.get() === "Pod") return [h("b", null, `Pod ${at.cycle + 1} of ${log.get().cycles.length}`), `  ${said}`];
  const { steps, index } = position();
  return [h("b", null, `Step ${index + 1} of ${steps.length}`), `  ${said}`];
}

// One polite sentence a step, after the last of quick steps.
function speak() {
  const region = document.getElementById("spoken");
  let timer = 0;
  effect([pointer, view], () => {
    clearTimeout(timer);
    timer = setTimeout(() => (region.textContent = sentence() ? [sentence()].flat().map((part) => part.textContent ?? part).join(".") : ""), SPOKEN_AFTER_MS);
  });
}
