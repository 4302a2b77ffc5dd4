// Two buttons that never move, "Step 14 of 61", the step's sentence and its change. Other ways to step are in
// the menu and under keys.

import { effect, watch } from "../../../lib/atoms.js";
import { $, h, replace, say } from "../../../lib/dom.js";
import { afterPaint } from "../../../lib/frame.js";
import { t } from "../../../lib/i18n.js";
import { icon } from "../../../lib/icons.js";
import { canStep, current, position, viewData } from "../core/actions.js";
import { breakMenu } from "./breakmenu.js";
import { keyName, tooltip } from "../core/commands.js";
import { delta } from "../core/changes.js";
import { context } from "../core/context.js";
import { looking } from "../core/jumps.js";
import { narrate } from "../../../model/narrate.js";
import { pluginOf } from "../../../plugins/registry.js";
import { changedOnly, level, log, pointer, view } from "../core/state.js";
import { triedScores, weightOverrides } from "../core/trial.js";

/** @import { Command } from "../core/commands.js" */

const SPOKEN_AFTER_MS = 250;

/** @param {HTMLElement} element @param {Command[]} list @returns {{openBreakpoints: () => void}} */
export function mountStepper(element, list) {
  const byId = Object.fromEntries(list.map((command) => [command.id, command]));
  const buttons = [button(byId.previous, "left", -1), button(byId.next, "right", 1)];
  const breaks = breakMenu(byId);
  replace(
    element,
    h(
      "div.btns",
      buttons.map((step) => step.element),
    ),
    whereAndWhat(),
    changedSwitch(byId.changed),
    breaks.element,
    helpButton(byId.help),
  );
  effect(() => {
    for (const step of buttons) step.element.setAttribute("aria-disabled", String(!canStep(step.direction)));
  });
  speak();
  return { openBreakpoints: breaks.open };
}

/** @param {Command} command @param {string} glyph @param {1 | -1} direction */
function button(command, glyph, direction) {
  const element = h(
    "button.btn.icon",
    {
      title: tooltip(command),
      "aria-label": command.label,
      onclick: command.run,
    },
    icon(glyph),
  );
  return { element, direction };
}

const changes = () => {
  const now = delta();
  return now ? `Δ ${now.text}` : "";
};

// Two lines: the place and its sentence; the change.
function whereAndWhat() {
  const place = h("b");
  const narration = h("span.said");
  const changed = h("div.delta.cut.mute", { id: "delta" });
  effect(() => {
    const text = sentence();
    say(place, looking.get() ?? text.place);
    say(narration, text.narration);
  });
  effect(() => {
    say(changed, changes());
    changed.title = changes();
  }, afterPaint);
  return h("div.where.dk", h("div.cut", place, " ", narration), changed);
}

/** @param {Command} command */
const helpButton = (command) =>
  h(
    "button.btn.bare.icon.dk",
    { title: tooltip(command), "aria-label": t("Keys and symbols"), onclick: command.run },
    h("kbd.kbd", { "aria-hidden": "true" }, keyName("?")),
  );

/** While it is on; a key and the menu switch it on. @param {Command} command */
function changedSwitch(command) {
  const element = h(
    "button.switch.dk",
    { role: "switch", title: tooltip(command), onclick: command.run },
    t("Changed only"),
    h("i", { "aria-hidden": "true" }),
  );
  effect(() => {
    const on = changedOnly.get();
    element.setAttribute("aria-checked", String(on));
    element.hidden = !on;
  });
  return element;
}

function sentence() {
  const at = pointer.get();
  const cycle = current();
  if (!at || !cycle) return { place: "", narration: "" };
  const data = viewData();
  const now = context.get();
  const counted = now?.data
    ? (pluginOf(at.plugin).narrations?.PreFilter?.({ ...now, data: now.data }) ?? null)
    : null;
  const narration = narrate(at, cycle, data, log.get(), counted, triedScores(data));
  const { cycles } = log.get();
  if (level.get() === "Pod")
    return {
      place: t("Pod {place} of {total}", { place: at.cycle + 1, total: cycles.length }),
      narration,
    };
  const { steps, index } = position();
  if (index < 0) return { place: t("The whole run"), narration };
  return { place: t("Step {place} of {total}", { place: index + 1, total: steps.length }), narration };
}

// One polite sentence a step, after the last of quick steps.
function speak() {
  const region = $("#spoken");
  let timer = 0;
  watch([pointer, view, weightOverrides], () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { place, narration } = sentence();
      region.textContent = place ? t("{place}. {said}.", { place, said: narration }) : "";
    }, SPOKEN_AFTER_MS);
  });
}
